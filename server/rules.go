package server

import "github.com/comity-mcp/comity/fault"

const spec = "https://modelcontextprotocol.io/specification/2026-07-28"

// The declaration rules of this package: what can be seen in the Go values only, and is never on the
// wire. What is on the wire is judged by package lint, what is in a type by package schema.
var (
	ruleURL = fault.Rule{ID: "server-url", Level: fault.Error, URL: spec + "/basic/authorization",
		Doc: "A server has exactly one public address, or none because it is on stdio only: the allowed hosts, the token audience and the snippets derive from it."}
	ruleAuth = fault.Rule{ID: "server-auth", Level: fault.Error, URL: spec + "/basic/authorization",
		Doc: "A server says how it finds out who calls; leaving that out never means that everyone may."}
	ruleWorld = fault.Rule{ID: "server-world", Level: fault.Error, URL: spec + "/schema",
		Doc: "A server says whether its tools reach the open world; hosts read a missing openWorldHint as true."}
	ruleTools = fault.Rule{ID: "server-tools", Level: fault.Error,
		Doc: "A server has at least one tool, each made by Read or Write."}
	ruleHosts = fault.Rule{ID: "server-hosts", Level: fault.Error, URL: spec + "/basic/transports/streamable-http",
		Doc: "A further host is a bare host or host:port, and a further origin is scheme://host[:port], because they are compared as they are."}
	ruleLimits = fault.Rule{ID: "server-limits", Level: fault.Error,
		Doc: "The body limit leaves room for a message, Sessions is Stateless or Kept, and Page is PageShown or PageHidden."}

	ruleEffect = fault.Rule{ID: "tool-effect", Level: fault.Error, URL: spec + "/schema",
		Doc: "A writing tool says what a call does, because the hints that hosts act on follow from it."}
	ruleToolWorld = fault.Rule{ID: "tool-world", Level: fault.Error, URL: spec + "/schema",
		Doc: "A tool's own world is Closed or Open."}
	ruleAccess = fault.Rule{ID: "tool-access", Level: fault.Error,
		Doc: "A tool says who may call it; leaving that out never means that everyone may."}
	ruleScope = fault.Rule{ID: "tool-scope", Level: fault.Error, URL: "https://www.rfc-editor.org/rfc/rfc6749#section-3.3",
		Doc: "A scope is one word of visible ASCII without quotes and backslashes, because challenges list scopes between spaces."}
	ruleHandler = fault.Rule{ID: "tool-handler", Level: fault.Error,
		Doc: "A tool has a handler."}
	ruleJobs = fault.Rule{ID: "job-engine", Level: fault.Error,
		Doc: "A server with a job has an engine to keep it."}
	ruleRun = fault.Rule{ID: "job-run", Level: fault.Error,
		Doc: "A job says how long its result is kept and whether it may run again after a crash, and waits no longer than a call may take."}
	ruleUnowned = fault.Rule{ID: "job-unowned", Level: fault.Warning,
		Doc: "The handle of a job belongs to a signed-in caller; anyone's is guarded by its 128 random bits alone."}
	ruleKeyTool = fault.Rule{ID: "key-tool", Level: fault.Error,
		Doc: "A RequestKey is for tools declared with Write: a read needs none, and a job has its own."}
	ruleKeyPlace = fault.Rule{ID: "key-place", Level: fault.Error,
		Doc: "A RequestKey is embedded by value at the top level of the arguments, so that every tool takes request_key in the same place."}
	ruleKeyTwice = fault.Rule{ID: "key-twice", Level: fault.Error,
		Doc: "A tool has one RequestKey at most."}
	ruleKeyEngine = fault.Rule{ID: "key-engine", Level: fault.Error,
		Doc: "A server with a RequestKey has an engine to keep what its calls came to."}
	ruleBudget = fault.Rule{ID: "tool-budget", Level: fault.Error,
		Doc: "A call is answered within 10 s, because hosts stop waiting: longer work is started by one tool and fetched by another."}
	ruleResult = fault.Rule{ID: "tool-result-size", Level: fault.Error,
		Doc: "A result has between 1 and 130 kB of JSON at most, because hosts cut longer ones."}
	ruleExample = fault.Rule{ID: "tool-example", Level: fault.Error,
		Doc: "An example is a value of the handler's parameter type that its schema accepts."}
	ruleWas = fault.Rule{ID: "tool-former-name", Level: fault.Error,
		Doc: "A former name belongs to one tool only and is not the name of another."}
	ruleCheckWith = fault.Rule{ID: "tool-check-with", Level: fault.Error,
		Doc: "A writing tool's CheckWith names a read tool of the same server."}
)

// Rules returns the declaration rules of this package. Those of package schema and the wire rules of
// package lint are checked by [New] too.
func Rules() []fault.Rule {
	return []fault.Rule{
		ruleURL, ruleAuth, ruleWorld, ruleTools, ruleHosts, ruleLimits,
		ruleEffect, ruleToolWorld, ruleAccess, ruleScope, ruleHandler, ruleBudget, ruleResult, ruleExample, ruleWas, ruleCheckWith,
		ruleJobs, ruleRun, ruleUnowned,
		ruleKeyTool, ruleKeyPlace, ruleKeyTwice, ruleKeyEngine,
	}
}
