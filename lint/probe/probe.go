package probe

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/comity-mcp/comity/catalog"
	"github.com/comity-mcp/comity/internal/peer"
	"github.com/comity-mcp/comity/lint"
)

// A Target is where a server is: a URL, or a command that starts one on standard input and output. One of them is given.
type Target struct {
	// URL is the address of the MCP endpoint, http or https.
	URL string
	// Header is sent with every request to the URL, beside the token of [Options].
	Header http.Header
	// Command is the program and its arguments. It is started several times.
	Command []string
	// Dir is where it runs; empty is the directory of this process.
	Dir string
	// Env is its whole environment, NAME=value. Nil hands on what hosts hand on: PATH, HOME, USER, LOGNAME, SHELL, TERM, LANG
	// and TMPDIR, and nothing else.
	Env []string
}

// A Token is an access token to try over HTTP.
type Token struct {
	// Name is what the evidence calls it, for example the environment variable it came from.
	Name string
	// Value is sent as Authorization: Bearer, and kept nowhere.
	Value string
	// Foreign is whether it is good for another server and must be refused by this one.
	Foreign bool
}

// Options are how to probe. The zero value is careful with any server.
type Options struct {
	// AllowWrites calls tools that change something, too, with arguments that are made up. For test systems only.
	AllowWrites bool
	// Tokens are tried over HTTP: everything is done with the first that is not foreign, and compared with the others and
	// with none at all. On stdio they are not used.
	Tokens []Token
	// Rate is how many requests a second are sent at most. Zero is 10.
	Rate float64
	// MaxCalls is how many tools/call requests are sent at most. Zero is 300.
	MaxCalls int
	// Patience is how long one answer is waited for. Zero is 15 s: somewhat more than the 10 s after which hosts give up, so
	// that a slow answer is told from none.
	Patience time.Duration
	// Timeout is how long all of it may take; what is not done by then is left out. Zero is 2 minutes.
	Timeout time.Duration
	// Progress is told what is about to be done, from one goroutine; nil is nobody.
	Progress func(Step)
	// Transport carries the HTTP requests. Nil is one like http.DefaultTransport, used by this run only.
	Transport http.RoundTripper
}

// A Step is one part of a probe.
type Step struct {
	// Doing is what is about to be done, in a few words: "calling check_inventory".
	Doing string
	// Done is how many of all steps came before, Of how many there are as far as is known.
	Done, Of int
}

// maxBytes is how much of one answer is read.
const maxBytes = 16 << 20

// errUp is why what is left is left out.
var errUp = errors.New("the time for the probe was up")

// Run probes one server. The evidence is whole data even when the time ran out meanwhile: what was not tried is in it, with
// the reason. The error says why there is nothing to judge: the server could not be reached, wants a token, or lists no
// tools; or ctx ended. What Run started has ended when it returns, processes included.
func Run(ctx context.Context, t Target, o Options) (*lint.Evidence, catalog.Catalog, error) {
	o = o.filled()
	p := &prober{options: o, target: peer.Target{URL: t.URL, Header: t.Header.Clone(), Command: t.Command, Dir: t.Dir, Env: t.Env},
		pace: newPace(o), open: map[*peer.Peer]int{}}
	p.evidence = &lint.Evidence{Transport: lint.OverStdio, URL: t.URL}
	if t.URL != "" {
		p.evidence.Transport = lint.OverHTTP
		p.present(o.Tokens)
	}
	limited, cancel := context.WithTimeoutCause(ctx, o.Timeout, errUp)
	defer cancel()
	defer p.hangUpAll()
	if err := p.begin(limited); err != nil {
		return nil, catalog.Catalog{}, ended(ctx, err)
	}
	for _, part := range []func(context.Context){p.exchange, p.exercise, p.signIn, p.listLast} {
		part(limited)
	}
	if err := ctx.Err(); err != nil {
		return nil, catalog.Catalog{}, ended(ctx, err)
	}
	if limited.Err() != nil {
		p.skip("the rest", fmt.Sprintf("%v (%s)", errUp, o.Timeout))
	}
	p.hangUpAll()
	return p.evidence, p.catalog, nil
}

func (o Options) filled() Options {
	if o.Rate <= 0 {
		o.Rate = 10
	}
	if o.MaxCalls <= 0 {
		o.MaxCalls = 300
	}
	if o.Patience <= 0 {
		o.Patience = 15 * time.Second
	}
	if o.Timeout <= 0 {
		o.Timeout = 2 * time.Minute
	}
	if o.Progress == nil {
		o.Progress = func(Step) {}
	}
	if o.Transport == nil {
		o.Transport = http.DefaultTransport.(*http.Transport).Clone()
	}
	return o
}

// ended returns why a run came to nothing: the caller's own end of it first.
func ended(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return fmt.Errorf("probing the server: %w", context.Cause(ctx))
	}
	return fmt.Errorf("probing the server: %w", err)
}

// A prober is one run.
type prober struct {
	options  Options
	target   peer.Target // with the token that everything is done with
	as       string      // the name of that token, "" for none
	pace     *pace
	evidence *lint.Evidence
	catalog  catalog.Catalog

	modern, handshake *peer.Peer         // nil when the server does not speak that era
	open              map[*peer.Peer]int // the connections that are open, and where they stand in the evidence
	steps, planned    int
	read              []*subject // the tools, once they are read
	silences, breaks  int        // how many calls had no answer, and how many ended the connection
}

// main is the connection on which most is done.
func (p *prober) main() *peer.Peer {
	if p.modern != nil {
		return p.modern
	}
	return p.handshake
}

// other is a connection of the other era, nil when the server speaks one only.
func (p *prober) other() *peer.Peer {
	if p.modern != nil {
		return p.handshake
	}
	return nil
}

// present picks the token for everything and names all of them in the evidence.
func (p *prober) present(tokens []Token) {
	for _, t := range tokens {
		p.evidence.Tokens = append(p.evidence.Tokens, lint.Token{Name: t.Name, Foreign: t.Foreign})
		if p.as == "" && !t.Foreign {
			p.as = t.Name
			p.target.Header = bearing(p.target.Header, t.Value)
		}
	}
}

// bearing returns the headers with that token in place of any; "" takes the token away.
func bearing(h http.Header, token string) http.Header {
	out := http.Header{}
	for name, values := range h {
		out[http.CanonicalHeaderKey(name)] = values
	}
	out.Del("Authorization")
	if token != "" {
		out.Set("Authorization", "Bearer "+token)
	}
	return out
}

func (p *prober) step(format string, args ...any) {
	p.options.Progress(Step{Doing: fmt.Sprintf(format, args...), Done: p.steps, Of: max(p.planned, p.steps+1)})
	p.steps++
}

func (p *prober) skip(what, why string) {
	p.evidence.Skipped = append(p.evidence.Skipped, lint.Skipped{What: what, Why: why})
}
