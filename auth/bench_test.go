package auth_test

import (
	"encoding/base64"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/golang-jwt/jwt/v5"
	"github.com/rs/zerolog"

	"github.com/comity-mcp/comity/auth"
	"github.com/comity-mcp/comity/auth/authtest"
)

// BenchmarkIdentify measures what a token costs a request: verified a moment ago, with a token of usual
// and of great length, and not verified yet, by algorithm. The last need a fresh token each time, which is
// made outside the clock.
func BenchmarkIdentify(b *testing.B) {
	issuer := authtest.InMemory(b, login, "")
	issuer.Publish("RS256", "ES256", "EdDSA")
	r := auth.NewResource(inventory, auth.OAuth{Issuers: []string{login}, Client: authtest.Client(issuer)}, nil, "", zerolog.Nop())
	request := func(token string) *http.Request {
		return &http.Request{Header: http.Header{"Authorization": {"Bearer " + token}}}
	}
	for _, length := range []int{0, 2 << 10, 10 << 10} {
		claims := good()
		claims["filler"] = strings.Repeat("x", length)
		token := issuer.Sign("RS256", nil, claims)
		req := request(token)
		b.Run(fmt.Sprintf("cached/%dB", len(token)), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, f := r.Identify(req); f != nil {
					b.Fatal(f)
				}
			}
		})
	}
	for _, alg := range []string{"RS256", "ES256", "EdDSA"} {
		b.Run("uncached/"+alg, func(b *testing.B) {
			reqs := make([]*http.Request, b.N)
			for n := range reqs {
				claims := good()
				claims["jti"] = n
				reqs[n] = request(issuer.Sign(alg, nil, claims))
			}
			b.ReportAllocs()
			b.ResetTimer()
			for _, req := range reqs {
				if _, f := r.Identify(req); f != nil {
					b.Fatal(f)
				}
			}
		})
	}
}

// BenchmarkSignature measures the signatures alone, to compare with.
func BenchmarkSignature(b *testing.B) {
	issuer := authtest.InMemory(b, login, "")
	for _, alg := range []string{"RS256", "ES256", "EdDSA"} {
		b.Run(alg, func(b *testing.B) {
			token := issuer.Sign(alg, nil, good())
			text, signature := cutLast(token)
			mac, err := base64.RawURLEncoding.DecodeString(signature)
			if err != nil {
				b.Fatal(err)
			}
			method, key := jwt.GetSigningMethod(alg), issuer.Public(alg)
			b.ReportAllocs()
			for b.Loop() {
				if err := method.Verify(text, mac, key); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func cutLast(token string) (text, signature string) {
	i := strings.LastIndexByte(token, '.')
	return token[:i], token[i+1:]
}

// BenchmarkJudge measures the decision whether a caller may call a tool.
func BenchmarkJudge(b *testing.B) {
	access := auth.Scopes("inventory:read")
	caller := auth.Caller{Issuer: login, Subject: "ada", Scopes: []string{"inventory:read", "inventory:write"}}
	b.ReportAllocs()
	for b.Loop() {
		if f := access.Judge(caller); f != nil {
			b.Fatal(f)
		}
	}
}
