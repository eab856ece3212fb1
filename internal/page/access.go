package page

import "github.com/comity-mcp/comity/catalog"

// access is who may call a tool: a sentence, and the scopes that end it.
type access struct {
	Says   string
	Scopes []string
}

// accessOf reads the security schemes; a is nil for a server that takes no tokens.
func accessOf(t catalog.Tool, a *catalog.Authorization) access {
	anyone, signedIn, scopes := false, false, []string(nil)
	for _, s := range t.SecuritySchemes {
		switch s.Type {
		case "noauth":
			anyone = true
		case "oauth2":
			signedIn, scopes = true, each(s.Scopes)
		}
	}
	switch {
	case a == nil:
		return access{Says: "Anyone may call it"}
	case anyone && signedIn:
		return access{"Anyone may call it; it does more for callers signed in" + with(scopes), scopes}
	case anyone:
		return access{Says: "Anyone may call it"}
	case signedIn && len(scopes) > 0:
		return access{"Callers signed in" + with(scopes), scopes}
	case signedIn:
		return access{Says: "Any signed-in caller"}
	}
	return access{Says: "Who may call it is not stated"}
}

func with(scopes []string) string {
	if len(scopes) == 0 {
		return ""
	}
	return " with"
}
