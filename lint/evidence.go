package lint

import (
	"encoding/json"
	"time"
)

// Evidence is what a probe saw of one running server: facts without a verdict, which the live rules judge. It is data and
// can be kept as JSON and judged again. The zero value is a probe that saw nothing, in which no rule finds anything.
//
// Texts are as the server sent them, cut to a stated length and no further redacted; no token is ever in it, only the
// names that tokens were given.
type Evidence struct {
	// Transport is how the server was reached.
	Transport Transport `json:"transport"`
	// URL is the address as it was typed; empty on stdio.
	URL string `json:"url,omitempty"`
	// Connections are the connections that were opened, in order.
	Connections []Connection `json:"connections,omitempty"`
	// Exchanges are single HTTP requests with something unusual about each; none on stdio.
	Exchanges []Exchange `json:"exchanges,omitempty"`
	// Listings are the answers to tools/list, in the order in which they were asked for.
	Listings []Listing `json:"listings,omitempty"`
	// Calls are the tools that were called, in order; those made at the same time come last.
	Calls []Call `json:"calls,omitempty"`
	// Documents are the metadata that tell a client where to get a token.
	Documents []Document `json:"documents,omitempty"`
	// Tokens are those that the person who runs the probe gave, by name.
	Tokens []Token `json:"tokens,omitempty"`
	// Skipped is what was not tried, each with the reason.
	Skipped []Skipped `json:"skipped,omitempty"`
}

// A Transport is how a server is reached. There is no zero transport.
type Transport string

// The transports.
const (
	OverHTTP  Transport = "http"
	OverStdio Transport = "stdio"
)

// A Connection is one attempt to begin to speak with the server.
type Connection struct {
	// Asked is the protocol version that was offered, and Version the one that was agreed on, empty when none was.
	Asked   string `json:"asked"`
	Version string `json:"version,omitempty"`
	// Offered are the versions that a server/discover answer lists; nil after initialize.
	Offered []string `json:"offered,omitempty"`
	// Capabilities are the names of what the server says it can do, sorted.
	Capabilities []string `json:"capabilities,omitempty"`
	// Lacking are those capabilities whose list the server then did not know as a method.
	Lacking []string `json:"lacking,omitempty"`
	// Cache is what a 2026-07-28 answer says of its keeping; nil before that version.
	Cache *Cache `json:"cache,omitempty"`
	// Elapsed is from the start (of the process, or of dialling) to the answer.
	Elapsed time.Duration `json:"elapsed_ns"`
	// Failed says why no connection came about; empty when one did.
	Failed string `json:"failed,omitempty"`
	// Code is the JSON-RPC error code of the refusal, when there was one.
	Code int `json:"code,omitempty"`
	// Status is the HTTP status of the refusal; 0 on stdio and when there was none.
	Status int `json:"status,omitempty"`
	// Noise is the first line on standard output that was not a message, cut to 200 bytes; stdio only.
	Noise string `json:"noise,omitempty"`
	// Ended is how long a process took to end after its input was closed, and Killed whether it had to be told to; stdio only.
	Ended  time.Duration `json:"ended_ns,omitempty"`
	Killed bool          `json:"killed,omitempty"`
}

// Cache is what an answer says of its keeping (2026-07-28, server/utilities/caching). A nil member was not sent.
type Cache struct {
	TTL   *int64  `json:"ttlMs"`
	Scope *string `json:"cacheScope"`
}

// An Exchange is one HTTP request and its answer.
type Exchange struct {
	Asked Asked `json:"asked"`
	// Detail is the part of the request that matters, for example the header's value.
	Detail string `json:"detail,omitempty"`
	Answer Answer `json:"answer"`
}

// Asked is what was unusual about an HTTP request. There is no zero value.
type Asked string

