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
	readingVerbs = []string{"get", "list", "search", "read", "find", "check", "lookup", "describe"}

	writingVerbs = []string{"create", "update", "set", "send", "post", "start", "submit", "insert", "write", "upload",
		"rename", "publish", "approve", "assign", "allocate", "enable", "disable", "patch", "modify"}

	destroyingVerbs = []string{"delete", "remove", "drop", "purge", "revoke", "cancel", "overwrite", "destroy",
		"erase", "wipe", "truncate", "uninstall"}

	// joinedVerbs change things when they follow a reading verb: find_and_replace, get_or_create.
	joinedVerbs = []string{"replace", "clear", "reset", "merge", "add", "save", "mark", "edit", "fix", "move", "ensure",
		"upsert", "archive", "close", "lock", "reserve", "claim", "book", "store", "order", "buy", "pay"}

	// nounsAfter turn a verb into the first half of a noun (or, for check in, into another verb).
	nounsAfter = map[string][]string{
		"cancel":   {"policy", "policies", "rate", "rates"},
		"drop":     {"off", "offs", "rate", "rates", "down", "downs", "shipping"},
		"patch":    {"history", "level", "levels", "notes"},
		"read":     {"aloud", "out"},
		"remove":   {"duplicates", "whitespace", "html", "tags", "accents", "background", "punctuation", "markdown", "formatting"},
		"send":     {"query", "question", "times", "time"},
		"set":      {"list", "lists", "size", "sizes", "theory", "piece", "pieces", "difference", "intersection", "union"},
		"start":    {"time", "times", "date", "dates", "page", "point", "points", "position", "positions", "up", "ups"},
		"submit":   {"query", "question", "search"},
		"truncate": {"text", "string"},
		"update":   {"history", "log", "logs", "notes"},
		"write":    {"up", "ups", "speed", "speeds", "rate", "rates"},
	}

	// computed are what a tool creates only in its answer.
	computed = []string{"preview", "summary", "hash", "checksum", "chart", "comparison", "overview", "diff", "list", "plan",
		"estimate", "embedding", "embeddings"}

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
	if otherwise(verb, name[1:]) {
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
	return reading, verb
}

// otherwise reports whether the words after the verb give it another meaning, so that it promises
// nothing: set_list is a noun, check_in another verb, list_item offers something for sale.
func otherwise(verb string, rest []string) bool {
	if len(rest) == 0 {
		return verb == "post"
	}
	last := rest[len(rest)-1]
	switch verb {
	case "post":
		return !slices.Contains(posted, rest[0])
	case "create":
		return slices.Contains(computed, last)
	case "check":
		return slices.ContainsFunc(rest, func(w string) bool { return slices.Contains([]string{"in", "out", "off"}, w) })
	case "list":
		return slices.Contains([]string{"item", "product", "property", "listing", "sale", "price"}, last)
	}
	return slices.Contains(nounsAfter[verb], rest[0])
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
