package lint

import (
	"fmt"
	"time"

	"github.com/comity-mcp/comity/fault"
)

func liveCallRules() []Rule {
	return []Rule{
		{Rule: fault.Rule{
			ID:    "live-answered",
			Doc:   "Every call is answered, with a whole JSON-RPC message.",
			URL:   specTools,
			Level: fault.Error,
		}, Check: eachCall(liveAnswered)},
		{Rule: fault.Rule{
			ID:    "live-survives",
			Doc:   "No call ends the server, whatever its arguments.",
			URL:   claudeDesign,
			Level: fault.Error,
		}, Check: eachCall(liveSurvives)},
		{Rule: fault.Rule{
			ID:    "live-arguments-checked",
			Doc:   "Arguments that break the published schema are refused, before anything is done with them.",
			URL:   specTools,
			Level: fault.Error,
		}, Check: eachCall(liveArgumentsChecked)},
		{Rule: fault.Rule{
			ID:    "live-extra-refused",
			Doc:   "A tool whose schema is closed refuses an argument that it does not have, so that a model learns of its slip.",
			URL:   specTools,
			Level: fault.Warning,
		}, Check: eachCall(liveExtraRefused)},
		{Rule: fault.Rule{
			ID:    "live-null-accepted",
			Doc:   "null for an optional argument counts as leaving it out, because strict mode makes models send it.",
			URL:   openaiAgents,
			Level: fault.Warning,
		}, Check: liveNullAccepted},
		{Rule: fault.Rule{
			ID:    "live-budget",
			Doc:   "A call is answered within 10 s, or starts work that another tool looks after; hosts cut off what takes longer.",
			URL:   claudeDesign,
			Level: fault.Error,
		}, Check: liveBudget},
		{Rule: fault.Rule{
			ID:    "live-voice",
			Doc:   "A read is answered within 1 s, as long as a person who speaks with a model waits.",
			Level: fault.Info,
		}, Check: liveVoice},
		{Rule: fault.Rule{
			ID:    "live-alone",
			Doc:   "A read works as the first call of a connection, since a host may allow that one tool only.",
			URL:   specTools,
			Level: fault.Error,
		}, Check: liveAlone},
		{Rule: fault.Rule{
			ID:    "live-together",
			Doc:   "Reads work while others run; Codex and Claude Code call read-only tools in parallel.",
			URL:   claudeCode,
			Level: fault.Error,
		}, Check: liveTogether},
	}
}

func liveAnswered(_ *Pass, _ *tool, c Call) string {
	switch c.Outcome {
	case OutcomeSilence:
		return fmt.Sprintf("A call %s was not answered in %s: answer every call, an error when there is nothing else.", c.sent(), spell(c.Elapsed))
	case OutcomeNotWhole:
		return fmt.Sprintf("A call %s got an answer that is no JSON-RPC message or has no end (%s): answer with one message of bounded size.",
			c.sent(), excerpt(c.Text))
	}
	return ""
}

func liveSurvives(_ *Pass, _ *tool, c Call) string {
	if c.Outcome == OutcomeBroken || c.Alive != nil && !*c.Alive {
		return fmt.Sprintf("After a call %s the server no longer answered: recover from what goes wrong in a tool, and answer with an error.",
			c.sent())
	}
	return ""
}

func liveArgumentsChecked(_ *Pass, t *tool, c Call) string {
	if t == nil || c.Outcome != OutcomeResult || c.With == WithExtra || !c.faulty() {
		return ""
	}
	return fmt.Sprintf("A call %s succeeded, against the published schema: check the arguments against it first, or publish what is "+
		"really needed.", c.sent())
}

func liveExtraRefused(_ *Pass, t *tool, c Call) string {
	if t == nil || c.Outcome != OutcomeResult || c.With != WithExtra || t.input.root == nil || t.input.root.keys["additionalProperties"] != false {
		return ""
	}
	return fmt.Sprintf("A call %s succeeded, though the schema says additionalProperties:false: refuse it and name the argument that was "+
		"probably meant.", c.sent())
}

