package snippets

import (
	"slices"
	"strings"

	"github.com/comity-mcp/comity/catalog"
)

// A grant is what a caller must bring, and the tools that ask for it.
type grant struct {
	asks  string
	tools []string
}

// grants groups the tools by what they ask for, in the order of the alphabet.
func (v view) grants() []grant {
	tools := map[string][]string{}
	for _, t := range v.Tools {
		tools[asks(t)] = append(tools[asks(t)], t.Name)
	}
	var out []grant
	for asks, names := range tools {
		slices.Sort(names)
		out = append(out, grant{asks, slices.Compact(names)})
	}
	slices.SortFunc(out, func(a, b grant) int { return strings.Compare(a.asks, b.asks) })
	return out
}

// asks says what a call of the tool must bring, from its security schemes and nothing else.
func asks(t catalog.Tool) string {
	if len(t.SecuritySchemes) == 0 {
		return "a token, scopes not stated"
	}
	var ways []string
	for _, s := range t.SecuritySchemes {
		switch {
		case s.Type == "noauth":
			ways = append(ways, "no token")
		case len(s.Scopes) == 0:
			ways = append(ways, "any token")
		default:
			ways = append(ways, strings.Join(s.Scopes, " "))
		}
	}
	return strings.Join(ways, ", or ")
}

// tokenComment says what token the program needs: its variable, audience, issuers, and the scopes each tool asks for.
// Empty for a server that takes none.
func (v view) tokenComment(mark string) string {
	if v.token == "" {
		return ""
	}
	a := v.Authorization
	head := v.token + " holds an access token for the audience " + remark(a.Resource)
	if len(a.Issuers) > 0 {
		head += ", from " + remark(strings.Join(a.Issuers, " or "))
	}
	lines := []string{head + ". Scopes, and the tools that ask for them:"}
	for _, g := range v.grants() {
		lines = append(lines, "  "+remark(g.asks)+": "+remark(strings.Join(g.tools, ", ")))
	}
	return comment(mark, lines...)
}
