package server

import (
	"fmt"
	"slices"
	"strings"

	"github.com/comity-mcp/comity/auth"
	"github.com/comity-mcp/comity/catalog"
	"github.com/comity-mcp/comity/fault"
	"github.com/comity-mcp/comity/lint"
	"github.com/comity-mcp/comity/schema"
)

// check finds everything wrong with a declaration, whatever else is wrong with it. at is the New call.
func check(c Config, at string) fault.Problems {
	found := checkConfig(c)
	for i, d := range declarations(c.Tools) {
		found = append(found, checkTool(i, d)...)
	}
	found = append(found, checkJobs(c)...)
	found = append(found, checkKeys(c)...)
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

// checkWire runs the wire rules over the server as it would be listed. It leaves out what follows only
// from a schema that could not be made, and what package schema has told of the same place already.
func checkWire(c Config) fault.Problems {
	var places []int // of the tools that lint sees, among all
	byName := map[string]*declaration{}
	all := declarations(c.Tools)
	for i, d := range all {
		if d != nil {
			places = append(places, i)
			byName[d.spec.Name] = d
		}
	}
	var found fault.Problems
	for _, p := range lint.Run(describe(c)) {
		name, rest, _ := strings.Cut(p.Path, ".")
		d := byName[name]
		var index int
		if n, _ := fmt.Sscanf(name, "tools[%d]", &index); n == 1 && index < len(places) {
			// a name that is taken, or cannot stand in a path
			d = all[places[index]]
			p.Path = fmt.Sprintf("tools[%d]", places[index]) + strings.TrimPrefix(p.Path, name)
		}
		if d != nil {
			if d.told(rest) {
				continue
			}
			p.At = d.at
		}
		found = append(found, p)
	}
	return found
}

// told reports whether package schema has said something of the place, or could not make its schema.
func (d *declaration) told(place string) bool {
	side, rest, _ := strings.Cut(place, ".")
	ps := fault.Problems(nil)
	switch side {
	case "input":
		ps = d.inputs
	case "output":
		ps = d.outputs
	}
	return ps.Err() != nil || slices.ContainsFunc(ps, func(p fault.Problem) bool { return p.Path == rest })
}

// describe is the catalog of a declaration that may still be wrong: a schema that could not be made is
// shown as one that takes or gives nothing.
func describe(c Config) catalog.Catalog {
	out := catalog.Catalog{Server: catalog.Server{
		Name: c.Name, Title: c.Title, Version: c.Version,
		Description: c.Description, Instructions: c.Instructions, URL: c.URL,
	}}
	if policy, ok := c.Auth.(auth.OAuth); ok && c.URL != "" {
		out.Authorization = &catalog.Authorization{Resource: c.URL, Issuers: policy.Servers(), Scopes: distinct(scopes(c.Tools))}
	}
	for _, d := range declarations(c.Tools) {
		if d != nil {
			out.Tools = append(out.Tools, d.entry(c))
		}
	}
	return out
}

// entry is the tool as it stands in tools/list.
func (d *declaration) entry(c Config) catalog.Tool {
	h := d.hints(c.World)
	t := catalog.Tool{
		Name: d.spec.Name, Title: d.spec.Title, Description: d.spec.Description,
		InputSchema: published(d.input), OutputSchema: published(d.output),
		Annotations: &catalog.Annotations{
			Title:        d.spec.Title,
			ReadOnlyHint: &h.ReadOnly, DestructiveHint: &h.Destructive,
			IdempotentHint: &h.Idempotent, OpenWorldHint: &h.OpenWorld,
		},
	}
	if _, verifies := c.Auth.(auth.OAuth); verifies {
		t.SecuritySchemes, t.Meta = schemes(d.spec.Access)
	}
	return t
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
