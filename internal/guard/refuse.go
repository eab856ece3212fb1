package guard

import (
	"fmt"
	"net/http"

	"github.com/comity-mcp/comity/internal/wire"
)

// refuse answers with a JSON-RPC error.
func refuse(w http.ResponseWriter, status int, e *wire.Error) {
	h := w.Header()
	h.Del("Content-Length")
	h.Set("Content-Type", "application/json")
	h.Set("Cache-Control", "no-store")
	h.Set("X-Content-Type-Options", "nosniff")
	w.WriteHeader(status)
	_, _ = w.Write(e.Bytes()) // a client that is gone needs no answer
}

// invalid is the error of a request that is refused before, or whatever, its message says.
func invalid(format string, args ...any) *wire.Error {
	return &wire.Error{Code: wire.CodeInvalidRequest, Message: fmt.Sprintf(format, args...)}
}
