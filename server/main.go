package server

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"net"
	"os"
	"os/signal"
	"strings"
	"syscall"

	"github.com/comity-mcp/comity/fault"
	"github.com/comity-mcp/comity/internal/command"
)

// Flags is what the command line said, as far as it matters to a declaration.
type Flags struct {
	// URL is the address for Config.URL: the one given with -url, else http:// and the listening
	// address with the path /mcp.
	URL string
	// URLGiven is whether it was given. A server that is only described can say its published address when it was not.
	URLGiven bool
	// Describe is true when the server is only described (tools, lint, snippets) and nothing will be called.
	// Open no database then: return a closer that does nothing.
	Describe bool
	// Stdio is true when one client is served over standard input and output. Its caller is whoever
	// started the program, so nothing that callers sign in with is needed, and nothing need listen.
	Stdio bool
}

// Main is the main function of a server that describes itself. The author's binary gets these commands:
//
//	serve      serve HTTP until interrupted (when no command is given)
//	stdio      serve one client over standard input and output
//	tools      print the catalog as JSON
//	lint       print what is wrong with the declaration; exit 1 if anything is
//	snippets   print what connects the server to each client, or keep it in a README
//
// and the flags -addr and -url beside the author's own, which are defined on flag.CommandLine before
// Main is called. setup makes the declaration and opens what the handlers need; the closer, which may be
// nil, is closed at the end. Main does not return.
//
// The flags -client, -list, -write and -check exist after the word snippets only, and win there over flags of
// the author with the same name. Words after -- are the command with which a host starts this binary on stdio,
// "/absolute/path/to/NAME stdio" when there are none. It exits 1 when a checked file is stale and 2 when it could
// not run.
func Main(setup func(ctx context.Context, flags Flags) (Config, io.Closer, error)) {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop) // a second interrupt ends the process at once
	p := &program{flags: flag.CommandLine, setup: setup, out: os.Stdout, err: os.Stderr}
	code := p.run(ctx, os.Args[1:])
	stop()
	os.Exit(code)
}

// program is one run of Main.
type program struct {
	flags    *flag.FlagSet
	setup    func(context.Context, Flags) (Config, io.Closer, error)
	out, err io.Writer
	ready    func(net.Addr) // for tests; may be nil

	snippets command.Snippets
	starts   []string // the command after --
}

var commands = []string{"serve", "stdio", "tools", "lint", "snippets"}

// run returns the exit code: 0, 1 for what went wrong, 2 for a command line that cannot be used.
func (p *program) run(ctx context.Context, args []string) int {
	for _, taken := range []string{"addr", "url"} {
		if p.flags.Lookup(taken) != nil {
			fmt.Fprintf(p.err, "the flag -%s belongs to server.Main; give yours another name\n", taken)
			return 2
		}
	}
	address := p.flags.String("addr", "127.0.0.1:8080", "the `address` to listen on")
	public := p.flags.String("url", "", "the public `URL` of the MCP endpoint (default: http://ADDR/mcp)")
	p.flags.Usage = p.usage
	name, err := p.parse(args)
	if err != nil {
		if errors.Is(err, flag.ErrHelp) {
			return 0
		}
		fmt.Fprintln(p.err, err)
		return 2
	}
	if name != "serve" {
		return p.without(ctx, name, Flags{URL: orDefault(*public, *address), URLGiven: *public != "", Describe: name != "stdio", Stdio: name == "stdio"})
	}
	if host, _, err := net.SplitHostPort(*address); *public == "" && err == nil && (host == "" || net.ParseIP(host).IsUnspecified()) {
		fmt.Fprintf(p.err, "-addr %s listens on every interface, so clients cannot know the address; say which they use with -url, for example -url https://inventory.example.com/mcp\n", *address)
		return 2
	}
	l, err := net.Listen("tcp", *address)
	if err != nil {
		fmt.Fprintf(p.err, "cannot listen on %s: %v\n", *address, err)
		if errors.Is(err, syscall.EADDRINUSE) {
			fmt.Fprintln(p.err, "Another program is using it; choose another with -addr 127.0.0.1:PORT.")
		}
		return 1
	}
	return p.serve(ctx, l, Flags{URL: orDefault(*public, l.Addr().String()), URLGiven: *public != ""})
}

