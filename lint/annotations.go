package lint

import (
	"slices"
	"strings"

	"github.com/comity-mcp/comity/fault"
)

func annotationRules() []Rule {
	return []Rule{
		{Rule: fault.Rule{
			ID:    "hint-missing",
			Doc:   "Every tool sends readOnlyHint, and destructiveHint unless it is read-only; hosts read a missing one as the more dangerous value, and directories refuse it.",
			URL:   openaiSkill,
			Level: fault.Error,
		}, Check: eachTool(hintMissing)},
		{Rule: fault.Rule{
			ID:    "hint-missing-review",
			Doc:   "Every tool sends openWorldHint, and destructiveHint even when it is read-only; OpenAI's directory refuses the submission otherwise.",
			URL:   openaiSkill,
			Level: fault.Error,
		}, Anthropic: fault.Info, Check: eachTool(hintMissingReview)},
		{Rule: fault.Rule{
			ID:    "hint-missing-repeat",
			Doc:   "A tool that is not read-only sends idempotentHint, by which a client may call again after a time-out.",
			URL:   specTools,
			Level: fault.Info,
		}, House: true, Check: eachTool(hintMissingRepeat)},
		{Rule: fault.Rule{
			ID:    "hint-contradiction",
			Doc:   "A tool that is read-only is not destructive.",
			URL:   specTools,
			Level: fault.Error,
		}, Check: eachTool(hintContradiction)},
		{Rule: fault.Rule{
			ID:    "hint-against-name",
			Doc:   "The verb in a tool's name and its hints agree: a reading verb is read-only, a writing verb is not, a deleting verb is destructive.",
			URL:   openaiSubmit,
			Level: fault.Error,
		}, Check: eachTool(hintAgainstName)},
		{Rule: fault.Rule{
			ID:    "hint-mixed-modes",
			Doc:   "One tool has one risk: no method or action input that offers reading and writing, because people approve the tool and not the value.",
			URL:   claudeReview,
			Level: fault.Error,
		}, OpenAI: fault.Warning, Check: eachInput(hintMixedModes)},
	}
}

func hintMissing(p *Pass, t *tool) {
	a := t.Annotations
	if a == nil {
		p.Report(t.path+".annotations", "The tool has no annotations, so hosts treat it as destructive and open-world: send title, "+
			"readOnlyHint, destructiveHint, idempotentHint and openWorldHint.")
		return
	}
	var missing []string
	if a.ReadOnlyHint == nil {
		missing = append(missing, "readOnlyHint")
	}
	if a.DestructiveHint == nil && !t.ReadOnly() {
		missing = append(missing, "destructiveHint")
	}
	if len(missing) > 0 {
		p.Report(t.path+".annotations", "The annotations lack %s, which hosts fill in with the more dangerous value: send true or "+
			"false for each.", list(missing))
	}
}

func hintMissingReview(p *Pass, t *tool) {
	a := t.Annotations
	if a == nil { // hint-missing says so
		return
	}
	var missing []string
	if a.DestructiveHint == nil && t.ReadOnly() {
		missing = append(missing, "destructiveHint")
	}
	if a.OpenWorldHint == nil {
		missing = append(missing, "openWorldHint")
	}
	if len(missing) > 0 {
		p.Report(t.path+".annotations", "The annotations lack %s, which OpenAI's directory wants of every tool, false included: send true or "+
			"false for each.", list(missing))
	}
}

func hintMissingRepeat(p *Pass, t *tool) {
	if a := t.Annotations; a != nil && a.IdempotentHint == nil && !t.ReadOnly() {
		p.Report(t.path+".annotations", "The annotations lack idempotentHint, so no client calls again after a time-out: send true when a "+
			"second call with the same arguments changes nothing more, else false.")
	}
}

func hintContradiction(p *Pass, t *tool) {
	if said(t, readOnlyHint) == yes && said(t, destructiveHint) == yes {
		p.Report(t.path+".annotations", "The tool is read-only and destructive at once; Codex asks for approval, others do not: "+
			"set destructiveHint to false, or readOnlyHint to false if it changes anything.")
	}
}

