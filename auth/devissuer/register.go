package devissuer

import (
	"errors"
	"io"
	"mime"
	"net/http"
	"time"

	"github.com/go-json-experiment/json"
)

// mostBody is how much of a request is read; the forms and documents of real clients take a few KiB.
const mostBody = 64 << 10

// register is the registration endpoint (RFC 7591). Every client is registered as a public one, without a secret:
// "The authorization server MAY replace" what was asked (section 3.2.1), and the answer says what holds.
func (i *Issuer) register(w http.ResponseWriter, r *http.Request) {
	c, refused := readRegistration(w, r)
	if refused != nil {
		i.turnDown(w, r, "", refused)
		return
	}
	c.ID = "client-" + secret()[:22]
	if err := i.store.addClient(c); err != nil {
		i.fail(w, r, c.ID, err)
		return
	}
	grants := []string{grantCode}
	if c.Refreshes {
		grants = append(grants, grantRefresh)
	}
	body, err := json.Marshal(clientMetadata{
		ID: c.ID, IssuedAt: time.Now().Unix(), Name: c.Name, Redirects: c.Redirects,
		Grants: grants, Responses: []string{"code"}, AuthMethod: "none",
	})
	if err != nil {
		i.fail(w, r, c.ID, err)
		return
	}
	i.options.Log.Info().Str("client_id", c.ID).Str("client_name", c.Name).Msg("client registered")
	writeJSON(w, http.StatusCreated, body)
}

func readRegistration(w http.ResponseWriter, r *http.Request) (client, *refusal) {
	if kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type")); err != nil || kind != "application/json" {
		return client{}, refuse(400, "invalid_client_metadata", "Content-Type is %q: send application/json", shown(r.Header.Get("Content-Type")))
	}
	b, err := io.ReadAll(http.MaxBytesReader(w, r.Body, mostBody))
	if err != nil {
		return client{}, unread(err, "invalid_client_metadata")
	}
	var m clientMetadata
	if err := json.Unmarshal(b, &m); err != nil {
		return client{}, refuse(400, "invalid_client_metadata", "the body is not the JSON of RFC 7591: %s", shown(err.Error()))
	}
	return m.client()
}

// unread is what to say when a body did not come in whole.
func unread(err error, code string) *refusal {
	if _, ok := errors.AsType[*http.MaxBytesError](err); ok {
		return refuse(413, code, "the body is larger than %d KiB", mostBody>>10)
	}
	return refuse(400, code, "the body could not be read")
}
