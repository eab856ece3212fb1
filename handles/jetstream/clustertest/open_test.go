package clustertest_test

import (
	"testing"

	"github.com/comity-mcp/comity/handles"
	"github.com/comity-mcp/comity/handles/jetstream"
)

var alice = handles.Owner{Issuer: "https://login.example.com", Subject: "alice"}

// open opens an engine on the shared cluster, or on the one that the options name.
func open(t testing.TB, o jetstream.Options) handles.Engine {
	t.Helper()
	if o.URL == "" && o.Conn == nil {
		o.URL = shared.url()
	}
	e, err := jetstream.New(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := e.Close(); err != nil {
			t.Error(err)
		}
	})
	return e
}
