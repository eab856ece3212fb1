package devissuer

import (
	"crypto/subtle"
	"io"
	"maps"
	"mime"
	"net/http"
	"net/url"
	"slices"
)

// form is the parameters of a request, each there once at most, but for resource (RFC 8707 section 2).
type form struct{ values url.Values }

// one returns a parameter; without a value it counts as left out (RFC 6749 section 3.1).
func (f form) one(name string) string { return f.values.Get(name) }

// single refuses a parameter that is sent twice (RFC 6749 sections 3.1 and 3.2).
func single(values url.Values) (form, *refusal) {
	for _, name := range slices.Sorted(maps.Keys(values)) {
		if n := len(values[name]); n > 1 && name != "resource" {
			return form{values}, refuse(400, "invalid_request", "%s is there %d times: send it once", shown(name), n)
		}
	}
	return form{values}, nil
}

// readForm reads the body of a form. What stands in the URL does not count: secrets in URLs end up in logs.
func readForm(w http.ResponseWriter, r *http.Request) (form, *refusal) {
	if kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type")); err != nil || kind != "application/x-www-form-urlencoded" {
		return form{}, refuse(400, "invalid_request", "Content-Type is %q: send application/x-www-form-urlencoded", shown(r.Header.Get("Content-Type")))
	}
	b, err := io.ReadAll(http.MaxBytesReader(w, r.Body, mostBody))
	if err != nil {
		return form{}, unread(err, "invalid_request")
	}
	values, err := url.ParseQuery(string(b))
	if err != nil {
		return form{}, refuse(400, "invalid_request", "the body is not form-encoded")
	}
	return single(values)
}

// authenticate says which client sends a token or revocation request. Public clients say who they are and prove
// nothing here; their codes and refresh tokens are bound to them. The script client has a secret, sent in either of
// the ways of RFC 6749 section 2.3.1. Some libraries send a public client's id in the header too, with no password.
func (i *Issuer) authenticate(r *http.Request, f form) (id string, _ *refusal) {
	id, password := f.one("client_id"), f.one("client_secret")
	if name, word, ok := r.BasicAuth(); ok {
		var err1, err2 error
		name, err1 = url.QueryUnescape(name)
		word, err2 = url.QueryUnescape(word)
		switch {
		case err1 != nil || err2 != nil:
			return "", refuse(400, "invalid_request", "the Authorization header is not form-encoded (RFC 6749 section 2.3.1)")
		case password != "":
			return name, refuse(400, "invalid_request", "the client authenticates twice: send the header or client_secret")
		case id != "" && id != name:
			return id, refuse(400, "invalid_request", "client_id is not the client of the Authorization header")
		}
		id, password = name, word
	} else if r.Header.Get("Authorization") != "" {
		return id, refuse(401, "invalid_client", "the Authorization header is not Basic: send client_id in the form")
	}
	switch {
	case id == "":
		return "", refuse(401, "invalid_client", "client_id is missing")
	case id == scriptID:
		if subtle.ConstantTimeCompare([]byte(password), []byte(i.store.scriptSecret())) == 0 {
			return id, refuse(401, "invalid_client", "the secret of the client %q is wrong: the issuer prints it when it starts", scriptID)
		}
	case password != "":
		return id, refuse(401, "invalid_client", "clients here have no secret: send client_id alone")
	case !isDocument(id):
		if _, ok := i.store.client(id); !ok {
			return id, refuse(401, "invalid_client", "client_id %q is not registered here: register again", shown(id))
		}
	}
	return id, nil
}