// What an [Exchange] asks.
const (
	AskedPlain           Asked = "plain"            // tools/list as any client sends it: what the others differ from
	AskedForeignOrigin   Asked = "foreign-origin"   // an Origin of another site
	AskedForeignHost     Asked = "foreign-host"     // a Host that is not the server's
	AskedAccept          Asked = "accept"           // an Accept header that names both types in another form
	AskedContentType     Asked = "content-type"     // text/plain, as a page may send without asking
	AskedGet             Asked = "get"              // GET, for a stream
	AskedPreflight       Asked = "preflight"        // OPTIONS, as a browser sends before a page's request
	AskedBatch           Asked = "batch"            // two requests in an array
	AskedMalformed       Asked = "malformed"        // a body that is not JSON
	AskedNoRequest       Asked = "no-request"       // JSON that is no JSON-RPC request
	AskedUnknownMethod   Asked = "unknown-method"   // a method that MCP does not have
	AskedNotification    Asked = "notification"     // a message without an id
	AskedUnknownVersion  Asked = "unknown-version"  // a protocol version that nobody speaks
	AskedHeaderDisagrees Asked = "header-disagrees" // a 2026-07-28 request whose Mcp-Method names another method
	AskedUnusedPath      Asked = "unused-path"      // a well-known path that a client looks for and a server may lack
)

// An Answer is what came back over HTTP.
type Answer struct {
	// Status is the HTTP status; 0 when there was no answer, and Failed says why.
	Status int    `json:"status"`
	Failed string `json:"failed,omitempty"`
	// Type is the media type without parameters.
	Type string `json:"type,omitempty"`
	// Challenges are the WWW-Authenticate headers.
	Challenges []string `json:"challenges,omitempty"`
	Allow      string   `json:"allow,omitempty"`
	Location   string   `json:"location,omitempty"`
	// Result is whether a JSON-RPC result came; Code and Message are those of a JSON-RPC error.
	Result  bool   `json:"result,omitempty"`
	Code    *int   `json:"code,omitempty"`
	Message string `json:"message,omitempty"`
	// Body is the beginning of the body, at most 1 KiB.
	Body    string        `json:"body,omitempty"`
	Elapsed time.Duration `json:"elapsed_ns"`
}

// A Listing is one complete answer to tools/list, all pages.
type Listing struct {
	When ListedWhen `json:"when"`
	// As is the name of the token; empty without one.
	As string `json:"as,omitempty"`
	// Version is the protocol version of the connection.
	Version string `json:"version"`
	// Tools are the names in their order, and Digest is the SHA-256 of all entries as they came.
	Tools  []string `json:"tools"`
	Digest string   `json:"digest,omitempty"`
	// Entries are the digests of single tools, by name.
	Entries map[string]string `json:"entries,omitempty"`
	Pages   int               `json:"pages"`
	Bytes   int               `json:"bytes"`
	Cache   *Cache            `json:"cache,omitempty"` // of the first page; nil before 2026-07-28
	Elapsed time.Duration     `json:"elapsed_ns"`
	// Failed says why there is no list, and Status is the HTTP status then.
	Failed string `json:"failed,omitempty"`
	Status int    `json:"status,omitempty"`
}

// ListedWhen is the occasion of a listing. There is no zero value.
type ListedWhen string

// The occasions, in the order of a probe. Each is compared with the first.
const (
	ListedFirst      ListedWhen = "first"
	ListedAgain      ListedWhen = "again"       // at once, on the same connection
	ListedAfresh     ListedWhen = "afresh"      // on a new connection
	ListedOtherEra   ListedWhen = "other-era"   // under the other kind of protocol version
	ListedOtherwise  ListedWhen = "otherwise"   // with another token, or without one
	ListedAfterCalls ListedWhen = "after-calls" // on the first connection, when all calls were made
)

