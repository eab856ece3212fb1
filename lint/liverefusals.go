package lint

import (
	"fmt"

	"github.com/comity-mcp/comity/fault"
)

// liveRefusalRules are about the form of an error, liveErrorTextRules about its words.
func liveRefusalRules() []Rule {
	return []Rule{
		{Rule: fault.Rule{
			ID:    "live-error-for-model",
			Doc:   "What a model can mend in its arguments comes back as a result with isError, which it reads; a JSON-RPC error may end the turn.",
			URL:   specTools,
			Level: fault.Warning,
		}, Check: eachCall(liveErrorForModel)},
		{Rule: fault.Rule{
			ID:    "live-unknown-tool",
			Doc:   "A call of a tool that does not exist is a JSON-RPC error, -32602.",
			URL:   specTools,
			Level: fault.Warning,
		}, Check: eachCall(liveUnknownTool)},
		{Rule: fault.Rule{
			ID:    "live-error-code",
			Doc:   "A JSON-RPC error has a code that is a whole number and not 0.",
			URL:   jsonRPC,
			Level: fault.Error,
		}, Check: eachCall(liveErrorCode)},
		{Rule: fault.Rule{
			ID:    "live-error-structured",
			Doc:   "A result with isError has text only; structuredContent beside it, often of zeros, is taken for an answer.",
			URL:   specTools,
			Level: fault.Info,
		}, Check: eachCall(liveErrorStructured)},
	}
}

func liveErrorForModel(_ *Pass, t *tool, c Call) string {
	if t == nil || !c.faulty() || c.Outcome != OutcomeError {
		return ""
	}
	return fmt.Sprintf("A call %s got a JSON-RPC error (%q): answer with isError and the same sentence as text.", c.sent(), excerpt(c.Text))
}

func liveUnknownTool(_ *Pass, _ *tool, c Call) string {
	if c.With != WithUnknown {
		return ""
	}
	switch {
	case c.Outcome == OutcomeResult:
		return fmt.Sprintf("A call %s succeeded: answer with the error -32602.", c.sent())
	case c.Outcome == OutcomeRefused:
		return fmt.Sprintf("A call %s got a result with isError: answer with the error -32602, so that a client tells a stale list from a "+
			"failed call.", c.sent())
	case c.Outcome == OutcomeError && c.Code != nil && *c.Code != -32602 && *c.Code != 0:
		return fmt.Sprintf("A call %s got the error code %d: use -32602.", c.sent(), *c.Code)
	}
	return ""
}

func liveErrorCode(_ *Pass, _ *tool, c Call) string {
	if c.Outcome != OutcomeError || c.Code != nil && *c.Code != 0 {
		return ""
	}
	return fmt.Sprintf("A call %s got a JSON-RPC error without a code of its own (%q): use -32602 for what the caller sent, -32603 for a "+
		"fault of the server.", c.sent(), excerpt(c.Text))
}

func liveErrorStructured(_ *Pass, _ *tool, c Call) string {
	if c.Outcome != OutcomeRefused || !c.Structured {
		return ""
	}
	return fmt.Sprintf("A call %s got isError and structuredContent: leave the latter out and say in text what is wrong.", c.sent())
}
