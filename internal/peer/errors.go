package peer

import (
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/comity-mcp/comity/internal/seen"
)

// An HTTPError is an HTTP answer that is no JSON-RPC message.
type HTTPError struct {
	URL         string // without its query
	Status      int
	ContentType string
	Header      http.Header
	// Body is its beginning, at most 8 KiB.
	Body []byte
}

// Error says what came instead of an answer, and what to look at.
func (e *HTTPError) Error() string {
	status := fmt.Sprintf("HTTP %d %s", e.Status, http.StatusText(e.Status))
	switch {
	case e.Status >= 300 && e.Status < 400:
		return fmt.Sprintf("%s answered %s and points to %s; use that address if it is the server's", e.URL, status, orNothing(clip(e.Header.Get("Location"))))
	case strings.HasPrefix(strings.TrimSpace(string(e.Body)), "<"):
		return fmt.Sprintf("%s answered %s with a web page instead of a message; MCP endpoints often are at /mcp", e.URL, status)
	case e.Status == http.StatusNotFound || e.Status == http.StatusMethodNotAllowed:
		return fmt.Sprintf("%s answered %s, so there is no MCP endpoint; look for its path, which often is /mcp", e.URL, status)
	case e.Status == http.StatusTooManyRequests:
		return fmt.Sprintf("%s answered %s; try again later", e.URL, status)
	case e.Status >= 500:
		return fmt.Sprintf("%s answered %s and %s; its log has the reason", e.URL, status, orNothing(clip(string(e.Body))))
	}
	return fmt.Sprintf("%s answered %s and %s, which is no JSON-RPC message; see that it is an MCP endpoint", e.URL, status, orNothing(clip(string(e.Body))))
}

// A SignInError is an answer that asks for an access token, or for another one (RFC 6750 section 3).
type SignInError struct {
	URL    string // without its query
	Status int    // 401 or 403
	// Challenge is WWW-Authenticate as sent.
	Challenge string
	// Metadata is the address of the protected resource metadata that the challenge names; empty when it names none.
	Metadata string
	// Issuers are who gives tokens, by the metadata; empty when it could not be read.
	Issuers []string
	// Scope is what the challenge asks for.
	Scope string
	// Sent is whether the request had an Authorization header.
	Sent bool
}

// Error says what was refused and where a token comes from.
func (e *SignInError) Error() string {
	var b strings.Builder
	if e.Sent {
		fmt.Fprintf(&b, "%s refuses the access token (HTTP %d)", e.URL, e.Status)
		if d := parameter(e.Challenge, "error_description"); d != "" {
			fmt.Fprintf(&b, ": %s", clip(d))
		} else if d := parameter(e.Challenge, "error"); d != "" {
			fmt.Fprintf(&b, ": %s", clip(d))
		}
	} else {
		fmt.Fprintf(&b, "%s asks for an access token (HTTP %d)", e.URL, e.Status)
	}
	b.WriteString("; get one")
	if len(e.Issuers) > 0 {
		fmt.Fprintf(&b, " from %s", clip(strings.Join(e.Issuers, " or ")))
	} else {
		b.WriteString(" from whoever runs the server")
	}
	if e.Scope != "" {
		fmt.Fprintf(&b, " with the scopes %s", clip(e.Scope))
	}
	return b.String()
}

// An ExitError is a process that ended before it had answered.
type ExitError struct {
	Command string
	// Status is how it ended, "exit status 1".
	Status string
	// Stderr is the end of what it wrote on standard error, at most 8 KiB.
	Stderr string
}

// Error quotes the last lines of standard error.
func (e *ExitError) Error() string {
	if e.Stderr == "" {
		return fmt.Sprintf("%s ended (%s) without an answer and without a word on standard error; run it by hand to see why", e.Command, e.Status)
	}
	return fmt.Sprintf("%s ended (%s) without an answer; the end of its standard error:\n%s", e.Command, e.Status, indented(e.Stderr, 12))
}

// A slowError is a request that had no answer in its time.
type slowError struct{ slow, while error }

func (e *slowError) Error() string {
	if errors.Is(e.while, errQuiet) {
		return e.slow.Error()
	}
	return e.slow.Error() + ": " + e.while.Error()
}
func (e *slowError) Unwrap() []error { return []error{e.slow, e.while} }

// Timeout is true, as net.Error has it.
func (*slowError) Timeout() bool { return true }

// errQuiet is the end of a wait in which nothing came that is worth telling.
var errQuiet = errors.New("nothing came")

// An endedError is a wait that its context ended before anything came that is worth telling.
type endedError struct{ cause, state error }

func (e *endedError) Error() string   { return e.cause.Error() }
func (e *endedError) Unwrap() []error { return []error{e.cause, e.state, errQuiet} }

// unreachable rewords what the HTTP client says: its text repeats the whole URL, query included.
func unreachable(shown string, err error) error {
	if wrapped, ok := errors.AsType[*url.Error](err); ok {
		err = wrapped.Err
	}
	text := err.Error()
	way := "see that the server runs and that the address is right"
	switch {
	case strings.Contains(text, "connection refused"):
		way = "nothing listens there; start the server, or mend the port"
	case strings.Contains(text, "no such host"):
		way = "the host has no address; mend its name"
	case strings.Contains(text, "server gave HTTP response to HTTPS client"):
		way = "it speaks plain HTTP; begin the URL with http://"
	case strings.Contains(text, "certificate"):
		way = "the certificate does not hold for this address; mend it, for hosts refuse it as well"
	}
	return fmt.Errorf("reaching %s: %w; %s", shown, err, way)
}

// clip cuts a text of the server to one line of at most 200 bytes.
func clip(s string) string { return cut(s, 200) }

// cut makes a text of the server one line that is safe to print.
func cut(s string, most int) string {
	if len(s) > most {
		s = strings.ToValidUTF8(s[:most], "") + "..."
	}
	return seen.Line(s)
}

func orNothing(s string) string {
	if s == "" {
		return "nothing"
	}
	return s
}

// indented returns the last lines of s, two spaces before each.
func indented(s string, lines int) string {
	all := strings.Split(strings.TrimRight(s, "\n"), "\n")
	if len(all) > lines {
		all = all[len(all)-lines:]
	}
	for i := range all {
		all[i] = "  " + clip(all[i])
	}
	return strings.Join(all, "\n")
}

// parameter returns a parameter of a challenge, "" for none (RFC 9110 section 11.6.1). A name must stand after a space or comma.
func parameter(challenge, name string) string {
	for rest, at := challenge, 0; ; rest = rest[at+len(name):] {
		if at = strings.Index(strings.ToLower(rest), name+"="); at < 0 {
			return ""
		}
		if at > 0 && !strings.ContainsRune(" ,\t", rune(rest[at-1])) {
			continue
		}
		return quoted(rest[at+len(name)+1:])
	}
}

// quoted returns the token or quoted string that s begins with.
func quoted(s string) string {
	if !strings.HasPrefix(s, `"`) {
		return s[:len(s)-len(strings.TrimLeftFunc(s, func(r rune) bool { return r != ',' && r != ' ' }))]
	}
	var b strings.Builder
	for i := 1; i < len(s) && s[i] != '"'; i++ {
		if s[i] == '\\' && i+1 < len(s) {
			i++
		}
		b.WriteByte(s[i])
	}
	return b.String()
}

// soon is how long an end or a look at a document may take.
const soon = 5 * time.Second
