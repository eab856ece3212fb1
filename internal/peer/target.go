package peer

import (
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"time"

	"github.com/comity-mcp/comity/internal/nearest"
)

// A Target is where a server is: a URL, or a command that starts one on standard input and output.
type Target struct {
	// URL is the address of the MCP endpoint, http or https.
	URL string
	// Header is sent with every request to the URL, for example Authorization. Documents about sign-in are asked for without it.
	Header http.Header

	// Command is the program and its arguments.
	Command []string
	// Dir is where it runs; empty is the directory of this process.
	Dir string
	// Env is its whole environment, NAME=value. Nil hands on what hosts hand on and nothing else: PATH, HOME, USER, LOGNAME,
	// SHELL, TERM, LANG and TMPDIR, and on Windows what a program needs to start there. See [Environment].
	Env []string
}

// Options say how to talk to a target. The zero value is good for any server.
type Options struct {
	// Era is which revisions of the protocol to speak. Zero is Auto.
	Era Era
	// Timeout is how long a request may take. Zero is 30 seconds.
	Timeout time.Duration
	// Start is how long a process may take for its first answer, its start included. Zero is Timeout.
	Start time.Duration
	// MaxBytes is how much one answer may have, what comes before it on its stream included. Zero is 16 MiB.
	MaxBytes int64
	// Transport carries the HTTP requests. Nil is one like http.DefaultTransport of the peer's own. Its idle connections are
	// closed with the peer.
	Transport http.RoundTripper
	// ClientName and ClientVersion are what the server is told. Empty is "comity" and "0".
	ClientName, ClientVersion string
}

func (o Options) filled() Options {
	if o.Timeout <= 0 {
		o.Timeout = 30 * time.Second
	}
	if o.Start <= 0 {
		o.Start = o.Timeout
	}
	if o.MaxBytes <= 0 {
		o.MaxBytes = 16 << 20
	}
	if o.ClientName == "" {
		o.ClientName = "comity"
	}
	if o.ClientVersion == "" {
		o.ClientVersion = "0"
	}
	return o
}

// check refuses a target that cannot be dialled.
func (t Target) check() error {
	switch {
	case t.URL == "" && len(t.Command) == 0:
		return errors.New("there is neither a URL nor a command; name one of the two")
	case t.URL != "" && len(t.Command) > 0:
		return errors.New("there is both a URL and a command; name one of the two")
	case t.URL == "":
		return nil
	}
	u, err := url.Parse(t.URL)
	switch {
	case err != nil:
		return errors.New("the URL cannot be read; write it like https://inventory.example.com/mcp")
	case u.Scheme != "http" && u.Scheme != "https":
		if meant, ok := nearest.To(u.Scheme, []string{"http", "https"}); ok && u.Host != "" {
			return fmt.Errorf("the URL begins with %s:, and an MCP server is at http or https; did you mean %s?", u.Scheme, meant)
		}
		return errors.New("the URL must begin with http:// or https://, like https://inventory.example.com/mcp; a command stands after --")
	case u.Host == "":
		return errors.New("the URL has no host; write it like https://inventory.example.com/mcp")
	case u.User != nil:
		return errors.New("the URL has a user or a password in it, which MCP has no place for; send an access token in the Authorization header")
	case u.Fragment != "":
		return errors.New("the URL has a #fragment, which is never sent; leave it out")
	}
	return nil
}
