package peer

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/url"
	"strings"

	"github.com/comity-mcp/comity/catalog"
)

// signIn says whether an answer asks for a token, or for another one.
func signIn(status int, h http.Header) bool {
	return status == http.StatusUnauthorized || status == http.StatusForbidden && h.Get("Www-Authenticate") != ""
}

// challenged makes the error of such an answer.
func (w *webCarrier) challenged(ctx context.Context, status int, h http.Header) error {
	challenge := strings.Join(h.Values("Www-Authenticate"), ", ")
	e := &SignInError{
		URL: w.shown, Status: status, Challenge: challenge,
		Metadata: parameter(challenge, "resource_metadata"), Scope: parameter(challenge, "scope"),
		Sent: w.target.Header.Get("Authorization") != "",
	}
	ctx, cancel := context.WithTimeout(ctx, soon)
	defer cancel()
	if a := w.metadata(ctx, append([]string{e.Metadata}, wellKnown(w.target.URL)...)); a != nil {
		e.Issuers = a.Issuers
	}
	return e
}

// Authorization returns what the protected resource metadata of the server says (RFC 9728), from the well-known URL of its
// path, else the one of the root; nil when there is none that can be read, and on stdio.
func (p *Peer) Authorization(ctx context.Context) (*catalog.Authorization, error) {
	w, ok := p.carrier.(*webCarrier)
	if !ok {
		return nil, nil
	}
	limited, cancel := context.WithTimeout(ctx, p.options.Timeout)
	defer cancel()
	a := w.metadata(limited, wellKnown(p.target.URL))
	return a, ctx.Err()
}

// wellKnown returns where the metadata of a resource may be (RFC 9728 section 3.1).
func wellKnown(resource string) []string {
	u, err := url.Parse(resource)
	if err != nil {
		return nil
	}
	root := u.Scheme + "://" + u.Host + "/.well-known/oauth-protected-resource"
	if path := u.EscapedPath(); path != "" && path != "/" {
		return []string{root + path, root}
	}
	return []string{root}
}

// metadata returns the first document among the addresses that is one.
func (w *webCarrier) metadata(ctx context.Context, addresses []string) *catalog.Authorization {
	for _, address := range addresses {
		if a, err := w.document(ctx, address); err == nil {
			return a
		}
	}
	return nil
}

// document reads one document, with neither a token nor a redirect.
func (w *webCarrier) document(ctx context.Context, address string) (*catalog.Authorization, error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return nil, err
	}
	r.Header.Set("Accept", "application/json")
	answer, err := w.client.Do(r)
	if err != nil {
		return nil, err
	}
	defer answer.Body.Close()
	if answer.StatusCode != http.StatusOK {
		return nil, errors.New("there is none")
	}
	b, err := io.ReadAll(&bounded{r: answer.Body, left: 1 << 20, all: 1 << 20})
	if err != nil {
		return nil, err
	}
	var a catalog.Authorization
	if err := json.Unmarshal(b, &a); err != nil {
		return nil, err
	}
	if a.Resource == "" {
		return nil, errors.New("it names no resource")
	}
	return &a, nil
}
