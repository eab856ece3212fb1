package release

import (
	"maps"
	"slices"
	"strings"

	"github.com/comity-mcp/comity/catalog"
	"github.com/comity-mcp/comity/schema"
)

// tool compares two releases of one tool.
func (c *comparison) tool(old, new catalog.Tool) {
	c.wording(old.Name+".title", "the title", title(old), title(new))
	c.wording(old.Name+".description", "the description", old.Description, new.Description)
	c.hints(old, new)
	c.access(old, new)
	c.input(old, new)
	c.output(old, new)
	c.meta(old, new)
}

// title is what people see: the tool's own, or that of the hints.
func title(t catalog.Tool) string {
	if t.Title == "" && t.Annotations != nil {
		return t.Annotations.Title
	}
	return t.Title
}

// hints compares what the tool promises. A hint that is not sent counts as hosts count it: a write that destroys, is not
// repeatable and reaches the open world (MCP specification 2026-07-28, schema, ToolAnnotations).
func (c *comparison) hints(old, new catalog.Tool) {
	path := old.Name + ".annotations"
	switch was, is := old.ReadOnly(), new.ReadOnly(); {
	case was && !is:
		c.breaking(path, approvers, "It no longer says that it only reads, yet published snippets never ask before they call it. Publish the tool that writes under a new name.")
		return
	case !was && is:
		c.risky(path, "people at the approval dialog, which hosts no longer show", "It says from now on that it only reads, so the never-approve list of the snippets has it. See that this is true.")
		return
	case was && is: // the other two hints have no meaning for a tool that only reads
	default:
		c.promise(path, "destructive", "that it destroys nothing", "that it may destroy", !hint(old, destructive, true), !hint(new, destructive, true))
		c.promise(path, "idempotent", "that it may be repeated", "that it may not be repeated", hint(old, idempotent, false), hint(new, idempotent, false))
	}
	c.promise(path, "open world", "that it stays within its own world", "that it reaches the open world", !hint(old, openWorld, true), !hint(new, openWorld, true))
}

// promise compares one hint, true for the safe side.
func (c *comparison) promise(path, what, safe, unsafe string, was, is bool) {
	switch {
	case was && !is:
		c.breaking(path, approvers, "It said %s, and says now %s. Publish what it has become under a new name, or keep the promise.", safe, unsafe)
	case !was && is:
		c.compatible(path, "", "It says from now on %s (%s). See that this is true.", safe, what)
	}
}

func destructive(a *catalog.Annotations) *bool { return a.DestructiveHint }
func idempotent(a *catalog.Annotations) *bool  { return a.IdempotentHint }
func openWorld(a *catalog.Annotations) *bool   { return a.OpenWorldHint }

func hint(t catalog.Tool, of func(*catalog.Annotations) *bool, unsaid bool) bool {
	if t.Annotations == nil || of(t.Annotations) == nil {
		return unsaid
	}
	return *of(t.Annotations)
}

// access compares who may call the tool. Without security schemes nothing is known, which is compared as open.
func (c *comparison) access(old, new catalog.Tool) {
	path := old.Name + ".securitySchemes"
	wasOpen, was := needs(old)
	isOpen, is := needs(new)
	switch {
	case wasOpen && !isOpen:
		c.breaking(path, "callers who are not signed in", "It needs a token from now on%s. Keep it open, or publish it under a new name.", with(is))
		return
	case !wasOpen && isOpen:
		c.risky(path, "the owners of what it shows or changes", "Anyone may call it from now on. See that this is meant.")
	}
	added, gone := without(is, was), without(was, is)
	switch {
	case len(added) > 0 && isOpen:
		c.compatible(path, "", "Signed-in callers are asked for %s too.", strings.Join(added, ", "))
	case len(added) > 0:
		c.breaking(path, "callers whose token has the old scopes only", "It needs %s too. Let the old scopes do, or give notice: each caller must sign in again.", strings.Join(added, ", "))
	}
	if len(gone) > 0 {
		c.compatible(path, "", "It no longer asks for %s.", strings.Join(gone, ", "))
	}
}

func with(scopes []string) string {
	if len(scopes) == 0 {
		return ""
	}
	return " with " + strings.Join(scopes, ", ")
}

// needs returns whether anyone may call the tool, and the scopes it asks signed-in callers for.
func needs(t catalog.Tool) (open bool, scopes []string) {
	open = len(t.SecuritySchemes) == 0
	for _, s := range t.SecuritySchemes {
		open = open || s.Type == "noauth"
		scopes = append(scopes, s.Scopes...)
	}
	return open, scopes
}

func (c *comparison) input(old, new catalog.Tool) {
	c.schema(old.Name+".input", callers, schema.Diff(object(old.InputSchema), object(new.InputSchema), schema.Arguments))
}

func (c *comparison) output(old, new catalog.Tool) {
	path := old.Name + ".output"
	switch {
	case old.OutputSchema == nil && new.OutputSchema == nil:
	case old.OutputSchema == nil:
		c.compatible(path, "", "Results are described for the first time, and structured from now on.")
	case new.OutputSchema == nil:
		c.breaking(path, "clients that read structuredContent", "Results are no longer described. Keep the output schema.")
	default:
		c.schema(path, "clients that read structuredContent", schema.Diff(old.OutputSchema, new.OutputSchema, schema.Result))
	}
}

func (c *comparison) schema(path, hurts string, changes []schema.Change) {
	for _, d := range changes {
		at := path
		if d.Path != "" {
			at += "." + d.Path
		}
		who := hurts
		if d.Class == schema.Compatible {
			who = ""
		}
		c.changes = append(c.changes, Change{at, d.Class, d.Says, who})
	}
}

// object is a schema, or that of a tool that has none.
func object(s []byte) []byte {
	if s == nil {
		return []byte(`{"type":"object"}`)
	}
	return s
}

// meta compares _meta, without the mirror of the security schemes.
func (c *comparison) meta(old, new catalog.Tool) {
	keys := slices.AppendSeq(slices.Collect(maps.Keys(old.Meta)), maps.Keys(new.Meta))
	slices.Sort(keys)
	for _, key := range slices.Compact(keys) {
		if key != "securitySchemes" && !same(old.Meta[key], new.Meta[key]) {
			c.risky(old.Name+"._meta", "hosts that read it", "The member %q changes. Look up what it means to the host that reads it.", key)
		}
	}
}
