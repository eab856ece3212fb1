package lint

import (
	"slices"
	"strings"

	"github.com/comity-mcp/comity/fault"
)

func outputRules() []Rule {
	return []Rule{
		{Rule: fault.Rule{
			ID:    "output-missing",
			Doc:   "A tool says what comes back with an outputSchema.",
			URL:   openaiSkill,
			Level: fault.Info,
		}, Check: eachTool(outputMissing)},
		{Rule: fault.Rule{
			ID:    "output-root",
			Doc:   "An output schema literally has \"type\": \"object\" at its root; older clients refuse the list otherwise.",
			URL:   specTools,
			Level: fault.Error,
		}, Check: eachTool(outputRoot)},
		{Rule: fault.Rule{
			ID:    "output-open",
			Doc:   "Every object of an output says with additionalProperties whether there is more in it than it lists.",
			URL:   openaiSubmit,
			Level: fault.Info,
		}, Check: eachOutput(outputOpen)},
		{Rule: fault.Rule{
			ID:    "output-undescribed",
			Doc:   "Every property of an output has a description.",
			URL:   openaiSkill,
			Level: fault.Info,
		}, Check: eachOutput(outputUndescribed)},
		{Rule: fault.Rule{
			ID:    "output-telemetry",
			Doc:   "An output carries what the task needs and no telemetry, such as trace or session identifiers.",
			URL:   openaiSubmit,
			Level: fault.Warning,
		}, Check: eachOutput(outputTelemetry)},
	}
}

func outputMissing(p *Pass, t *tool) {
	if !t.output.sent {
		p.Report(t.path+".output", "The tool has no outputSchema, so a client learns the shape of an answer only from answers: send one.")
	}
}

func outputRoot(p *Pass, t *tool) {
	path := t.path + ".output"
	switch root := t.output.root; {
	case !t.output.sent:
	case root == nil:
		p.Report(path, "The outputSchema is no JSON object: send an object schema, or leave it out.")
	case root.keys["type"] != "object":
		p.Report(path, "The root of the outputSchema does not say \"type\": \"object\": wrap the value in an object with one property.")
	}
}

func outputOpen(p *Pass, t *tool, n *node) {
	if n.object() && !n.has("additionalProperties") {
		p.Report(n.path, "%s does not say whether there is more in it: add \"additionalProperties\": false.", n.objectLabel())
	}
}

func outputUndescribed(p *Pass, t *tool, n *node) {
	if n.place == atProperty && n.keys != nil && blank(n.text("description")) {
		p.Report(n.path, "The output %q has no description: say what it is, with its unit.", n.name)
	}
}

var telemetry = []string{"trace_id", "span_id", "request_id", "correlation_id", "session_id", "debug", "debug_info", "stack_trace",
	"stacktrace", "server_time", "elapsed_ms", "duration_ms", "latency_ms", "hostname", "build_id", "log_id"}

func outputTelemetry(p *Pass, t *tool, n *node) {
	if n.place == atProperty && slices.Contains(telemetry, strings.Join(n.words, "_")) {
		p.Report(n.path, "The output %q looks like telemetry, which directories refuse: log it, or name it for its part in the task.", n.name)
	}
}
