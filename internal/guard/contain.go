package guard

import (
	"crypto/rand"
	"net/http"
	"runtime/debug"

	"github.com/comity-mcp/comity/internal/wire"
)

// contain answers for a panic below it: 500 with a masked sentence and a reference that the log repeats with the stack.
// When the answer has begun, the connection is cut instead, so that half an answer is not taken for a whole one.
// It does not see panics on the SDK's own goroutines, where tool handlers run.
func (g *Guard) contain(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		watched := &begun{ResponseWriter: w}
		defer func() {
			v := recover()
			if v == nil {
				return
			}
			if v == http.ErrAbortHandler { // compared as net/http does
				panic(v)
			}
			reference := rand.Text()[:8]
			g.options.Log.Error().Str("reference", reference).Str("method", r.Method).Str("path", r.URL.Path).
				Any("panic", v).Bytes("stack", debug.Stack()).Msg("a handler panicked")
			if watched.yes {
				panic(http.ErrAbortHandler)
			}
			refuse(w, http.StatusInternalServerError, broken(reference))
		}()
		next.ServeHTTP(watched, r)
	})
}

// broken is what a caller learns of a fault in the server.
func broken(reference string) *wire.Error {
	return &wire.Error{Code: wire.CodeInternal, Message: "The server could not answer because of a fault of its own. " +
		"Try once more; if it stays, give whoever runs it the reference " + reference + "."}
}

// begun notes whether an answer has begun.
type begun struct {
	http.ResponseWriter
	yes bool
}

func (b *begun) WriteHeader(status int) {
	b.yes = b.yes || status >= 200 // 1xx are informational
	b.ResponseWriter.WriteHeader(status)
}

func (b *begun) Write(p []byte) (int, error) {
	b.yes = true
	return b.ResponseWriter.Write(p)
}

// Flush sends what was written so far.
func (b *begun) Flush() { _ = b.FlushError() }

// FlushError is what http.ResponseController calls.
func (b *begun) FlushError() error {
	b.yes = true
	return http.NewResponseController(b.ResponseWriter).Flush()
}

// Unwrap lets http.ResponseController reach the connection.
func (b *begun) Unwrap() http.ResponseWriter { return b.ResponseWriter }
