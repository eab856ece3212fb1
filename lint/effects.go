package lint

import (
	"slices"
	"strings"

	"github.com/comity-mcp/comity/fault"
)

// effectRules compare what a tool says it does with what it offers for doing it safely.
func effectRules() []Rule {
	return []Rule{
		{Rule: fault.Rule{
			ID:    "hint-closed-web",
			Doc:   "A tool that searches or reads the internet says openWorldHint true, because hosts then look at its results before they act on them.",
			URL:   openaiReview,
			Level: fault.Warning,
		}, Check: eachTool(hintClosedWeb)},
		{Rule: fault.Rule{
			ID:    "hint-update-additive",
			Doc:   "A tool that changes something in place is destructive, also when the change can be undone.",
			URL:   openaiReview,
			Level: fault.Warning,
		}, Check: eachTool(hintUpdateAdditive)},
		{Rule: fault.Rule{
			ID:    "hint-idempotent-send",
			Doc:   "A tool that sends or adds and calls itself idempotent takes a key that tells a repeat from a second time.",
			URL:   cisco,
			Level: fault.Warning,
		}, Check: eachTool(hintIdempotentSend)},
		{Rule: fault.Rule{
			ID:    "write-repeat-key",
			Doc:   "A write that is not idempotent takes a key of the caller's choice, so that a call repeated after a time-out takes effect once.",
			URL:   openaiSubmit,
			Level: fault.Info,
		}, OpenAI: fault.Warning, Check: eachTool(writeRepeatKey)},
		{Rule: fault.Rule{
			ID:    "description-irreversible",
			Doc:   "A destructive tool says whether what it does can be undone.",
			URL:   openaiSubmit,
			Level: fault.Info,
		}, Check: eachTool(descriptionIrreversible)},
		{Rule: fault.Rule{
			ID:    "catalog-leak-path",
			Doc:   "One server does not read private data, take in what strangers wrote and send things out, all without being asked about in one place.",
			URL:   hintsBlog,
			Level: fault.Info,
		}, Check: catalogLeakPath},
		{Rule: fault.Rule{
			ID:    "catalog-no-reads",
			Doc:   "A server that reads anything says so of at least one tool; without a read-only tool people are asked about every call.",
			URL:   openaiReview,
			Level: fault.Info,
		}, Check: catalogNoReads},
	}
}

var webWords = phrase{"web|internet", lazy(`\b(?:search(?:es)?|brows(?:e|es)|crawl(?:s)?|scrap(?:e|es)|quer(?:y|ies)) (?:through )?(?:the )?(?:public |live |open )?(?:web|internet|world wide web)\b`)}

func hintClosedWeb(p *Pass, t *tool) {
	if t.Annotations == nil || t.Annotations.OpenWorldHint == nil || *t.Annotations.OpenWorldHint {
		return
	}
	found := webWords.in(strings.ToLower(t.Description))
	if slices.Contains([]string{"web_search", "search_web", "browse_web", "search_internet", "internet_search", "google_search"}, t.Name) {
		found = t.Name
	}
	if found != "" {
		p.Report(t.path+".annotations", "The tool reaches the internet (%q), but openWorldHint is false: set it to true.", excerpt(found))
	}
}

// inPlace are the verbs of a change to something that is there. set is none of them: set_reminder adds one.
var inPlace = []string{"update", "edit", "modify", "replace", "rename", "reset", "patch"}

func hintUpdateAdditive(p *Pass, t *tool) {
	kind, verb := promise(t.words, p.server.Name)
	if kind == unclear && len(t.words) > 0 && slices.Contains([]string{"edit", "replace", "reset"}, t.words[0]) && !otherwise(t.words[0], t.words[1:]) {
		verb = t.words[0]
	} else if kind != writing {
		return
	}
	if slices.Contains(inPlace, verb) && said(t, readOnlyHint) == no && said(t, destructiveHint) == no {
		p.Report(t.path+".annotations", "The name %q says that something is changed in place (%q), but destructiveHint is false: set it to true, "+
			"or choose a verb that adds.", excerpt(t.Name), verb)
	}
}

