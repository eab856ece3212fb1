package lint

import (
	"net/url"

	"github.com/comity-mcp/comity/fault"
)

// liveDoorRules are about whom an HTTP server lets in before it looks at the message.
func liveDoorRules() []Rule {
	return []Rule{
		{Rule: fault.Rule{
			ID:    "live-origin",
			Doc:   "A request with the Origin of another site is refused with 403, or any web page speaks to the server through its visitor.",
			URL:   specHTTP,
			Level: fault.Error,
		}, Check: eachExchange(AskedForeignOrigin, liveOrigin)},
		{Rule: fault.Rule{
			ID:    "live-host",
			Doc:   "A server on this machine refuses a Host that is not its own, or a page reaches it by rebinding its own name (DNS rebinding).",
			URL:   conformance,
			Level: fault.Error,
		}, Check: eachExchange(AskedForeignHost, liveHost)},
		{Rule: fault.Rule{
			ID:    "live-content-type",
			Doc:   "A body that is not declared as application/json is refused; text/plain is what a page may send anywhere without asking first.",
			URL:   specHTTP,
			Level: fault.Warning,
		}, Check: eachExchange(AskedContentType, liveContentType)},
		{Rule: fault.Rule{
			ID:    "live-accept",
			Doc:   "An Accept header that names both types is understood in any order, with weights and with others beside them.",
			URL:   specHTTP,
			Level: fault.Warning,
		}, Check: liveAccept},
		{Rule: fault.Rule{
			ID:    "live-preflight",
			Doc:   "OPTIONS is answered without a token, since a browser never sends one with it.",
			URL:   fetchStandard,
			Level: fault.Warning,
		}, Check: livePreflight},
		{Rule: fault.Rule{
			ID:    "live-batch",
			Doc:   "Several requests in one body are refused; batches are gone since 2025-06-18, and a gate that looks at one request lets the others pass.",
			URL:   specHTTP,
			Level: fault.Warning,
		}, Check: eachExchange(AskedBatch, liveBatch)},
	}
}

func liveOrigin(p *Pass, x Exchange) {
	if x.Answer.succeeded() {
		p.Report("server.http", "A request with the Origin %s was served: answer 403 to every Origin that is not on a list of your own.",
			x.Detail)
	}
}

func liveHost(p *Pass, x Exchange) {
	u, err := url.Parse(p.evidence.URL)
	if err == nil && loopback(u.Hostname()) && x.Answer.succeeded() {
		p.Report("server.http", "A request with the Host %s was served: answer 403 to every Host that is not on a list of your own.", x.Detail)
	}
}

func liveContentType(p *Pass, x Exchange) {
	if x.Answer.succeeded() {
		p.Report("server.http", "A body declared as %s was served: answer 415 to whatever is not application/json.", x.Detail)
	}
}

// liveAccept compares with the plain request, which shows that the server serves at all.
func liveAccept(p *Pass) {
	if !p.evidence.plain().succeeded() {
		return
	}
	eachExchange(AskedAccept, func(p *Pass, x Exchange) {
		if !x.Answer.succeeded() {
			p.Report("server.http", "A request with Accept: %s got %s, and the usual order is served: read the header as a list of types with "+
				"weights.", x.Detail, x.Answer.got())
		}
	})(p)
}

// plain returns the answer to an ordinary tools/list, or an empty one.
func (e *Evidence) plain() Answer {
	for _, x := range e.Exchanges {
		if x.Asked == AskedPlain {
			return x.Answer
		}
	}
	return Answer{}
}

func livePreflight(p *Pass) {
	for _, x := range p.evidence.Exchanges {
		if x.Asked == AskedPreflight && x.Answer.Status == 401 {
			p.Report("server.http", "OPTIONS was answered with 401: let it pass before the token is looked for, or no page can ever sign in.")
			return
		}
	}
}

func liveBatch(p *Pass, x Exchange) {
	if x.Answer.succeeded() {
		p.Report("server.http", "Two requests in one array were both served: refuse a body that is an array with 400.")
	}
}
