package lint

import (
	"fmt"
	"slices"
	"strings"
)

// headerToken is RFC 9110 section 5.6.2, token.
var headerToken = lazy("^[!#$%&'*+.^_`|~0-9A-Za-z-]+$")

func inputHeader(p *Pass, t *tool) {
	taken := map[string]string{}
	for _, n := range t.input.nodes {
		value, ok := n.keys["x-mcp-header"]
		if !ok {
			continue
		}
		wrong, way := headerFault(n, value)
		header, _ := value.(string)
		if earlier, is := taken[strings.ToLower(header)]; wrong == "" && is {
			wrong, way = fmt.Sprintf("is also that of %q", earlier), "choose another"
		}
		if wrong != "" {
			p.Report(n.path, "The x-mcp-header of %s %s, and clients drop the tool for it: %s.", n.label(), wrong, way)
			continue
		}
		taken[strings.ToLower(header)] = n.name
	}
}

// headerFault says what is wrong with one x-mcp-header, and the way out.
func headerFault(n *node, value any) (wrong, way string) {
	header, is := value.(string)
	types := n.types()
	switch {
	case !is:
		return "is " + sent(value), "write the header's name as a string"
	case !headerToken.matches(header):
		return fmt.Sprintf("is %q, no HTTP token", excerpt(header)), "use letters, digits and hyphens"
	case !n.reachable || n.place != atProperty:
		return "cannot be reached through properties alone", "put it on an input at the top level"
	case len(types) != 1 || !slices.Contains([]string{"string", "integer", "boolean"}, types[0]):
		return "is not on one string, integer or boolean", "put it on an input of such a type"
	case secret(n):
		return "would copy a secret into a header", "remove it"
	}
	return "", ""
}