// A Call is one tools/call and what came of it.
type Call struct {
	Tool string `json:"tool"`
	With With   `json:"with"`
	// Field is the argument that is not as it should be; empty when none is.
	Field string `json:"field,omitempty"`
	// Sent are the arguments; nil when they stood outside what may be kept (4 KiB).
	Sent json.RawMessage `json:"sent,omitempty"`
	Turn Turn            `json:"turn"`
	// As is the name of the token; empty without one, [MadeUp] with one that nobody issued.
	As      string  `json:"as,omitempty"`
	Version string  `json:"version,omitempty"`
	Outcome Outcome `json:"outcome"`
	// Text is all text of the answer, or the message of the error, at most 16 KiB of it.
	Text string `json:"text,omitempty"`
	// Bytes is how much a model may have to read: all text, or structuredContent where that is longer.
	Bytes int `json:"bytes"`
	// Code is that of a JSON-RPC error; nil when it had none that is an integer.
	Code *int `json:"code,omitempty"`
	// Status and Challenges are those of HTTP; 0 on stdio.
	Status     int      `json:"status,omitempty"`
	Challenges []string `json:"challenges,omitempty"`
	// SignIn are the challenges in _meta["mcp/www_authenticate"], of a result or of the body of a refusal.
	SignIn []string `json:"sign_in,omitempty"`
	// Structured is whether structuredContent came, Invalid where it breaks the outputSchema, at most ten places.
	Structured bool     `json:"structured,omitempty"`
	Invalid    []string `json:"invalid,omitempty"`
	// Mirrored is whether a text block holds the same JSON as structuredContent.
	Mirrored bool `json:"mirrored,omitempty"`
	// Shape is the JSON with its values replaced by their types and its members in the order sent, at most 4 KiB.
	Shape string `json:"shape,omitempty"`
	// Blocks are the types of the content blocks.
	Blocks  []string      `json:"blocks,omitempty"`
	Elapsed time.Duration `json:"elapsed_ns"`
	// Alive is whether the server still answered afterwards; asked after calls with bad arguments only.
	Alive *bool `json:"alive,omitempty"`
}

// MadeUp is the name of a token that nobody issued.
const MadeUp = "made-up"

// With is what kind of arguments a call has. There is no zero value.
type With string

// The kinds of arguments.
const (
	WithValid     With = "valid"      // as the schema wants them
	WithNull      With = "null"       // valid, and null for an optional argument
	WithMissing   With = "missing"    // a required argument is left out
	WithWrongType With = "wrong-type" // an argument has another type
	WithWrongEnum With = "wrong-enum" // an argument is none of the values that the schema lists
	WithExtra     With = "extra"      // valid, and an argument that the schema does not have
	WithUnknown   With = "unknown"    // no tool of this name
)

// A Turn is how a call stood to the others. There is no zero value.
type Turn string

// The ways a call is made.
const (
	TurnAlone    Turn = "alone"    // first and only, on a connection of its own
	TurnInTurn   Turn = "in-turn"  // one after the other, on one connection
	TurnTogether Turn = "together" // at the same time as others, on one connection
	TurnAside    Turn = "aside"    // a single request with another token, or with none
)

// An Outcome is what a call came to. There is no zero value.
type Outcome string

// The outcomes.
const (
	OutcomeResult   Outcome = "result"   // a result without isError
	OutcomeRefused  Outcome = "refused"  // a result with isError
	OutcomeError    Outcome = "error"    // a JSON-RPC error
	OutcomeHTTP     Outcome = "http"     // an HTTP status without a JSON-RPC answer
	OutcomeSilence  Outcome = "silence"  // no answer in time
	OutcomeBroken   Outcome = "broken"   // the connection or the process ended
	OutcomeNotWhole Outcome = "notwhole" // an answer that is no JSON-RPC, or larger than the probe reads
)

// A Document is one answer to a request for metadata.
type Document struct {
	// Kind says what was looked for, From how its address was found.
	Kind DocumentKind `json:"kind"`
	From string       `json:"from"` // "challenge", "path", "root" or "issuer"
	URL  string       `json:"url"`
	// Answer is the answer, its body cut as any other; JSON is the whole body when it is JSON of at most 64 KiB.
	Answer Answer          `json:"answer"`
	JSON   json.RawMessage `json:"json,omitempty"`
}

// A DocumentKind is what a metadata document tells. There is no zero kind.
type DocumentKind string

// The kinds of metadata.
const (
	ResourceMetadata DocumentKind = "resource" // RFC 9728
	IssuerMetadata   DocumentKind = "issuer"   // RFC 8414, or OpenID Connect Discovery
)

// A Token is a name for a token.
type Token struct {
	Name string `json:"name"`
	// Foreign is whether it is meant for another server and must be refused here.
	Foreign bool `json:"foreign,omitempty"`
}

// Skipped is something that a probe did not try.
type Skipped struct {
	// What is a tool's name, or what would have been asked.
	What string `json:"what"`
	Why  string `json:"why"`
}
