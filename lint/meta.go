package lint

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/comity-mcp/comity/fault"
)

// metaRules are about what a tool carries for single hosts in _meta, and about the tools that hosts know by their shape.
func metaRules() []Rule {
	return []Rule{
		{Rule: fault.Rule{
			ID:    "meta-key",
			Doc:   "A key of _meta has the form MCP gives it, a prefix of labels and a name.",
			URL:   specBasic,
			Level: fault.Warning,
		}, Check: eachTool(metaKey)},
		{Rule: fault.Rule{
			ID:    "meta-status-text",
			Doc:   "What ChatGPT shows while a tool runs and after has at most 64 characters.",
			URL:   openaiReference,
			Level: fault.Warning,
		}, OpenAI: fault.Error, Anthropic: Moot, Check: eachTool(metaStatusText)},
		{Rule: fault.Rule{
			ID:    "meta-openai-value",
			Doc:   "OpenAI's keys in _meta have the types that ChatGPT reads.",
			URL:   openaiReference,
			Level: fault.Warning,
		}, OpenAI: fault.Error, Anthropic: Moot, Check: eachTool(metaOpenAIValue)},
		{Rule: fault.Rule{
			ID:    "meta-file-params",
			Doc:   "An input that ChatGPT fills with a file is an input of the tool.",
			URL:   openaiReference,
			Level: fault.Warning,
		}, OpenAI: fault.Error, Anthropic: Moot, Check: eachTool(metaFileParams)},
		{Rule: fault.Rule{
			ID:    "meta-result-size",
			Doc:   "The result size that a tool asks of Claude Code is a whole number of at most 500,000 characters.",
			URL:   claudeCode,
			Level: fault.Warning,
		}, OpenAI: Moot, Check: eachTool(metaResultSize)},
		{Rule: fault.Rule{
			ID:    "meta-profile",
			Doc:   "The tool that tells ChatGPT whose account is linked is read-only, takes nothing and returns an id, or the connection is blocked.",
			URL:   openaiAuth,
			Level: fault.Warning,
		}, OpenAI: fault.Error, Anthropic: Moot, Check: eachTool(metaProfile)},
		{Rule: fault.Rule{
			ID:    "search-fetch",
			Doc:   "The pair search and fetch has the shape that deep research and company knowledge call it with.",
			URL:   openaiDeepResearch,
			Level: fault.Info,
		}, OpenAI: fault.Warning, Anthropic: Moot, Check: searchFetch},
	}
}

// metaForm is the form of a key (MCP 2026-07-28, basic, _meta).
var metaForm = lazy(`^(?:[A-Za-z](?:[A-Za-z0-9-]*[A-Za-z0-9])?(?:\.[A-Za-z](?:[A-Za-z0-9-]*[A-Za-z0-9])?)*/)?(?:[A-Za-z0-9](?:[A-Za-z0-9_./-]*[A-Za-z0-9])?)?$`)

func metaKey(p *Pass, t *tool) {
	for _, key := range slices.Sorted(maps.Keys(t.Meta)) {
		if !metaForm.matches(key) {
			p.Report(t.path+"._meta", "The key %q has another form than MCP gives keys: write a prefix of labels, a slash and a name, for example "+
				"\"com.example/colour\".", excerpt(key))
		}
	}
}

// metaText returns a member of _meta as a string, and whether it is one.
func metaText(t *tool, key string) (string, bool) {
	if !isText(t.Meta[key]) {
		return "", false
	}
	var s string
	err := json.Unmarshal(t.Meta[key], &s)
	return s, err == nil
}

func metaStatusText(p *Pass, t *tool) {
	const limit = 64
	for _, key := range []string{"openai/toolInvocation/invoking", "openai/toolInvocation/invoked"} {
		if text, ok := metaText(t, key); ok && utf8.RuneCountInString(text) > limit {
			p.Report(t.path+"._meta", "The text under %q has %d characters, more than the %d ChatGPT takes: shorten it.", key, utf8.RuneCountInString(text), limit)
		}
	}
}

// openaiTypes are what ChatGPT reads, with how a value is said.
var openaiTypes = []struct {
	key, want string
	ok        func(json.RawMessage) bool
}{
	{"openai/toolInvocation/invoking", "a text", isText},
	{"openai/toolInvocation/invoked", "a text", isText},
	{"openai/outputTemplate", "a text", isText},
	{"openai/widgetAccessible", "true or false", isBool},
	{"openai/visibility", `"public" or "private"`, func(raw json.RawMessage) bool { return string(raw) == `"public"` || string(raw) == `"private"` }},
	{"openai/profile", "true", func(raw json.RawMessage) bool { return string(raw) == "true" }},
	{"openai/fileParams", "a list of names", func(raw json.RawMessage) bool {
		return json.Unmarshal(raw, &[]string{}) == nil && string(raw) != "null"
	}},
}

