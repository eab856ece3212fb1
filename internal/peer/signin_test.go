package peer_test

import (
	"fmt"
	"io"
	"net/http"
	"reflect"
	"testing"

	"github.com/comity-mcp/comity/catalog"
	"github.com/comity-mcp/comity/internal/peer"
)

func TestTheMetadataOfThePathComesFirst(t *testing.T) {
	const root, path = "/.well-known/oauth-protected-resource", "/.well-known/oauth-protected-resource/mcp"
	for _, c := range []struct {
		claim string
		at    map[string]string
		want  string // the resource; empty is none
	}{
		{"both", map[string]string{path: `{"resource":"a"}`, root: `{"resource":"b"}`}, "a"},
		{"the root alone", map[string]string{root: `{"resource":"b"}`}, "b"},
		{"a web page at the path", map[string]string{path: "<html>", root: `{"resource":"b"}`}, "b"},
		{"a document of something else", map[string]string{path: `{"issuer":"a"}`}, ""},
		{"neither", nil, ""},
	} {
		t.Run(c.claim, func(t *testing.T) {
			url := fake(t, func(w http.ResponseWriter, r *http.Request, a asked) {
				if r.Method != http.MethodGet {
					w.Header().Set("Content-Type", "application/json")
					io.WriteString(w, a.answer())
					return
				}
				if r.Header.Get("Authorization") != "" {
					t.Errorf("the token went to %s", r.URL)
				}
				document, ok := c.at[r.URL.Path]
				if !ok {
					http.NotFound(w, r)
					return
				}
				fmt.Fprint(w, document)
			})
			p := dial(t, peer.Target{URL: url, Header: http.Header{"Authorization": {"Bearer x"}}}, peer.Options{Era: peer.Handshake})
			got, err := p.Authorization(t.Context())
			var want *catalog.Authorization
			if c.want != "" {
				want = &catalog.Authorization{Resource: c.want}
			}
			if err != nil || !reflect.DeepEqual(got, want) {
				t.Errorf("got %+v, %v, want %+v", got, err, want)
			}
		})
	}
}