var keyNames = []string{"request_key", "idempotency_key", "idempotency_token", "client_token", "request_token", "client_request_id", "request_id",
	"dedupe_key", "deduplication_id", "external_id", "client_reference", "client_reference_id", "operation_id"}

// takesKey reports whether an input of the tool can tell a repeat from a second time.
func takesKey(t *tool) bool {
	return slices.ContainsFunc(t.input.top(), func(n *node) bool {
		return slices.Contains(keyNames, strings.Join(n.words, "_"))
	})
}

// idempotent is the tool's idempotentHint.
func idempotent(t *tool) answer {
	switch {
	case t.Annotations == nil || t.Annotations.IdempotentHint == nil:
		return unsaid
	case *t.Annotations.IdempotentHint:
		return yes
	}
	return no
}

func hintIdempotentSend(p *Pass, t *tool) {
	_, verb := promise(t.words, p.server.Name)
	if verb == "" || !slices.Contains([]string{"send", "post", "append", "charge", "pay", "transfer", "increment"}, verb) || said(t, readOnlyHint) != no {
		return
	}
	if idempotent(t) == yes && !takesKey(t) {
		p.Report(t.path+".annotations", "The tool says that a repeat changes nothing more (idempotentHint), but nothing in its inputs tells a "+
			"repeat from a second time: take a request_key, or set the hint to false.")
	}
}

func writeRepeatKey(p *Pass, t *tool) {
	if said(t, readOnlyHint) == no && idempotent(t) == no && !takesKey(t) && t.input.root != nil {
		p.Report(t.path+".input", "The tool is not idempotent and takes no key, so a call that is repeated after a time-out takes effect twice: "+
			"take a request_key of the caller's choice and answer a repeat with the first result.")
	}
}

var undoing = lazy(`\b(?:undo|undone|undoes|irrevers\w*|revers\w*|permanent\w*|recover\w*|restor\w*|revert\w*|rolled? back|trash|recycle|` +
	`lost|kept|stays?|remains?|until|for good|cannot be|can't be|can be|final|backup|histor(?:y|ies)|versions?|earlier)\b`)

func descriptionIrreversible(p *Pass, t *tool) {
	if said(t, destructiveHint) == yes && said(t, readOnlyHint) == no && !blank(t.Description) && !undoing.matches(strings.ToLower(t.Description)) {
		p.Report(t.path+".description", "The tool is destructive and does not say whether it can be undone: add that, for example \"It cannot be "+
			"undone\" or what is kept.")
	}
}

func catalogLeakPath(p *Pass) {
	var private, strangers, out string
	for _, t := range p.tools {
		if t.Annotations == nil || t.Annotations.OpenWorldHint == nil {
			continue
		}
		open := *t.Annotations.OpenWorldHint
		switch {
		case t.ReadOnly() && !open && private == "":
			private = t.path
		case t.ReadOnly() && open && strangers == "":
			strangers = t.path
		case said(t, readOnlyHint) == no && open && out == "":
			out = t.path
		}
	}
	if private != "" && strangers != "" && out != "" {
		p.Report("server.tools", "The server reads what is private (%q), what strangers wrote (%q) and sends things out (%q), so that a stranger's "+
			"text can have the private sent out: move one of the three to a server of its own.", private, strangers, out)
	}
}

func catalogNoReads(p *Pass) {
	if len(p.tools) > 1 && !slices.ContainsFunc(p.tools, func(t *tool) bool { return t.ReadOnly() }) {
		p.Report("server.tools", "None of the %d tools is read-only, so the never-approve list is empty and people are asked about every call: "+
			"set readOnlyHint on those that change nothing.", len(p.tools))
	}
}
