package guard

import (
	"crypto/rand"
	"net/http"
	"strings"

	"github.com/rs/zerolog"

	"github.com/comity-mcp/comity/internal/wire"
)

// translate serves the request and turns an error that the SDK writes as plain text into a JSON-RPC error, its status
// and headers kept, and one that speaks of Go into one that speaks of the message. Everything else passes as it is
// written, event streams at once. It returns the status that the SDK gave, 0 for none.
func translate(w http.ResponseWriter, r *http.Request, handler http.Handler, m wire.Message, log *zerolog.Logger) (given int) {
	_, session := r.Header[headerSession]
	t := &translated{ResponseWriter: w, method: m.Method, inSession: session, log: log}
	handler.ServeHTTP(t, r)
	if t.held == 0 {
		return t.given
	}
	status, e := t.meaning(r, m, log)
	if status == http.StatusAccepted {
		h := w.Header()
		h.Del("Content-Type")
		h.Del("X-Content-Type-Options")
		w.WriteHeader(status)
		return t.given
	}
	refuse(w, status, e)
	return t.given
}

// maxText is how much of a plain text is kept; the SDK's are one line.
const maxText = 1 << 10

// translated holds back an answer in plain text.
type translated struct {
	http.ResponseWriter
	method    string // of the message; empty for a GET or DELETE
	inSession bool
	log       *zerolog.Logger

	begun bool
	given int // the status of the SDK
	held  int // the status held back; 0 when the answer passes
	text  []byte
}

func (t *translated) WriteHeader(status int) {
	if t.begun || status < 200 {
		t.ResponseWriter.WriteHeader(status)
		return
	}
	t.begun, t.given = true, status
	kind := t.Header().Get("Content-Type")
	if status >= 400 && strings.HasPrefix(kind, "text/plain") {
		t.held = status
		return
	}
	if strings.HasPrefix(kind, "text/event-stream") {
		t.Header().Set("X-Accel-Buffering", "no") // MCP 2026-07-28, basic/transports: SHOULD
	}
	t.ResponseWriter.WriteHeader(status)
}

func (t *translated) Write(p []byte) (int, error) {
	from := failure(p)
	if !t.begun {
		if from >= 0 && t.method == "initialize" {
			t.Header().Del(headerSession) // the SDK names a session before it knows whether there will be one
		}
		t.WriteHeader(http.StatusOK)
	}
	switch {
	case t.held != 0:
		t.text = append(t.text, p[:min(len(p), maxText-len(t.text))]...)
		return len(p), nil
	case from >= 0 && t.method != "" && t.Header().Get("Content-Length") == "":
		if _, err := t.ResponseWriter.Write(t.reworded(p, from)); err != nil {
			return 0, err
		}
		return len(p), nil
	}
	return t.ResponseWriter.Write(p)
}

// Flush sends what was written so far.
func (t *translated) Flush() { _ = t.FlushError() }

// FlushError is what http.ResponseController calls.
func (t *translated) FlushError() error {
	if !t.begun {
		t.WriteHeader(http.StatusOK)
	}
	if t.held != 0 {
		return nil
	}
	return http.NewResponseController(t.ResponseWriter).Flush()
}

// Unwrap lets http.ResponseController reach the connection.
func (t *translated) Unwrap() http.ResponseWriter { return t.ResponseWriter }

// meaning says what the SDK's text means as a status and a JSON-RPC error. The texts are those of go-sdk v1.8.0,
// mcp/streamable.go and mcp/shared.go; one that is not known keeps its status.
func (t *translated) meaning(r *http.Request, m wire.Message, log *zerolog.Logger) (int, *wire.Error) {
	text := strings.TrimSpace(string(t.text))
	log.Debug().Int("status", t.held).Str("text", text).Msg("the SDK refused a request")
	e := &wire.Error{Code: wire.CodeInvalidRequest, ID: m.ID}
	_, session := r.Header[headerSession]
	switch {
	case t.held >= 500:
		reference := rand.Text()[:8]
		log.Error().Str("reference", reference).Int("status", t.held).Str("text", text).Msg("the SDK could not serve a request")
		masked := broken(reference)
		masked.ID = m.ID
		return t.held, masked
	case strings.HasPrefix(text, "JSON RPC not handled"):
		if m.ID == nil {
			return http.StatusAccepted, nil // JSON-RPC 2.0 section 4.1: a notification is never answered
		}
		// An unknown method of the handshake era; the SDK writes that of the modern one as JSON, with 404.
		e = wire.NoMethod(m.Method)
		e.ID = m.ID
		return http.StatusOK, e
	case (t.held == http.StatusNotFound || t.held == http.StatusForbidden) && session:
		// 403 is a session that another caller opened; a stranger must not tell it from one that never was.
		e.Message = "This session is unknown or over. Send initialize again, without Mcp-Session-Id."
		return http.StatusNotFound, e
	default:
		if reworded := wire.Reword(m.Method, wire.CodeInvalidRequest, text); reworded != nil {
			reworded.ID = m.ID
			return t.held, reworded
		}
		e.Message = "The request was refused: " + wire.Quote(text) + ". Mend it as the text says and send it again."
	}
	return t.held, e
}
