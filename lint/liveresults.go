package lint

import (
	"fmt"
	"strings"

	"github.com/comity-mcp/comity/fault"
	"github.com/comity-mcp/comity/internal/seen"
)

func liveResultRules() []Rule {
	return []Rule{
		{Rule: fault.Rule{
			ID:    "live-result-empty",
			Doc:   "A result says something; to a model, nothing at all is the same as a call that was lost.",
			URL:   claudeWriting,
			Level: fault.Warning,
		}, Check: eachResult(liveResultEmpty)},
		{Rule: fault.Rule{
			ID:    "live-result-size",
			Doc:   "A result costs a model at most 25,000 tokens, estimated as one for every 4 bytes, where Claude Code cuts.",
			URL:   claudeWriting,
			Level: fault.Warning,
		}, Check: eachResult(liveResultSize)},
		{Rule: fault.Rule{
			ID:    "live-result-cut",
			Doc:   "A result has at most 150,000 bytes, beyond which claude.ai and Claude Desktop cut it anywhere.",
			URL:   claudeDesign,
			Level: fault.Error,
		}, OpenAI: fault.Warning, Check: eachResult(liveResultCut)},
		{Rule: fault.Rule{
			ID:    "live-result-secret",
			Doc:   "No result carries a key, a token or a password of another system.",
			URL:   owaspSecrets,
			Level: fault.Error,
		}, Check: eachResult(liveResultSecret)},
		{Rule: fault.Rule{
			ID:    "live-result-hidden",
			Doc:   "No result has characters that a person cannot see, or tags that pose as a prompt's own.",
			URL:   mcpLint,
			Level: fault.Warning,
		}, Check: eachResult(liveResultHidden)},
		{Rule: fault.Rule{
			ID:    "live-result-shape",
			Doc:   "The same arguments give a result of the same shape, its members in the same order, so that answers can be compared and cached.",
			URL:   glama,
			Level: fault.Info,
		}, Check: liveResultShape},
	}
}

func liveResultEmpty(_ *Pass, _ *tool, c Call) string {
	if c.Structured || blank(c.Text) && len(c.Blocks) == 0 {
		if c.Structured {
			return ""
		}
		return "The result has no content: say what was found, also when that is nothing."
	}
	if blank(c.Text) && !hasOther(c.Blocks) {
		return "The result is a text block without text: say what was found, also when that is nothing."
	}
	return ""
}

// hasOther reports whether there is a block that is not text.
func hasOther(blocks []string) bool {
	for _, b := range blocks {
		if b != "text" {
			return true
		}
	}
	return false
}

const resultTokens, resultBytes = 25_000, 150_000

func liveResultSize(_ *Pass, _ *tool, c Call) string {
	if n := tokens(c.Bytes); n > resultTokens && c.Bytes <= resultBytes {
		return fmt.Sprintf("A call %s got about %d tokens, more than %d: take a limit and a cursor, or an input that narrows.", c.sent(), n, resultTokens)
	}
	return ""
}

func liveResultCut(_ *Pass, _ *tool, c Call) string {
	if c.Bytes <= resultBytes {
		return ""
	}
	return fmt.Sprintf("A call %s got %d bytes, more than the %d after which a host cuts: cut it yourself, and say how much there is and "+
		"how to ask for less.", c.sent(), c.Bytes, resultBytes)
}

// secretMarks are the marks of what opens another system, by name.
var secretMarks = []struct {
	name string
	phrase
}{
	{"a private key", phrase{"PRIVATE KEY", lazy(`-----BEGIN (?:[A-Z]+ )?PRIVATE KEY-----`)}},
	{"a signed token", phrase{"eyJ", lazy(`\beyJ[A-Za-z0-9_-]{10,}\.eyJ[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]{10,}`)}},
	{"an AWS access key", phrase{"AKIA|ASIA", lazy(`\b(?:AKIA|ASIA)[0-9A-Z]{16}\b`)}},
	{"a GitHub token", phrase{"ghp_|gho_|ghu_|ghs_|ghr_|github_pat_", lazy(`\bgh[pousr]_[A-Za-z0-9]{36,}\b|\bgithub_pat_[A-Za-z0-9_]{50,}\b`)}},
	{"a Slack token", phrase{"xox", lazy(`\bxox[abprs]-[A-Za-z0-9-]{20,}`)}},
	{"an API key", phrase{"sk-", lazy(`\bsk-(?:ant-|proj-)?[A-Za-z0-9_-]{32,}`)}},
	{"a password in an address", phrase{"://", lazy(`\b(?:postgres(?:ql)?|mysql|mongodb(?:\+srv)?|redis|amqps?)://[^\s:/@]+:[^\s@/]+@`)}},
}

// secretIn names the first secret in a text, "" when there is none.
func secretIn(text string) string {
	for _, s := range secretMarks {
		if s.possible(text) && s.pattern.matches(text) {
			return s.name
		}
	}
	return ""
}

func liveResultSecret(_ *Pass, _ *tool, c Call) string {
	name := secretIn(c.Text)
	if name == "" {
		return ""
	}
	return fmt.Sprintf("A call %s got a result with what looks like %s: leave it out, since hosts keep and show results.", c.sent(), name)
}

func liveResultHidden(_ *Pass, _ *tool, c Call) string {
	if i, r := seen.Invisible(c.Text); i >= 0 {
		return fmt.Sprintf("The result has the invisible character U+%04X, which a model reads and a person does not: take it out of what "+
			"comes from elsewhere.", r)
	}
	lower := strings.ToLower(c.Text)
	for _, pattern := range pseudoTags {
		if found := pattern.find(lower); found != "" {
			return fmt.Sprintf("The result has the tag %q, which poses as part of a prompt: escape or drop it in what comes from elsewhere.",
				excerpt(found))
		}
	}
	return ""
}

// liveResultShape compares calls made one after the other.
func liveResultShape(p *Pass) {
	first := map[string]Call{}
	eachResult(func(_ *Pass, _ *tool, c Call) string {
		if c.With != WithValid || c.Shape == "" {
			return ""
		}
		earlier, ok := first[c.Tool]
		if !ok {
			first[c.Tool] = c
			return ""
		}
		if string(earlier.Sent) != string(c.Sent) || earlier.As != c.As || earlier.Shape == c.Shape {
			return ""
		}
		return fmt.Sprintf("Two calls with the same arguments got results of different shape (%s): send every member every time, null "+
			"when empty, in one order.", excerpt(parting(earlier.Shape, c.Shape)))
	})(p)
}

// parting shows where two shapes begin to differ.
func parting(a, b string) string {
	i := 0
	for i < min(len(a), len(b)) && a[i] == b[i] {
		i++
	}
	from := max(0, i-12)
	return a[from:min(len(a), i+12)] + " and " + b[from:min(len(b), i+12)]
}
