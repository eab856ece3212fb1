package issuer_test

import (
	"net/http"
	"testing"

	"github.com/rs/zerolog"

	"github.com/comity-mcp/comity/auth"
	"github.com/comity-mcp/comity/benchmarks/issuer"
)

func TestTokensAreOfDifferentCallersAndForOneAudience(t *testing.T) {
	i, err := issuer.Start()
	if err != nil {
		t.Fatal(err)
	}
	defer i.Close()
	const inventory = "http://127.0.0.1:9/mcp"
	tokens, err := i.Tokens(3, inventory, "inventory:read")
	if err != nil {
		t.Fatal(err)
	}
	identify := func(url, token string) (auth.Caller, *auth.Refusal) {
		r := auth.NewResource(url, auth.OAuth{Issuers: []string{i.URL}}, nil, "", zerolog.Nop())
		return r.Identify(&http.Request{Header: http.Header{"Authorization": {"Bearer " + token}}})
	}
	subjects := map[string]bool{}
	for _, token := range tokens {
		c, refused := identify(inventory, token)
		if refused != nil {
			t.Fatal(refused)
		}
		subjects[c.Subject] = true
	}
	if len(subjects) != 3 {
		t.Errorf("got %d callers, want 3", len(subjects))
	}
	if c, refused := identify("http://127.0.0.1:9/other", tokens[0]); refused == nil {
		t.Errorf("a token is good for another server: %+v", c)
	}
}
