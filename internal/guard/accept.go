package guard

import (
	"net/http"
	"strconv"
	"strings"

	"github.com/comity-mcp/comity/internal/wire"
)

// wants is how much a client likes the two forms of an answer: 0 is not at all, 1 is most.
type wants struct {
	json, stream float64
	named        bool // it names event streams, so that it can read one; */* alone says little
}

// accept reads the Accept header (RFC 9110 section 12.5.1). MCP asks clients to list both forms; clients and proxies
// that list one, none or */* are served what they can read, and refused with 406 only when that is neither.
func (g *Guard) accept(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		likes := accepted(r.Header.Values("Accept"))
		if likes.json == 0 && likes.stream == 0 {
			notAcceptable(w, r)
			return
		}
		next.ServeHTTP(w, begin(r, likes))
	})
}

func notAcceptable(w http.ResponseWriter, r *http.Request) {
	refuse(w, http.StatusNotAcceptable, invalid("Accept is %s, and this is answered as application/json or text/event-stream. "+
		`Send "Accept: application/json, text/event-stream".`, orMissing(strings.Join(r.Header.Values("Accept"), ", "))))
}

// noStream refuses a subscriptions/listen of a client that reads no event stream: there is no other form of its answer.
func noStream(r *http.Request, m wire.Message) *wire.Error {
	e := invalid("Accept is %s, and %s is answered as an event stream, which stays open. "+
		`Send "Accept: text/event-stream", with application/json beside it or without.`, orMissing(strings.Join(r.Header.Values("Accept"), ", ")), m.Method)
	e.ID = m.ID
	return e
}

// accepted weighs the lines of an Accept header. The most specific range that matches a form decides; of equally
// specific ones the kindest. No range at all accepts everything.
func accepted(lines []string) wants {
	var form [2]struct {
		quality float64
		exact   int // 1 for */*, 2 for type/*, 3 for the type itself
	}
	weigh := func(i, exact int, quality float64) {
		if f := &form[i]; exact > f.exact || exact == f.exact && quality > f.quality {
			f.quality, f.exact = quality, exact
		}
	}
	any, named := false, false
	for _, line := range lines {
		for line != "" {
			var media string
			media, line = cutUnquoted(line, ',')
			name, params := cutUnquoted(media, ';')
			name = strings.ToLower(strings.TrimSpace(name))
			if name == "" {
				continue
			}
			any = true
			quality := quality(params)
			switch name {
			case "application/json":
				weigh(0, 3, quality)
			case "application/*":
				weigh(0, 2, quality)
			case "text/event-stream":
				weigh(1, 3, quality)
				named = true
			case "text/*":
				weigh(1, 2, quality)
				named = true
			case "*/*", "*":
				weigh(0, 1, quality)
				weigh(1, 1, quality)
			}
		}
	}
	if !any {
		return wants{json: 1, stream: 1}
	}
	return wants{json: form[0].quality, stream: form[1].quality, named: named}
}

// quality returns the weight among the parameters of a range; 1 when there is none or none that can be read.
func quality(params string) float64 {
	for params != "" {
		var param string
		param, params = cutUnquoted(params, ';')
		name, value, ok := strings.Cut(param, "=")
		if !ok || !strings.EqualFold(strings.TrimSpace(name), "q") {
			continue
		}
		q, err := strconv.ParseFloat(strings.TrimSpace(value), 64)
		if err != nil || q != q { // not a number
			return 1
		}
		return max(0, min(q, 1))
	}
	return 1
}

// cutUnquoted cuts s at the first separator outside a quoted string.
func cutUnquoted(s string, separator byte) (before, after string) {
	quoted := false
	for i := 0; i < len(s); i++ {
		switch {
		case quoted && s[i] == '\\':
			i++
		case s[i] == '"':
			quoted = !quoted
		case !quoted && s[i] == separator:
			return s[:i], s[i+1:]
		}
	}
	return s, ""
}
