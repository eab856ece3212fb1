package auth_test

import (
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/comity-mcp/comity/auth"
)

func TestAKeptCallerIsWhoTheyWere(t *testing.T) {
	now := time.Date(2026, 11, 29, 12, 0, 0, 0, time.UTC)
	was := auth.Caller{
		Issuer: "https://login.example.com", Subject: "ada", Tenant: "acme", ClientID: "cli",
		Scopes: []string{"a", "b"}, Expires: now.Add(time.Hour), Claims: map[string]any{"email": "ada@example.com"},
	}
	b, err := auth.Keep(was, now)
	if err != nil {
		t.Fatal(err)
	}
	got, err := auth.Kept(b)
	if err != nil {
		t.Fatal(err)
	}
	want := was
	want.Expires, want.Claims, want.AsOf = time.Time{}, nil, now
	if !reflect.DeepEqual(got, want) || got.Key() != was.Key() {
		t.Errorf("got %+v, want %+v", got, want)
	}
	if strings.Contains(string(b), "email") {
		t.Errorf("claims are kept: %s", b)
	}
	if b, _ = auth.Keep(auth.LocalCaller(), now); true {
		if c, err := auth.Kept(b); err != nil || !auth.Scopes("anything").Allows(c) {
			t.Errorf("the local user has lost a scope: %+v %v", c, err)
		}
	}
	if _, err := auth.Kept([]byte("{")); err == nil {
		t.Error("garbage was read")
	}
}

func ExampleKeep() {
	b, err := auth.Keep(auth.Caller{Issuer: "https://login.example.com", Subject: "ada"}, time.Date(2026, 11, 29, 12, 0, 0, 0, time.UTC))
	fmt.Println(string(b), err)
	// Output: {"issuer":"https://login.example.com","subject":"ada","as_of":"2026-11-29T12:00:00Z"} <nil>
}

func ExampleKept() {
	c, err := auth.Kept([]byte(`{"issuer":"https://login.example.com","subject":"ada","as_of":"2026-11-29T12:00:00Z"}`))
	fmt.Println(c.Subject, c.Expires.IsZero(), c.AsOf, err)
	// Output: ada true 2026-11-29 12:00:00 +0000 UTC <nil>
}
