package guard

import (
	"bytes"
	"errors"
	"io"
	"net/http"

	"github.com/comity-mcp/comity/internal/wire"
)

// read reads the body once, up to the cap, as one JSON-RPC message.
func (g *Guard) read(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := g.body(w, r)
		if tooLarge := (*http.MaxBytesError)(nil); errors.As(err, &tooLarge) {
			w.Header().Set("Connection", "close") // the rest is not read
			refuse(w, http.StatusRequestEntityTooLarge, invalid("The body is larger than %d bytes. Send less in one call.", tooLarge.Limit))
			return
		}
		if err != nil {
			g.options.Log.Debug().Err(err).Msg("a body broke off")
			refuse(w, http.StatusBadRequest, &wire.Error{Code: wire.CodeParse, Message: "The body broke off. Send the message again."})
			return
		}
		message, refused := wire.Read(body)
		if refused != nil {
			refuse(w, http.StatusBadRequest, refused)
			return
		}
		exchangeOf(r.Context()).message = message
		next.ServeHTTP(w, r)
	})
}

// firstRead is how many bytes are set aside before any has arrived: what a client says of its length is only a claim.
const firstRead = 64 << 10

func (g *Guard) body(w http.ResponseWriter, r *http.Request) ([]byte, error) {
	limit := g.options.MaxBody
	if r.ContentLength > limit {
		return nil, &http.MaxBytesError{Limit: limit}
	}
	// One byte more than announced, so that the end is seen without growing.
	b := make([]byte, 0, expected(r.ContentLength)+1)
	for body := http.MaxBytesReader(w, r.Body, limit); ; {
		n, err := body.Read(b[len(b):cap(b)])
		b = b[:len(b)+n]
		switch {
		case err == io.EOF:
			return b, nil
		case err != nil:
			return nil, err
		case len(b) == cap(b):
			b = append(b, 0)[:len(b)]
		}
	}
}

// expected is how many bytes to set aside for a body of that length, -1 when it is not known.
func expected(length int64) int64 {
	if length < 0 {
		return bytes.MinRead
	}
	return min(length, firstRead)
}

// again is a body that was read, to be read again.
type again struct{ bytes.Reader }

func (*again) Close() error { return nil }

func rebody(r *http.Request, body []byte) {
	a := new(again)
	a.Reset(body)
	r.Body, r.ContentLength = a, int64(len(body))
}

var _ io.ReadCloser = (*again)(nil)
