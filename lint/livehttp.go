package lint

import (
	"fmt"
	"slices"
	"strings"

	"github.com/comity-mcp/comity/fault"
)

// liveHTTPRules are about how an HTTP server answers what it cannot do.
func liveHTTPRules() []Rule {
	return []Rule{
		{Rule: fault.Rule{
			ID:    "live-server-error",
			Doc:   "Nothing that a client sends is answered with 5xx, which hosts report as a server that is down.",
			URL:   specHTTP,
			Level: fault.Error,
		}, Check: liveServerError},
		{Rule: fault.Rule{
			ID:    "live-html",
			Doc:   "No refusal is a page of HTML; a client that expects JSON shows it to nobody or to everybody.",
			URL:   claudeDesign,
			Level: fault.Warning,
		}, Check: liveHTML},
		{Rule: fault.Rule{
			ID:    "live-malformed",
			Doc:   "A body that is no JSON, or no JSON-RPC, is refused with 400.",
			URL:   specHTTP,
			Level: fault.Warning,
		}, Check: liveMalformed},
		{Rule: fault.Rule{
			ID:    "live-unknown-method",
			Doc:   "A method that the server does not have is refused with the error -32601, by which clients tell what it can do.",
			URL:   specBasic,
			Level: fault.Error,
		}, Check: eachExchange(AskedUnknownMethod, liveUnknownMethod)},
		{Rule: fault.Rule{
			ID:    "live-notification",
			Doc:   "A notification is answered with 202 and no body.",
			URL:   specHTTP,
			Level: fault.Warning,
		}, Check: eachExchange(AskedNotification, liveNotification)},
		{Rule: fault.Rule{
			ID:    "live-get",
			Doc:   "GET opens an event stream or is refused with 405 and Allow.",
			URL:   specHTTP,
			Level: fault.Warning,
		}, Check: eachExchange(AskedGet, liveGet)},
		{Rule: fault.Rule{
			ID:    "live-unknown-version",
			Doc:   "A protocol version that the server does not speak is refused with 400, not served as another.",
			URL:   specHTTP,
			Level: fault.Error,
		}, Check: eachExchange(AskedUnknownVersion, liveUnknownVersion)},
		{Rule: fault.Rule{
			ID:    "live-header-disagrees",
			Doc:   "A 2026-07-28 request whose Mcp-Method header names another method than its body is refused with 400, or gateways are deceived.",
			URL:   specHTTP,
			Level: fault.Error,
		}, Check: eachExchange(AskedHeaderDisagrees, liveHeaderDisagrees)},
		{Rule: fault.Rule{
			ID:    "live-unused-path",
			Doc:   "A well-known path that the server does not use is answered with 404, so that clients go on to the next.",
			URL:   openaiQuick,
			Level: fault.Warning,
		}, Check: liveUnusedPath},
	}
}

// where lists the exchanges for which is holds, for a sentence: "foreign-host (evil.example), get".
func (e *Evidence) where(is func(Exchange) bool) string {
	var names []string
	for _, x := range e.Exchanges {
		if name := x.called(); is(x) && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return list(names)
}

// called is what was asked, in words.
func (x Exchange) called() string {
	words := map[Asked]string{
		AskedPlain: "an ordinary tools/list", AskedForeignOrigin: "a foreign Origin", AskedForeignHost: "a foreign Host",
		AskedAccept: "another order of Accept", AskedContentType: "a body of another type", AskedGet: "GET", AskedPreflight: "OPTIONS",
		AskedBatch: "a batch", AskedMalformed: "a body that is not JSON", AskedNoRequest: "JSON that is no request",
		AskedUnknownMethod: "an unknown method", AskedNotification: "a notification", AskedUnknownVersion: "an unknown protocol version",
		AskedHeaderDisagrees: "headers that disagree with the body", AskedUnusedPath: "GET " + x.Detail,
	}
	return words[x.Asked]
}

func liveServerError(p *Pass) {
	if where := p.evidence.where(func(x Exchange) bool { return x.Answer.Status >= 500 }); where != "" {
		p.Report("server.http", "The server answered 5xx to %s: refuse what is wrong with 4xx and a JSON-RPC error.", where)
	}
}

func liveHTML(p *Pass) {
	where := p.evidence.where(func(x Exchange) bool {
		return x.Answer.Status >= 400 && x.Answer.Type == "text/html" && x.Asked != AskedUnusedPath
	})
	if where != "" {
		p.Report("server.http", "The server answered with a page of HTML to %s: answer with a JSON-RPC error, also in front of the server.", where)
	}
}

func liveMalformed(p *Pass) {
	for _, asked := range []Asked{AskedMalformed, AskedNoRequest} {
		eachExchange(asked, func(p *Pass, x Exchange) {
			if x.Answer.accepted() {
				p.Report("server.http", "The server answered %s to %s: answer 400 with the error -32700 or -32600.", x.Answer.got(), x.called())
			}
		})(p)
	}
}

func liveUnknownMethod(p *Pass, x Exchange) {
	if x.Answer.Code == nil || *x.Answer.Code != -32601 {
		p.Report("server.http", "The unknown method %s got %s: answer with the error -32601.", x.Detail, x.Answer.got())
	}
}

func liveNotification(p *Pass, x Exchange) {
	if x.Answer.accepted() && (x.Answer.Status != 202 || strings.TrimSpace(x.Answer.Body) != "") {
		body := "no body"
		if x.Answer.Body != "" {
			body = "a body"
		}
		p.Report("server.http", "A notification got %d and %s: answer 202 and nothing else.", x.Answer.Status, body)
	}
}

func liveGet(p *Pass, x Exchange) {
	stream := x.Answer.accepted() && x.Answer.Type == "text/event-stream"
	switch {
	case stream || x.Answer.Status >= 500:
	case x.Answer.accepted() || x.Answer.Status >= 300 && x.Answer.Status < 400 || x.Answer.Status == 404:
		p.Report("server.http", "GET got %s, which is neither a stream nor a refusal of the method: answer 405 with Allow: POST.", x.Answer.got())
	case x.Answer.Status == 405 && x.Answer.Allow == "":
		p.Report("server.http", "GET got 405 without Allow: add Allow: POST (RFC 9110 section 15.5.6).")
	}
}

func liveUnknownVersion(p *Pass, x Exchange) {
	if x.Answer.succeeded() {
		p.Report("server.http", "A request of the protocol version %s was served: answer 400, and name the versions that are spoken.", x.Detail)
	}
}

func liveHeaderDisagrees(p *Pass, x Exchange) {
	if x.Answer.succeeded() {
		p.Report("server.http", "A tools/list was served whose Mcp-Method header says %s: answer 400 with the error -32020.", x.Detail)
	}
}

func liveUnusedPath(p *Pass) {
	where := p.evidence.where(func(x Exchange) bool {
		a := x.Answer
		return x.Asked == AskedUnusedPath && a.Status != 0 && a.Status < 500 && a.Status != 404 && a.Status != 405 && a.Status != 410 &&
			!(a.accepted() && strings.HasSuffix(a.Type, "json"))
	})
	if where != "" {
		p.Report("server.http", "%s got an answer that is neither the document nor 404: answer 404 where there is nothing.", fmt.Sprint(where))
	}
}