// liveNullAccepted reports an optional argument with which null fails a call that succeeds without it.
func liveNullAccepted(p *Pass) {
	works := p.evidence.outcomes(func(c Call) bool { return c.With == WithValid })
	eachCall(func(_ *Pass, t *tool, c Call) string {
		if t == nil || c.With != WithNull || !c.refused() || works[c.Tool] != OutcomeResult {
			return ""
		}
		return fmt.Sprintf("A call %s was refused (%q), and the same call without it succeeds: take null as left out.", c.sent(), excerpt(c.Text))
	})(p)
}

// outcomes returns what the last call of each tool came to, among those for which is holds.
func (e *Evidence) outcomes(is func(Call) bool) map[string]Outcome {
	last := map[string]Outcome{}
	for _, c := range e.Calls {
		if is(c) {
			last[c.Tool] = c.Outcome
		}
	}
	return last
}

// liveBudget reports the slowest call of a tool.
func liveBudget(p *Pass) {
	const limit = 10 * time.Second
	slowest := map[string]Call{}
	for _, c := range p.evidence.Calls {
		if c.Outcome != OutcomeSilence && c.Elapsed > max(limit, slowest[c.Tool].Elapsed) {
			slowest[c.Tool] = c
		}
	}
	for _, t := range p.tools {
		if c, ok := slowest[t.Name]; ok {
			p.Report(t.path+".call", "A call %s took %s, more than %s: start the work, answer with a handle at once, and give the result by a "+
				"second tool.", c.sent(), spell(c.Elapsed), spell(limit))
		}
	}
}

// liveVoice takes the fastest of several calls, so that a cold start or a busy machine is not held against the tool.
func liveVoice(p *Pass) {
	const limit = time.Second
	fastest := map[string]time.Duration{}
	for _, c := range p.evidence.Calls {
		if c.With != WithValid || c.Turn == TurnTogether || c.Outcome != OutcomeResult {
			continue
		}
		if known, ok := fastest[c.Tool]; !ok || c.Elapsed < known {
			fastest[c.Tool] = c.Elapsed
		}
	}
	for _, t := range p.tools {
		if took := fastest[t.Name]; took > limit && took <= 10*limit {
			p.Report(t.path+".call", "The call took %s at best, more than the %s that a voice conversation has: answer the usual question from "+
				"what is at hand, and move the slow part to a second tool.", spell(took), spell(limit))
		}
	}
}

func liveAlone(p *Pass) {
	inTurn := p.evidence.outcomes(func(c Call) bool { return c.With == WithValid && c.Turn == TurnInTurn })
	eachCall(func(_ *Pass, t *tool, c Call) string {
		if t == nil || c.With != WithValid || c.Turn != TurnAlone || !c.refused() || inTurn[c.Tool] != OutcomeResult {
			return ""
		}
		return fmt.Sprintf("As the first call of a connection it was refused (%q), and after others it succeeds: keep nothing between calls "+
			"that is not in the arguments.", excerpt(c.Text))
	})(p)
}

func liveTogether(p *Pass) {
	inTurn := p.evidence.outcomes(func(c Call) bool { return c.With == WithValid && c.Turn == TurnInTurn })
	eachCall(func(_ *Pass, t *tool, c Call) string {
		if t == nil || c.Turn != TurnTogether || c.Outcome == OutcomeResult || inTurn[c.Tool] != OutcomeResult || c.Status == 429 {
			return ""
		}
		return fmt.Sprintf("The call failed while others ran (%s), and succeeds alone: make the tool safe to run several times at once.", c.ended())
	})(p)
}

// ended says how a call that did not succeed came out, for a sentence.
func (c Call) ended() string {
	switch c.Outcome {
	case OutcomeSilence:
		return "no answer"
	case OutcomeBroken:
		return "the connection ended"
	case OutcomeHTTP:
		return fmt.Sprintf("HTTP %d", c.Status)
	}
	return fmt.Sprintf("%q", excerpt(c.Text))
}
