package page

import (
	"github.com/comity-mcp/comity/annotations"
	"github.com/comity-mcp/comity/catalog"
)

// effect is what a call does to the world, in words.
type effect struct {
	Kind  string // reads, adds or changes: the three that hosts tell apart
	Word  string // what the badge says
	Hosts string // how hosts take it
	Again string // what a second call does
}

// effectOf reads the annotations as hosts do, a missing hint as the dangerous one (MCP 2026-07-28, schema,
// ToolAnnotations). declared may be zero, and counts where it agrees with them only.
func effectOf(t catalog.Tool, declared annotations.Effect) effect {
	a := t.Annotations
	if a == nil {
		a = &catalog.Annotations{}
	}
	destructive := a.DestructiveHint == nil || *a.DestructiveHint
	idempotent := a.IdempotentHint != nil && *a.IdempotentHint
	e := effect{Again: "Each call takes effect anew."}
	switch {
	case t.ReadOnly():
		e.Kind, e.Word, e.Again = "reads", "Reads", ""
		e.Hosts = "Hosts take it as read-only: most run it without asking, and some run several at once."
	case !destructive:
		e.Kind, e.Word = "adds", "Adds"
		e.Hosts = "Hosts take it as a write that destroys nothing: they ask, unless told otherwise."
	default:
		e.Kind, e.Word = "changes", "Changes or deletes"
		e.Hosts = "Hosts take it as destructive: expect them to ask before every call."
	}
	if idempotent && e.Kind != "reads" {
		e.Again = "A second call with the same arguments changes nothing more."
	}
	if word := words[declared]; word != "" && e.Kind != "reads" && destructive == annotations.Writes(declared, annotations.Closed).Destructive {
		e.Word = word
	}
	return e
}

// words are the declared effects as the badge has them.
var words = map[annotations.Effect]string{
	annotations.Creates: "Adds", annotations.Ensures: "Adds once", annotations.Alters: "Changes",
	annotations.Sends: "Sends", annotations.Replaces: "Replaces", annotations.Deletes: "Deletes",
}

// worldOf says what the tool can reach.
func worldOf(t catalog.Tool) string {
	if a := t.Annotations; a != nil && a.OpenWorldHint != nil && !*a.OpenWorldHint {
		return "Stays within its own system"
	}
	return "Reaches the open world"
}
