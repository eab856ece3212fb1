package auth_test

import (
	"encoding/base64"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/golang-jwt/jwt/v5"
	"github.com/rs/zerolog"

	"github.com/comity-mcp/comity/auth"
	"github.com/comity-mcp/comity/auth/authtest"
)

// Two readers of a name that stands twice take different values, so a token is refused that has one, though its issuer
// signed it (RFC 7519 section 4).
func TestANameThatStandsTwiceIsRefused(t *testing.T) {
	issuer := authtest.InMemory(t, login, "")
	key, err := issuer.Adopt("own")
	if err != nil {
		t.Fatal(err)
	}
	r := auth.NewResource(inventory, auth.OAuth{Issuers: []string{login}, Client: authtest.Client(issuer)}, nil, "", zerolog.Nop())
	const header = `"alg":"ES256","kid":"own","typ":"at+jwt"`
	claims := fmt.Sprintf(`"iss":%q,"sub":"ada","aud":%q,"exp":%d`, login, inventory, time.Now().Add(time.Hour).Unix())
	for _, c := range []struct{ claim, header, claims, want string }{
		{"every name once", header, claims, "ada"},
		{"half a character is no name twice", header, claims + `,"name":"\ud83d"`, "ada"},
		{"the audience of another server before ours", header, `"aud":"https://other.example.com",` + claims, "401"},
		{"two subjects", header, claims + `,"sub":"eve"`, "401"},
		{"two subjects, one name escaped", header, claims + `,"\u0073ub":"eve"`, "401"},
		{"twice within a claim", header, claims + `,"cnf":{"jkt":"a","jkt":"b"}`, "401"},
		{"two kinds of token", `"typ":"JWT",` + header, claims, "401"},
	} {
		t.Run(c.claim, func(t *testing.T) {
			text := payload("{"+c.header+"}") + "." + payload("{"+c.claims+"}")
			mac, err := jwt.SigningMethodES256.Sign(text, key)
			if err != nil {
				t.Fatal(err)
			}
			expect(t, r, text+"."+base64.RawURLEncoding.EncodeToString(mac), c.want, c.claim)
		})
	}
}

// The last character of a part has bits that say nothing. A token in which they are set is another to the cache, and whoever
// has one good token could fill it.
func TestATokenHasOneSpelling(t *testing.T) {
	issuer := authtest.InMemory(t, login, "")
	issuer.Publish("ES256")
	r := auth.NewResource(inventory, auth.OAuth{Issuers: []string{login}, Client: authtest.Client(issuer)}, nil, "", zerolog.Nop())
	made := issuer.Token(good())
	expect(t, r, made, "ada", "as it was made")
	tried := 0
	for part := range 3 {
		parts := strings.Split(made, ".")
		end := len(parts[part]) - 1
		for _, last := range "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_" {
			parts[part] = parts[part][:end] + string(last)
			if spelt := strings.Join(parts, "."); spelt != made {
				tried++
				expect(t, r, spelt, "401", fmt.Sprintf("part %d ends in %c", part+1, last))
			}
		}
	}
	if tried != 3*63 {
		t.Errorf("tried %d spellings, want %d", tried, 3*63)
	}
}