func hintAgainstName(p *Pass, t *tool) {
	kind, verb := promise(t.words, p.server.Name)
	readOnly := said(t, readOnlyHint)
	switch {
	case (kind == writing || kind == destroying) && readOnly == yes:
		p.Report(t.path+".annotations", "The name %q says that it writes (%q), but readOnlyHint is true, so hosts may run it "+
			"unasked: declare a write, or name it for what it reads, for example \"get_\" or \"list_\".", excerpt(t.Name), verb)
	case kind == destroying && said(t, destructiveHint) == no:
		p.Report(t.path+".annotations", "The name %q says that something is lost (%q), but destructiveHint is false: declare it "+
			"destructive, or choose a verb that keeps what was there.", excerpt(t.Name), verb)
	case kind == reading && readOnly == no:
		p.Report(t.path+".annotations", "The name %q says that it only reads (%q), but readOnlyHint is false: declare a read, or "+
			"choose a verb that says what it changes.", excerpt(t.Name), verb)
	}
}

var (
	modeNames = []string{"method", "http_method", "operation", "action", "op", "verb"}
	safeModes = []string{"get", "head", "options", "list", "read", "search", "find", "fetch", "view", "show", "query",
		"describe", "lookup"}
	unsafeModes = []string{"post", "put", "patch", "delete", "create", "update", "remove", "add", "set", "write", "send",
		"insert", "edit", "cancel", "replace"}
)

// modeTopics are what a tool can be about so that its action or method is a thing it speaks of and not a
// mode: grant_permission(action: read | write), list_audit_events(action: read | delete).
var modeTopics = []string{"permission", "permissions", "access", "role", "roles", "policy", "policies", "acl", "audit", "event",
	"events", "log", "logs", "rule", "rules", "webhook", "webhooks", "hook", "hooks", "trigger", "triggers", "allowed", "can"}

// hintMixedModes leaves alone a read-only tool with a reading verb, where the values are a filter, and a
// tool about permissions or events.
func hintMixedModes(p *Pass, t *tool, n *node) {
	if n.place != atProperty || !slices.Contains(modeNames, strings.Join(n.words, "_")) {
		return
	}
	if kind, _ := promise(t.words, p.server.Name); kind == reading && t.ReadOnly() {
		return
	}
	if slices.ContainsFunc(t.words, func(w string) bool { return slices.Contains(modeTopics, w) }) {
		return
	}
	var safe, unsafe string
	for _, v := range values(n) {
		w := words(v)
		switch {
		case len(w) == 0:
		case safe == "" && slices.Contains(safeModes, w[0]):
			safe = v
		case unsafe == "" && slices.Contains(unsafeModes, w[0]):
			unsafe = v
		}
	}
	if safe != "" && unsafe != "" {
		p.Report(n.path, "The input %q offers %q, which reads, and %q, which writes, under one approval: make one tool of each, "+
			"or one for all that reads and one for all that writes.", n.name, excerpt(safe), excerpt(unsafe))
	}
}

// values returns the strings of the node's enum.
func values(n *node) []string {
	enum, _ := n.keys["enum"].([]any)
	var texts []string
	for _, v := range enum {
		if s, ok := v.(string); ok {
			texts = append(texts, s)
		}
	}
	return texts
}

// answer is a hint as found.
type answer int

const (
	unsaid answer = iota + 1
	yes
	no
)

// hint names one of the four booleans.
type hint int

const (
	readOnlyHint hint = iota + 1
	destructiveHint
)

func said(t *tool, h hint) answer {
	if t.Annotations == nil {
		return unsaid
	}
	sent := t.Annotations.ReadOnlyHint
	if h == destructiveHint {
		sent = t.Annotations.DestructiveHint
	}
	switch {
	case sent == nil:
		return unsaid
	case *sent:
		return yes
	}
	return no
}
