package server

import (
	"fmt"
	"strings"

	"github.com/comity-mcp/comity/catalog"
	"github.com/comity-mcp/comity/fault"
	"github.com/comity-mcp/comity/lint"
	"github.com/comity-mcp/comity/schema"
)

// check finds everything wrong with a declaration, whatever else is wrong with it. at is the New call.
func check(c Config, at string) fault.Problems {
	found := checkConfig(c)
	for i, t := range c.Tools {
		found = append(found, checkTool(i, t)...)
	}
	found = append(found, checkNames(c)...)
	found = append(found, checkWire(c)...)
	for i := range found {
		if found[i].At == "" {
			found[i].At = at
		}
	}
	found.Sort()
	return found
}

// checkWire runs the wire rules over the server as it would be listed, and leaves out what follows
// only from a schema that could not be made.
func checkWire(c Config) fault.Problems {
	positions, broken := map[string]string{}, map[string]bool{}
	for _, t := range c.Tools {
		if t.d == nil {
			continue
		}
		positions[t.d.spec.Name] = t.d.at
		broken[t.d.spec.Name+".input"] = t.d.inputs.Err() != nil
		broken[t.d.spec.Name+".output"] = t.d.outputs.Err() != nil
	}
	var found fault.Problems
	for _, p := range lint.Run(describe(c)) {
		tool, rest, _ := strings.Cut(p.Path, ".")
		side, _, _ := strings.Cut(rest, ".")
		if broken[tool+"."+side] {
			continue
		}
		p.At = positions[tool]
		found = append(found, p)
	}
	return found
}

// describe is the catalog of a declaration that may still be wrong: a schema that could not be made is
// shown as one that takes or gives nothing.
func describe(c Config) catalog.Catalog {
	out := catalog.Catalog{Server: catalog.Server{
		Name: c.Name, Title: c.Title, Version: c.Version,
		Description: c.Description, Instructions: c.Instructions, URL: c.URL,
	}}
	for _, t := range c.Tools {
		if t.d != nil {
			out.Tools = append(out.Tools, t.d.entry(c))
		}
	}
	return out
}

// entry is the tool as it stands in tools/list.
func (d *declaration) entry(c Config) catalog.Tool {
	h := d.hints(c.World)
	return catalog.Tool{
		Name: d.spec.Name, Title: d.spec.Title, Description: d.spec.Description,
		InputSchema: published(d.input), OutputSchema: published(d.output),
		Annotations: &catalog.Annotations{
			Title:        d.spec.Title,
			ReadOnlyHint: &h.ReadOnly, DestructiveHint: &h.Destructive,
			IdempotentHint: &h.Idempotent, OpenWorldHint: &h.OpenWorld,
		},
	}
}

func published(core *schema.Core) []byte {
	if core == nil {
		return []byte(`{"type":"object","properties":{},"required":[],"additionalProperties":false}`)
	}
	return core.JSON()
}

// where is the path of a tool that may have no name.
func (d *declaration) where(i int) string {
	if d == nil || d.spec.Name == "" {
		return fmt.Sprintf("tools[%d]", i)
	}
	return d.spec.Name
}
