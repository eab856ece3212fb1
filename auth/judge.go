package auth

import (
	"net/http"
	"slices"
	"strings"
)

// Judge returns nil when c may call the tool. Otherwise it is a 401 for a caller nobody vouches for, with
// the scopes the tool needs, and a 403 insufficient_scope for one whose token grants too little, with the
// scopes granted and needed together: a client that replaces its token by one for the named scopes then
// keeps what it had, and does not go back and forth between two tools. The zero Access lets nobody in.
//
// Judge is the one place where access is decided.
func (a Access) Judge(c Caller) *Refusal {
	switch a.kind {
	case anyone, optional:
		return nil
	case anyCaller, scoped:
		if c.IsAnonymous() {
			return &Refusal{Status: http.StatusUnauthorized, Description: "This call needs a signed-in caller; sign in and try again.", Scopes: a.Scopes()}
		}
		missing := a.missing(c)
		if len(missing) == 0 {
			return nil
		}
		return &Refusal{
			Status: http.StatusForbidden, Code: codeInsufficientScope, Scopes: together(c.Scopes, a.scopes),
			Description: "The token lacks what this call needs: " + strings.Join(missing, ", ") + "; ask for a token with it and try again.",
		}
	}
	return &Refusal{Status: http.StatusForbidden, Code: codeInsufficientScope, Description: "The tool does not state who may call it, so nobody may; its author must set Access."}
}

// missing returns the scopes that the tool needs and c lacks.
func (a Access) missing(c Caller) []string {
	if c.all {
		return nil
	}
	var out []string
	for _, s := range a.scopes {
		if !slices.Contains(c.Scopes, s) {
			out = append(out, s)
		}
	}
	return out
}

// together returns both sets as one, sorted. offline_access stays out: whether to refresh is the client's
// choice, and a challenge should not ask for it (MCP 2026-07-28, authorization chapter).
func together(granted, needed []string) []string {
	all := normal(append(slices.Clone(granted), needed...))
	return slices.DeleteFunc(all, func(s string) bool { return s == "offline_access" })
}
