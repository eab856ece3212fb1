package devissuer

import (
	"fmt"
	"net/http"
	"strings"

	"github.com/go-json-experiment/json"
)

// refusal is an error as OAuth tells it: a code from a closed list (RFC 6749 sections 4.1.2.1 and 5.2, RFC 7591
// section 3.2.2, RFC 8707 section 2), and a sentence for the developer.
type refusal struct {
	status int
	code   string
	says   string
}

func (r *refusal) Error() string { return r.code + ": " + r.says }

// refuse makes a refusal. What it says is brought down to the characters that RFC 6749 section 5.2 allows in
// error_description, so values from outside may be quoted in it; secrets may not.
func refuse(status int, code, format string, args ...any) *refusal {
	says := strings.Map(func(r rune) rune {
		switch {
		case r == '"':
			return '\''
		case r == '\\':
			return '/'
		case r < ' ' || r > '~':
			return '?'
		}
		return r
	}, fmt.Sprintf(format, args...))
	return &refusal{status: status, code: code, says: says}
}

// shown is a value from outside, short enough to quote.
func shown(s string) string {
	if len(s) > 100 {
		return s[:100] + "..."
	}
	return s
}

// write answers with the error as JSON (RFC 6749 section 5.2).
func (r *refusal) write(w http.ResponseWriter) {
	body, err := json.Marshal(struct {
		Code string `json:"error"`
		Says string `json:"error_description"`
	}{r.code, r.says})
	if err != nil { // two strings of ASCII always encode
		body = []byte(`{"error":"server_error"}`)
	}
	if r.status == http.StatusUnauthorized {
		w.Header().Set("WWW-Authenticate", `Basic realm="development issuer"`)
	}
	writeJSON(w, r.status, body)
}

// broken is what went wrong on this side, told without details.
func broken() *refusal {
	return refuse(500, "server_error", "the issuer could not do this; its log says why")
}

// turnDown answers and logs a refusal.
func (i *Issuer) turnDown(w http.ResponseWriter, r *http.Request, clientID string, refused *refusal) {
	i.logRefusal(r, clientID, refused)
	refused.write(w)
}

// fail answers for a fault of this side; the cause is for the log.
func (i *Issuer) fail(w http.ResponseWriter, r *http.Request, clientID string, cause error) {
	i.options.Log.Error().Str("endpoint", r.URL.Path).Str("client_id", clean(clientID, 200)).Err(cause).Msg("could not answer")
	broken().write(w)
}

// logRefusal logs what the client is told and nothing that it sent besides its name.
func (i *Issuer) logRefusal(r *http.Request, clientID string, refused *refusal) {
	i.options.Log.Warn().Str("endpoint", r.URL.Path).Str("client_id", clean(clientID, 200)).
		Str("error", refused.code).Str("says", refused.says).Msg("refused")
}
