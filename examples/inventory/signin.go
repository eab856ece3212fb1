package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"time"

	"github.com/mattn/go-isatty"
	"github.com/rs/zerolog"

	"github.com/comity-mcp/comity/auth"
	"github.com/comity-mcp/comity/auth/devissuer"
	"github.com/comity-mcp/comity/server"
)

// The scopes: what reads, and what writes.
const (
	reads  = "inventory:read"
	writes = "inventory:write"
)

// signIn is what the command line says of who may call.
type signIn struct{ mode, issuer, because string }

func (s *signIn) define(flags *flag.FlagSet) {
	flags.StringVar(&s.mode, "auth", "dev", "who may call: `dev` (whoever signs in with a development issuer that starts too) or off (anyone; say why with -because)")
	flags.StringVar(&s.issuer, "issuer", "", "the `URL` of an authorization server, in place of the development issuer")
	flags.StringVar(&s.because, "because", "", "the `reason` for -auth off")
}

// policy says how callers are verified. Where that takes the development issuer and there will be callers to verify,
// it starts one that runs until the closer is closed.
func (s *signIn) policy(flags server.Flags, dir string, terminal io.Writer) (auth.Policy, io.Closer, error) {
	nothing := io.NopCloser(nil)
	switch {
	case s.mode != "dev" && s.mode != "off":
		return nil, nothing, fmt.Errorf("-auth %s is neither dev nor off", s.mode)
	case s.mode == "off" && s.issuer != "":
		return nil, nothing, errors.New("-auth off and -issuer contradict each other; leave one out")
	case s.mode == "off" && s.because == "":
		return nil, nothing, errors.New(`-auth off lets anyone call every tool; say why that is safe here, for example -because "behind a gateway that verifies"`)
	case s.mode == "off":
		return auth.Off{Because: s.because}, nothing, nil
	case s.because != "":
		return nil, nothing, errors.New("-because gives the reason for -auth off; add that, or leave it out")
	case s.issuer != "":
		return auth.OAuth{Issuers: []string{s.issuer}}, nothing, nil
	}
	address, err := besides(flags.URL)
	if flags.Describe || flags.Stdio { // nobody brings a token
		issuer := "http://" + address
		if err != nil {
			issuer = "https://login.example.com" // the real one of a server that is published
		}
		return auth.OAuth{Issuers: []string{issuer}}, nothing, nil
	}
	if err != nil {
		return nil, nothing, err
	}
	return develop(flags.URL, address, dir, terminal)
}

// besides is the address for a development issuer: the port after the server's, so that the next start has the same.
func besides(serverURL string) (string, error) {
	u, err := url.Parse(serverURL)
	if err != nil {
		return "", fmt.Errorf("reading -url: %w", err)
	}
	if ip := net.ParseIP(u.Hostname()); u.Hostname() != "localhost" && !ip.IsLoopback() {
		return "", fmt.Errorf("clients of %s cannot reach a development issuer, which serves its own machine only; name a real one with -issuer, "+
			"or turn authentication off with -auth off -because REASON", serverURL)
	}
	port, err := strconv.Atoi(u.Port())
	if err != nil || port >= 65535 {
		port = -1 // any
	}
	return net.JoinHostPort("127.0.0.1", strconv.Itoa(port+1)), nil
}

// develop starts a development issuer and tells how to get a token from it.
func develop(resource, address, dir string, terminal io.Writer) (auth.Policy, io.Closer, error) {
	nothing := io.NopCloser(nil)
	l, err := net.Listen("tcp", address)
	if err != nil { // taken: any other port will do, but tokens of an earlier start will not
		l, err = net.Listen("tcp", "127.0.0.1:0")
	}
	if err != nil {
		return nil, nothing, fmt.Errorf("listening for the development issuer: %w", err)
	}
	issuer, err := devissuer.New(devissuer.Options{
		URL:       "http://" + l.Addr().String(),
		Dir:       filepath.Join(dir, "dev-issuer"),
		Resources: []string{resource},
		Scopes: []devissuer.Scope{
			{Name: reads, Description: "Look up products, stock and reorders"},
			{Name: writes, Description: "Order more units, reserve stock and recount warehouses"},
		},
		Log: logger(),
	})
	if err != nil {
		l.Close()
		return nil, nothing, err
	}
	h := &http.Server{Handler: issuer, ReadHeaderTimeout: 10 * time.Second}
	go h.Serve(l) // until it is closed
	fmt.Fprintf(terminal, "A development issuer runs at %s, for this machine only. It asks for no password.\n", issuer.URL())
	fmt.Fprintf(terminal, "Clients open its page to sign in. A script gets an access token, good for 15 minutes, with:\n\n")
	fmt.Fprintf(terminal, "  TOKEN=$(%s | sed 's/.*\"access_token\":\"\\([^\"]*\\)\".*/\\1/')\n\n", issuer.TokenCommand(reads, writes))
	return auth.OAuth{Issuers: []string{issuer.URL()}}, h, nil
}

// logger is like the server's own: to standard error, pretty on a terminal.
func logger() zerolog.Logger {
	var to io.Writer = os.Stderr
	if isatty.IsTerminal(os.Stderr.Fd()) {
		to = zerolog.ConsoleWriter{Out: os.Stderr, TimeFormat: "15:04:05"}
	}
	return zerolog.New(to).Level(zerolog.InfoLevel).With().Timestamp().Str("part", "development issuer").Logger()
}
