package auth_test

import (
	"testing"

	"github.com/comity-mcp/comity/auth"
)

func TestAllows(t *testing.T) {
	ada := auth.Caller{Issuer: "https://login.example.com", Subject: "ada", Scopes: []string{"a", "b"}}
	forged := auth.Caller{Scopes: []string{"a", "b"}} // scopes, but nobody vouches for the subject
	for _, c := range []struct {
		claim  string
		access auth.Access
		caller auth.Caller
		want   bool
	}{
		{"anyone may, unknown", auth.Anyone(), auth.Anonymous(), true},
		{"optional lets the unknown in", auth.Optional("a"), auth.Anonymous(), true},
		{"any caller is a known one", auth.AnyCaller(), auth.Anonymous(), false},
		{"any caller needs no scope", auth.AnyCaller(), auth.Caller{Subject: "eve"}, true},
		{"all scopes are needed", auth.Scopes("a", "c"), ada, false},
		{"all scopes are there", auth.Scopes("b", "a"), ada, true},
		{"a scope is no prefix", auth.Scopes("a:read"), ada, false},
		{"scopes without a subject are nothing", auth.Scopes("a"), forged, false},
		{"the local user has every scope", auth.Scopes("z"), auth.LocalCaller(), true},
		{"nothing stated allows nobody", auth.Access{}, auth.LocalCaller(), false},
	} {
		t.Run(c.claim, func(t *testing.T) {
			if got := c.access.Allows(c.caller); got != c.want {
				t.Errorf("%v allows %+v: %v, want %v", c.access, c.caller, got, c.want)
			}
		})
	}
}

func TestScopesCannotBeChangedFromOutside(t *testing.T) {
	given := []string{"b", "a"}
	a := auth.Scopes(given...)
	given[0] = "x"
	a.Scopes()[0] = "y"
	if got := a.String(); got != "scopes a b" {
		t.Errorf("got %q", got)
	}
	if got := auth.Optional("a").String(); got != "anyone, better signed in with a" {
		t.Errorf("got %q", got)
	}
	if got := auth.Anyone().String(); got != "anyone" {
		t.Errorf("got %q", got)
	}
}