// parse finds the command before or after the flags.
func (p *program) parse(args []string) (string, error) {
	name := "serve"
	given := false
	take := func() {
		if len(args) > 0 && !strings.HasPrefix(args[0], "-") {
			name, args, given = args[0], args[1:], true
		}
	}
	take()
	for again := !given; ; again = false {
		if name == "snippets" {
			return name, p.parseSnippets(args)
		}
		if err := p.flags.Parse(args); err != nil {
			return "", err
		}
		if args = p.flags.Args(); !again {
			break
		}
		take()
	}
	for _, c := range commands {
		if c == name && len(args) == 0 {
			return name, nil
		}
	}
	unknown := name
	if len(args) > 0 {
		unknown = args[0]
	}
	if strings.Contains(unknown, "://") { // an address that a dash is missing before may have a password in it
		return "", fmt.Errorf("an argument stands where a command would; flags begin with a dash, and the commands are %s", strings.Join(commands, ", "))
	}
	return "", fmt.Errorf("there is no command %q among %s%s", unknown, strings.Join(commands, ", "), DidYouMean(unknown, commands))
}

func (p *program) usage() {
	fmt.Fprintf(p.err, "usage: %s [command] [flags]\n\ncommands: %s (serve when left out)\nflags:\n", p.flags.Name(), strings.Join(commands, ", "))
	p.flags.PrintDefaults()
}

func orDefault(public, address string) string {
	if public != "" {
		return public
	}
	return "http://" + address + "/mcp"
}

func (p *program) serve(ctx context.Context, l net.Listener, f Flags) int {
	srv, closer, ok := p.make(ctx, f)
	if !ok {
		l.Close()
		return 1
	}
	defer closer.Close()
	if srv.config.StdioOnly {
		l.Close()
		fmt.Fprintln(p.err, "this server is declared with StdioOnly and serves no HTTP; run it with the command stdio")
		return 2
	}
	srv.welcome(p.out)
	if p.ready != nil {
		p.ready(l.Addr())
	}
	return p.report(srv.Serve(ctx, l))
}

// without runs the commands that need no listener.
func (p *program) without(ctx context.Context, name string, f Flags) int {
	srv, closer, ok := p.make(ctx, f)
	if !ok && name == "snippets" {
		return command.NotRun
	}
	if !ok {
		return 1
	}
	defer closer.Close()
	switch name {
	case "snippets":
		return p.snippets.Run(p.connected(srv.Catalog()), p.out, p.err)
	case "stdio":
		return p.report(srv.Stdio(ctx))
	case "tools":
		b, err := srv.Catalog().Snapshot()
		if err == nil {
			_, err = p.out.Write(b)
		}
		return p.report(err)
	default: // lint
		for _, w := range srv.notes {
			fmt.Fprintln(p.out, w)
		}
		if len(srv.notes) > 0 {
			return 1
		}
		fmt.Fprintln(p.out, "Nothing to mend.")
		return 0
	}
}

// make declares the server; what is wrong is told at once.
func (p *program) make(ctx context.Context, f Flags) (*Server, io.Closer, bool) {
	config, closer, err := p.setup(ctx, f)
	if closer == nil {
		closer = io.NopCloser(nil)
	}
	if err == nil {
		var srv *Server
		if srv, err = build(config, ""); err == nil {
			return srv, closer, true
		}
	}
	closer.Close()
	p.report(err)
	return nil, nil, false
}

func (p *program) report(err error) int {
	if err == nil {
		return 0
	}
	if ps, ok := errors.AsType[fault.Problems](err); ok {
		fmt.Fprintln(p.err, ps.Error())
	} else {
		fmt.Fprintln(p.err, "stopped:", err)
	}
	return 1
}
