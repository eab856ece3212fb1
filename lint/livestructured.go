package lint

import (
	"fmt"

	"github.com/comity-mcp/comity/fault"
)

// liveStructuredRules are about structuredContent, liveResultRules about results of any kind.
func liveStructuredRules() []Rule {
	return []Rule{
		{Rule: fault.Rule{
			ID:    "live-structured-missing",
			Doc:   "A tool with an outputSchema sends structuredContent with every result; clients that check refuse the call otherwise.",
			URL:   specTools,
			Level: fault.Error,
		}, Check: eachResult(liveStructuredMissing)},
		{Rule: fault.Rule{
			ID:    "live-structured-invalid",
			Doc:   "structuredContent conforms to the published outputSchema.",
			URL:   specTools,
			Level: fault.Error,
		}, Check: eachResult(liveStructuredInvalid)},
		{Rule: fault.Rule{
			ID:    "live-structured-undeclared",
			Doc:   "A tool that sends structuredContent publishes its outputSchema, by which a host knows what it gets.",
			URL:   specTools,
			Level: fault.Info,
		}, Check: eachResult(liveStructuredUndeclared)},
		{Rule: fault.Rule{
			ID:    "live-structured-mirror",
			Doc:   "What stands in structuredContent stands in a text block too, as the same JSON, for hosts that read text only.",
			URL:   specTools,
			Level: fault.Warning,
		}, Check: eachResult(liveStructuredMirror)},
	}
}

func liveStructuredMissing(_ *Pass, t *tool, c Call) string {
	if !t.output.sent || c.Structured {
		return ""
	}
	return "The result has no structuredContent, and the tool publishes an outputSchema: send both or neither."
}

func liveStructuredInvalid(_ *Pass, t *tool, c Call) string {
	if len(c.Invalid) == 0 {
		return ""
	}
	more := ""
	if n := len(c.Invalid) - 1; n > 0 {
		more = fmt.Sprintf(", and in %d more places", n)
	}
	return fmt.Sprintf("structuredContent breaks the published outputSchema (%s%s): mend the schema or the result, and check every result "+
		"before it is sent.", excerpt(c.Invalid[0]), more)
}

func liveStructuredUndeclared(_ *Pass, t *tool, c Call) string {
	if t.output.sent || !c.Structured {
		return ""
	}
	return "The result has structuredContent, and the tool publishes no outputSchema: publish it."
}

func liveStructuredMirror(_ *Pass, _ *tool, c Call) string {
	if !c.Structured || c.Mirrored {
		return ""
	}
	return "No text block holds the JSON of structuredContent: add one, since several hosts give a model the text only."
}
