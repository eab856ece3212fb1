package release

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"

	"github.com/comity-mcp/comity/catalog"
	"github.com/comity-mcp/comity/schema"
)

// Compare returns what changed between two releases: the server first, then its tools in their old order, then those that
// are new. The same server twice gives an empty slice. The version is not compared, since a release changes it.
func Compare(old, new catalog.Catalog) []Change {
	c := &comparison{changes: []Change{}}
	c.server(old.Server, new.Server)
	c.authorization(old.Authorization, new.Authorization)
	c.tools(old.Tools, new.Tools)
	return c.changes
}

// comparison is one run of Compare.
type comparison struct {
	changes []Change
}

func (c *comparison) compatible(path, hurts, format string, args ...any) {
	c.changes = append(c.changes, Change{path, schema.Compatible, fmt.Sprintf(format, args...), hurts})
}

func (c *comparison) risky(path, hurts, format string, args ...any) {
	c.changes = append(c.changes, Change{path, schema.Risky, fmt.Sprintf(format, args...), hurts})
}

func (c *comparison) breaking(path, hurts, format string, args ...any) {
	c.changes = append(c.changes, Change{path, schema.Breaking, fmt.Sprintf(format, args...), hurts})
}

// Who is hurt by what is said of several places.
const (
	readers     = "hosts that pin what they scanned, until somebody reviews it there"
	approvers   = "people who approved the tool as it was, and integrators whose never-approve list has it"
	integrators = "integrators who pasted a snippet"
	callers     = "models that still have the old list"
)

// tools pairs the tools by name, then what is left by likeness.
func (c *comparison) tools(old, new []catalog.Tool) {
	was, is := byName(old), byName(new)
	renamed := renames(old, new, was, is)
	for _, t := range distinct(old) {
		if now, kept := is[t.Name]; kept {
			c.tool(t, now)
			continue
		}
		if now, ok := renamed[t.Name]; ok {
			c.breaking(t.Name, callers+", and "+integrators, "The tool is now called %s. Keep the old name, or answer for it for a release: in Comity with Was in the Spec of %[1]s.", now)
			continue
		}
		c.breaking(t.Name, callers+", and "+integrators, "The tool is gone. Keep it for a release and let its answer say what to call instead.")
	}
	for _, t := range distinct(new) {
		if _, had := was[t.Name]; had || among(renamed, t.Name) {
			continue
		}
		if t.ReadOnly() {
			c.compatible(t.Name, "", "The tool is new, and read-only: the never-approve list of the snippets has it from now on.")
		} else {
			c.compatible(t.Name, "", "The tool is new.")
		}
	}
	c.order(distinct(old), distinct(new))
}

// order compares the order of what both have.
func (c *comparison) order(old, new []catalog.Tool) {
	was, is := byName(old), byName(new)
	names := func(tools []catalog.Tool, others map[string]catalog.Tool) (out []string) {
		for _, t := range tools {
			if _, both := others[t.Name]; both {
				out = append(out, t.Name)
			}
		}
		return out
	}
	if !slices.Equal(names(old, is), names(new, was)) {
		c.compatible("tools", "prompt caches, once", "The tools stand in another order.")
	}
}

// renames pairs a tool that is gone with a new one that takes and gives the same and says the same. Several that could
// be meant are none.
func renames(old, new []catalog.Tool, was, is map[string]catalog.Tool) map[string]string {
	out := map[string]string{}
	for _, t := range distinct(old) {
		if _, kept := is[t.Name]; kept {
			continue
		}
		var like []string
		for _, n := range distinct(new) {
			if _, had := was[n.Name]; !had && alike(t, n) {
				like = append(like, n.Name)
			}
		}
		if len(like) == 1 && !among(out, like[0]) {
			out[t.Name] = like[0]
		}
	}
	return out
}

// alike reports whether two tools are one but for the name: the same arguments, and the same title or description.
func alike(a, b catalog.Tool) bool {
	return same(a.InputSchema, b.InputSchema) &&
		(a.Description != "" && a.Description == b.Description || a.Title != "" && a.Title == b.Title)
}

func among(renamed map[string]string, name string) bool {
	for _, n := range renamed {
		if n == name {
			return true
		}
	}
	return false
}

// distinct leaves the first of each name, which is the one that hosts take.
func distinct(tools []catalog.Tool) []catalog.Tool {
	seen := make(map[string]bool, len(tools))
	var out []catalog.Tool
	for _, t := range tools {
		if !seen[t.Name] {
			seen[t.Name] = true
			out = append(out, t)
		}
	}
	return out
}

func byName(tools []catalog.Tool) map[string]catalog.Tool {
	out := make(map[string]catalog.Tool, len(tools))
	for _, t := range distinct(tools) {
		out[t.Name] = t
	}
	return out
}

// same compares two documents as JSON; what cannot be read is compared as it is.
func same(a, b json.RawMessage) bool {
	var x, y any
	if json.Unmarshal(a, &x) != nil || json.Unmarshal(b, &y) != nil {
		return string(a) == string(b)
	}
	return reflect.DeepEqual(x, y)
}
