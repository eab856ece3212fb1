package snippets

import (
	"regexp"
	"slices"
	"strings"

	"github.com/comity-mcp/comity/catalog"
)

// A view is a catalog as the renderers read it.
type view struct {
	catalog.Catalog
	// label is the server's name where hosts take letters, digits, "-" and "_" only.
	label string
	// title is what a person calls the server.
	title string
	// token is the environment variable that holds an access token; empty for a server that takes none.
	token string
	// variable is the stem of names in programs, in upper case with "_".
	variable string
	// never are the tools that need no approval, see [ReadOnly].
	never []string
	// names are those of all tools, sorted, each once.
	names []string
}

func look(c catalog.Catalog) view {
	v := view{Catalog: c, label: label(c.Server.Name), title: c.Server.Title, never: ReadOnly(c)}
	if v.title == "" {
		v.title = c.Server.Name
	}
	if v.title == "" {
		v.title = v.label
	}
	v.variable = strings.ToUpper(strings.ReplaceAll(v.label, "-", "_"))
	if c.Authorization != nil {
		v.token = v.variable + "_TOKEN"
	}
	for _, t := range c.Tools {
		if t.Name != "" {
			v.names = append(v.names, t.Name)
		}
	}
	slices.Sort(v.names)
	v.names = slices.Compact(v.names)
	return v
}

var (
	labels    = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9_-]{0,63}$`)
	nonLabels = regexp.MustCompile(`[^A-Za-z0-9]+`)
)

// label returns the name as hosts take it in front of the names of tools: a letter, then letters, digits, "-" and "_".
// A name that is one already stays. Others keep their letters and digits; one without any becomes "server".
func label(name string) string {
	if labels.MatchString(name) {
		return name
	}
	clean := strings.Trim(nonLabels.ReplaceAllString(name, "_"), "_")
	if clean == "" {
		return "server"
	}
	if clean[0] < 'A' {
		clean = "server_" + clean
	}
	return strings.TrimRight(clean[:min(len(clean), 64)], "_")
}

// writes are the names of all tools but those of never, sorted.
func (v view) writes() []string {
	return slices.DeleteFunc(slices.Clone(v.names), func(n string) bool {
		_, runs := slices.BinarySearch(v.never, n)
		return runs
	})
}