func isText(raw json.RawMessage) bool { return len(raw) > 0 && raw[0] == '"' }
func isBool(raw json.RawMessage) bool { return string(raw) == "true" || string(raw) == "false" }

func metaOpenAIValue(p *Pass, t *tool) {
	for _, known := range openaiTypes {
		if raw, ok := t.Meta[known.key]; ok && !known.ok(raw) {
			p.Report(t.path+"._meta", "The value of %q is %s, which ChatGPT does not read: make it %s.", known.key, excerpt(string(raw)), known.want)
		}
	}
}

func metaFileParams(p *Pass, t *tool) {
	var names []string
	if json.Unmarshal(t.Meta["openai/fileParams"], &names) != nil {
		return
	}
	for _, name := range names {
		if !slices.ContainsFunc(t.input.top(), func(n *node) bool { return n.name == name }) {
			p.Report(t.path+"._meta", "The list \"openai/fileParams\" names %q, and the tool has no such input: mend the name.", excerpt(name))
		}
	}
}

func metaResultSize(p *Pass, t *tool) {
	raw, ok := t.Meta["anthropic/maxResultSizeChars"]
	if !ok {
		return
	}
	const most = 500_000
	var n int
	if err := json.Unmarshal(raw, &n); err != nil || n < 1 || n > most {
		p.Report(t.path+"._meta", "The value of \"anthropic/maxResultSizeChars\" is %s: make it a whole number between 1 and %d.", excerpt(string(raw)), most)
	}
}

func metaProfile(p *Pass, t *tool) {
	if string(t.Meta["openai/profile"]) != "true" {
		return
	}
	var wrong []string
	if !t.ReadOnly() {
		wrong = append(wrong, "is read-only")
	}
	if len(t.input.top()) > 0 {
		wrong = append(wrong, "takes nothing")
	}
	id := slices.ContainsFunc(t.output.top(), func(n *node) bool {
		return n.name == "id" && n.is("string") && slices.Contains(t.output.root.required(), "id")
	})
	strangers := slices.ContainsFunc(t.output.top(), func(n *node) bool {
		return !slices.Contains([]string{"id", "name", "email", "nickname"}, n.name)
	})
	if !id || strangers {
		wrong = append(wrong, "returns a required text \"id\" and at most name, email and nickname beside it")
	}
	if len(wrong) > 0 {
		p.Report(t.path, "The tool tells ChatGPT whose account is linked (\"openai/profile\"), and such a tool %s: mend it, or drop the key.",
			strings.Join(wrong, ", and "))
	}
}

// shape is what a host wants of one tool's schema: these inputs and no others, and these outputs.
type shape struct {
	tool, input string
	list        string // the output that is a list of objects with these members, or ""
	outputs     []string
}

var deepResearch = []shape{
	{"search", "query", "results", []string{"id", "title", "url"}},
	{"fetch", "id", "", []string{"id", "title", "text", "url"}},
}

// searchFetch looks at a server with both tools; either name alone promises nothing.
func searchFetch(p *Pass) {
	pair := map[string]*tool{}
	for _, t := range p.tools {
		pair[t.Name] = t
	}
	if pair["search"] == nil || pair["fetch"] == nil {
		return
	}
	for _, want := range deepResearch {
		t := pair[want.tool]
		if wrong := want.misses(t); wrong != "" {
			p.Report(t.path, "Deep research calls %q with one text %q and reads %s, but the tool %s: give it that shape, or another name.",
				want.tool, want.input, strings.Join(want.outputs, ", "), wrong)
		}
	}
}

// misses says what the tool lacks of the shape, or "".
func (s shape) misses(t *tool) string {
	if !t.ReadOnly() {
		return "is not read-only"
	}
	if top := t.input.top(); len(top) != 1 || top[0].name != s.input || !top[0].is("string") {
		return fmt.Sprintf("takes %s", orNothing(list(names(top))))
	}
	if !t.output.sent {
		return "has no outputSchema"
	}
	for _, name := range s.outputs {
		if !slices.ContainsFunc(t.output.nodes, func(n *node) bool {
			inList := n.parent != nil && n.parent.place == atItems && n.parent.parent.name == s.list
			return n.name == name && (s.list != "" && inList || s.list == "" && n.parent == t.output.root)
		}) {
			return fmt.Sprintf("does not return %s", strings.TrimPrefix(s.list+"[]."+name, "[]."))
		}
	}
	return ""
}

func orNothing(text string) string {
	if text == "" {
		return "nothing"
	}
	return text
}
