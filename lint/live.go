package lint

import (
	"fmt"
	"net/netip"
	"slices"
	"strings"
	"time"
)

// liveGroups are the rules that judge what a probe saw of a running server. They find p.evidence set.
func liveGroups() []Group {
	return []Group{
		{Name: "connection", Live: true, Rules: liveConnectionRules()},
		{Name: "transport", Live: true, Rules: slices.Concat(liveDoorRules(), liveHTTPRules())},
		{Name: "listing", Live: true, Rules: liveListingRules()},
		{Name: "calls", Live: true, Rules: liveCallRules()},
		{Name: "errors", Live: true, Rules: slices.Concat(liveRefusalRules(), liveErrorTextRules())},
		{Name: "results", Live: true, Rules: slices.Concat(liveStructuredRules(), liveResultRules())},
		{Name: "sign-in", Live: true, Rules: slices.Concat(liveSignInRules(), liveMetadataRules())},
	}
}

// eachCall makes a check of one that looks at one call at a time, and reports at most once for a tool and kind of
// arguments, since one fault shows in many calls. The tool is nil when the server does not list it.
func eachCall(check func(*Pass, *tool, Call) string) func(*Pass) {
	return func(p *Pass) {
		told := map[string]bool{}
		for _, c := range p.evidence.Calls {
			key := c.Tool + " " + string(c.With)
			if told[key] {
				continue
			}
			if says := check(p, p.called(c), c); says != "" {
				told[key] = true
				p.Report(p.callPath(c), "%s", says)
			}
		}
	}
}

// eachResult is eachCall for the calls of listed tools that succeeded, and reports once a tool.
func eachResult(check func(*Pass, *tool, Call) string) func(*Pass) {
	return func(p *Pass) {
		told := map[string]bool{}
		for _, c := range p.evidence.Calls {
			t := p.called(c)
			if t == nil || c.Outcome != OutcomeResult || told[c.Tool] {
				continue
			}
			if says := check(p, t, c); says != "" {
				told[c.Tool] = true
				p.Report(t.path+".result", "%s", says)
			}
		}
	}
}

// eachExchange makes a check of one that looks at one HTTP exchange at a time. Exchanges that never reached what they
// were about (no answer, a sign-in first, too many requests) are left out.
func eachExchange(asked Asked, check func(*Pass, Exchange)) func(*Pass) {
	return func(p *Pass) {
		for _, x := range p.evidence.Exchanges {
			if x.Asked == asked && x.Answer.judged() {
				check(p, x)
			}
		}
	}
}

// judged reports whether there is an answer that is about the request itself.
func (a Answer) judged() bool { return a.Status != 0 && a.Status != 401 && a.Status != 429 }

// succeeded reports whether the server did what it was asked to.
func (a Answer) succeeded() bool { return a.Result }

// accepted reports whether the server took the message, whatever it then said of it.
func (a Answer) accepted() bool { return a.Status >= 200 && a.Status < 300 }

// got says what an answer was: `200 with a result`, `404 with code -32601`, `400 text/html`.
func (a Answer) got() string {
	switch {
	case a.Result:
		return fmt.Sprintf("%d with a result", a.Status)
	case a.Code != nil:
		return fmt.Sprintf("%d with the error code %d", a.Status, *a.Code)
	case a.Type != "":
		return fmt.Sprintf("%d with %s", a.Status, a.Type)
	}
	return fmt.Sprint(a.Status)
}

// called returns the tool of a call, nil when the server lists none of that name.
func (p *Pass) called(c Call) *tool {
	i := slices.IndexFunc(p.tools, func(t *tool) bool { return t.Name == c.Tool })
	if i < 0 || c.With == WithUnknown {
		return nil
	}
	return p.tools[i]
}

// callPath is where the problems of a call stand: "check_inventory.call", or "check_inventory.call.warehouse" when one
// argument was at fault. A call of no tool stands at "server.calls".
func (p *Pass) callPath(c Call) string {
	t := p.called(c)
	switch {
	case t == nil:
		return "server.calls"
	case c.Field != "":
		return t.path + ".call." + step(c.Field)
	}
	return t.path + ".call"
}

// field returns the top-level property of the input schema that the call has wrong, nil when there is none.
func (t *tool) field(name string) *node {
	if t == nil {
		return nil
	}
	for _, n := range t.input.nodes {
		if n.place == atProperty && n.parent == t.input.root && n.name == name {
			return n
		}
	}
	return nil
}

// faulty reports whether the arguments break the published schema, as far as that can be said.
func (c Call) faulty() bool {
	return slices.Contains([]With{WithMissing, WithWrongType, WithWrongEnum, WithExtra}, c.With)
}

// refused reports whether the server said no in words.
func (c Call) refused() bool { return c.Outcome == OutcomeRefused || c.Outcome == OutcomeError }

// sent says what was wrong with the arguments of a call, for a sentence: `without "warehouse"`.
func (c Call) sent() string {
	switch c.With {
	case WithMissing:
		return fmt.Sprintf("without the required %q", c.Field)
	case WithWrongType:
		return fmt.Sprintf("with another type for %q", c.Field)
	case WithWrongEnum:
		return fmt.Sprintf("with a value for %q that its enum does not have", c.Field)
	case WithExtra:
		return fmt.Sprintf("with the unknown argument %q", c.Field)
	case WithNull:
		return fmt.Sprintf("with null for the optional %q", c.Field)
	case WithUnknown:
		return fmt.Sprintf("of the unknown tool %q", c.Tool)
	}
	return "with valid arguments"
}

// spell writes a length of time for a sentence: "1.25 s", "340 ms".
func spell(d time.Duration) string {
	if d < time.Second {
		return fmt.Sprintf("%d ms", d.Milliseconds())
	}
	return strings.TrimSuffix(strings.TrimRight(fmt.Sprintf("%.2f", d.Seconds()), "0"), ".") + " s"
}

// loopback reports whether the address is one of this machine.
func loopback(host string) bool {
	ip, err := netip.ParseAddr(host)
	return host == "localhost" || err == nil && ip.IsLoopback()
}
