package guard

import (
	"bytes"
	"crypto/rand"
	"encoding/json"

	"github.com/comity-mcp/comity/internal/wire"
)

// failure returns where the JSON of an error response starts in one write of the SDK, -1 when the write is none. The SDK
// writes a JSON answer and an event each in one piece, with the error behind the id (go-sdk v1.8.0, mcp/event.go,
// internal/jsonrpc2/wire.go), so that a result or a notification is told apart after some dozen bytes.
func failure(p []byte) (from int) {
	const head, mark = 64, "data: "
	if len(p) == 0 {
		return -1
	}
	if p[0] != '{' {
		at := bytes.Index(p[:min(len(p), head)], []byte(mark))
		if at < 0 || at > 0 && p[at-1] != '\n' {
			return -1
		}
		from = at + len(mark)
	}
	rest, ok := bytes.CutPrefix(p[from:], []byte(`{"jsonrpc":"2.0",`))
	if !ok {
		return -1
	}
	if id, ok := bytes.CutPrefix(rest, []byte(`"id":`)); ok {
		rest = id[afterID(id):]
	}
	if !bytes.HasPrefix(rest, []byte(`"error":`)) {
		return -1
	}
	return from
}

// afterID returns where the member after an id starts.
func afterID(id []byte) int {
	i := 0
	if len(id) > 0 && id[0] == '"' {
		for i++; i < len(id) && id[i] != '"'; i++ {
			if id[i] == '\\' {
				i++
			}
		}
	}
	comma := bytes.IndexByte(id[min(i, len(id)):], ',')
	if comma < 0 {
		return len(id)
	}
	return i + comma + 1
}

// reworded returns one write of the SDK with its error in our words, and p as it is when the error can pass. from is
// where the error response starts in it.
func (t *translated) reworded(p []byte, from int) []byte {
	var answer struct {
		ID    json.RawMessage `json:"id"`
		Error struct {
			Code    int             `json:"code"`
			Message string          `json:"message"`
			Data    json.RawMessage `json:"data"`
		} `json:"error"`
	}
	to := len(p)
	if end := bytes.IndexByte(p[from:], '\n'); end >= 0 {
		to = from + end // the empty line that ends an event stays
	}
	if json.Unmarshal(p[from:to], &answer) != nil {
		return p // not one whole message: nothing of ours
	}
	e := wire.Reword(t.method, answer.Error.Code, answer.Error.Message)
	if t.method == "initialize" && t.inSession {
		e = wire.Again()
	}
	if e == nil {
		return p
	}
	log := t.log.Debug()
	if e.Code == wire.CodeInternal {
		reference := rand.Text()[:8]
		e = broken(reference)
		log = t.log.Error().Str("reference", reference)
	}
	log.Str("method", t.method).Int("code", answer.Error.Code).Str("text", answer.Error.Message).Msg("an error of the SDK was put in other words")
	e.ID = answer.ID
	return append(append(append(make([]byte, 0, len(p)), p[:from]...), e.Bytes()...), p[to:]...)
}
