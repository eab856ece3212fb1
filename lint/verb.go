package lint

import "slices"

// action is what a tool's name promises.
type action int

const (
	unclear action = iota + 1
	reading
	writing
	destroying
)

// The verbs are those on which the directories' reviewers agree (OpenAI app submission guidelines,
// Anthropic review criteria, read 2026-11-29). Words that are as often nouns (order, book, release,
// archive) or that honest read-only tools use (add two numbers, run a query) are left out on purpose:
// a wrong verdict here stops an honest author.
var (
	readingVerbs = []string{"get", "list", "search", "read", "find", "check", "lookup", "show", "describe"}

	writingVerbs = []string{"create", "update", "set", "send", "post", "start", "submit", "insert", "write", "upload",
		"rename", "publish", "approve", "assign", "allocate", "enable", "disable", "patch", "modify"}

	destroyingVerbs = []string{"delete", "remove", "drop", "purge", "revoke", "cancel", "overwrite", "destroy",
		"erase", "wipe", "truncate", "uninstall"}

	// joinedVerbs change things when they follow a reading verb: find_and_replace, get_or_create.
	joinedVerbs = []string{"replace", "clear", "reset", "merge", "add", "save", "mark", "edit", "fix", "move", "ensure",
		"upsert", "archive", "close", "lock", "reserve", "claim"}

	// nounsAfter turn a verb into the first half of a noun (or, for check in, into another verb).
	nounsAfter = map[string][]string{
		"check":  {"in", "out", "off", "ins", "outs"},
		"drop":   {"off", "offs", "rate", "rates", "down", "downs", "shipping"},
		"start":  {"time", "times", "date", "dates", "page", "point", "points", "position", "positions", "up", "ups"},
		"set":    {"list", "lists", "size", "sizes", "theory", "pieces", "piece"},
		"update": {"history", "log", "logs", "notes"},
		"patch":  {"history", "level", "levels", "notes"},
		"cancel": {"policy", "policies", "rate", "rates"},
		"write":  {"up", "ups", "speed", "speeds", "rate", "rates"},
		"find":   {"replace"},
		"list":   {"price", "prices"},
	}

	// posted are the things that only the verb post goes with; elsewhere it is a noun (post_stats).
	posted = []string{"message", "messages", "comment", "comments", "reply", "tweet", "update", "status", "invoice",
		"entry", "payment", "review", "job", "announcement"}
)

// promise returns what the name's verb says the tool does, and the verb. The verb is the first word, or
// the second when the first is the server's own name (inventory_get_customer).
func promise(name []string, server string) (action, string) {
	if len(name) > 1 && kindOf(name[0]) == unclear && slices.Contains(words(server), name[0]) {
		name = name[1:]
	}
	if len(name) == 0 {
		return unclear, ""
	}
	verb := name[0]
	if len(name) > 1 && slices.Contains(nounsAfter[verb], name[1]) {
		return unclear, verb
	}
	if verb == "post" && (len(name) == 1 || !slices.Contains(posted, name[1])) {
		return unclear, verb
	}
	kind := kindOf(verb)
	if kind != reading {
		return kind, verb
	}
	for i, w := range name[1:] {
		before := name[i]
		switch joined := before == "or" || before == "and"; {
		case joined && (kindOf(w) == writing || kindOf(w) == destroying):
			return kindOf(w), w
		case joined && slices.Contains(joinedVerbs, w):
			return writing, w
		}
	}
	if slices.Contains(name, "sale") { // list_item_for_sale offers, it does not list
		return unclear, verb
	}
	return reading, verb
}

func kindOf(word string) action {
	switch {
	case slices.Contains(readingVerbs, word):
		return reading
	case slices.Contains(writingVerbs, word):
		return writing
	case slices.Contains(destroyingVerbs, word):
		return destroying
	}
	return unclear
}
