package devissuer

import (
	"context"
	"net/http"
	"net/url"
	"slices"
	"strings"
)

// request is an authorization request that was found in order (RFC 6749 section 4.1.1, RFC 7636 section 4.3).
type request struct {
	client    client
	redirect  string
	state     string
	challenge string
	scopes    []string
	resource  string
}

const (
	// mostQuery is how long the query of an authorization request may be; browsers and proxies stop near it too.
	mostQuery = 16 << 10
	cookie    = "dev-issuer-browser"
)

// authorize shows the consent page. Until the client and its redirect are known to belong together nothing is sent
// back, because a redirect to a stranger's choice would be a gift (RFC 6749 section 4.1.2.1).
func (i *Issuer) authorize(w http.ResponseWriter, r *http.Request) {
	q, back, refused := i.returnAddress(r.Context(), r.URL.RawQuery)
	if refused != nil {
		i.logRefusal(r, back.client.ID, refused)
		i.showFault(w, refused)
		return
	}
	if refused := i.rest(q, &back); refused != nil {
		i.logRefusal(r, back.client.ID, refused)
		i.sendBack(w, r, back, "error", refused.code, "error_description", refused.says)
		return
	}
	browser := i.browser(w, r)
	i.showConsent(w, back, i.store.ask(back, browser))
}

// returnAddress finds the client and where its answer goes.
func (i *Issuer) returnAddress(ctx context.Context, raw string) (form, request, *refusal) {
	if len(raw) > mostQuery {
		return form{}, request{}, refuse(414, "invalid_request", "the request is longer than %d KiB", mostQuery>>10)
	}
	values, err := url.ParseQuery(raw)
	if err != nil {
		return form{}, request{}, refuse(400, "invalid_request", "the query of the request is damaged")
	}
	q := form{values}
	id := q.one("client_id")
	back := request{client: client{ID: id}, state: q.one("state")}
	if len(values["client_id"]) > 1 || len(values["redirect_uri"]) > 1 {
		return q, back, refuse(400, "invalid_request", "client_id or redirect_uri is there twice: send each once")
	}
	switch {
	case id == "":
		return q, back, refuse(400, "invalid_request", "client_id is missing")
	case isDocument(id):
		if back.client, err = i.documents.client(ctx, id); err != nil {
			back.client.ID = id
			return q, back, refuse(400, "invalid_client", "client_id %q does not lead to a metadata document that can be used: %v", shown(id), err)
		}
	default:
		known, ok := i.store.client(id)
		if !ok {
			return q, back, refuse(400, "invalid_client", "client_id %q is not registered here. Issuers that keep nothing forget their clients when they stop: "+
				"let the client register again, for example by removing the sign-in it remembers", shown(id))
		}
		back.client = known
	}
	back.redirect = q.one("redirect_uri")
	switch listed := back.client.Redirects; {
	case back.redirect == "" && len(listed) == 1:
		back.redirect = listed[0]
	case back.redirect == "":
		return q, back, refuse(400, "invalid_request", "redirect_uri is missing, and the client listed %d: send one", len(listed))
	case !back.client.redirectsTo(back.redirect):
		return q, back, refuse(400, "invalid_request", "redirect_uri %q is not among those that the client listed: %s", shown(back.redirect), shown(strings.Join(listed, " ")))
	}
	return q, back, nil
}

// rest checks what else the request says; its faults are told to the client.
func (i *Issuer) rest(q form, back *request) (refused *refusal) {
	if _, refused := single(q.values); refused != nil {
		return refused
	}
	switch kind := q.one("response_type"); kind {
	case "code":
	case "":
		return refuse(400, "invalid_request", "response_type is missing: send code")
	default:
		return refuse(400, "unsupported_response_type", "response_type %q is not offered: send code", shown(kind))
	}
	if mode := q.one("response_mode"); mode != "" && mode != "query" {
		return refuse(400, "invalid_request", "response_mode %q is not offered: send query", shown(mode))
	}
	if q.one("request") != "" || q.one("request_uri") != "" {
		return refuse(400, "request_not_supported", "request objects (RFC 9101) are not read here: send plain parameters")
	}
	if method := q.one("code_challenge_method"); method != "S256" {
		return refuse(400, "invalid_request", "code_challenge_method is %q: send S256, since PKCE is required and plain hides nothing (RFC 7636)", shown(method))
	}
	if back.challenge = q.one("code_challenge"); !challengeForm.MatchString(back.challenge) {
		return refuse(400, "invalid_request", "code_challenge is not a SHA-256 in base64url, 43 characters without padding (RFC 7636 section 4.2)")
	}
	if back.scopes, refused = i.scopes(q.one("scope")); refused != nil {
		return refused
	}
	if !back.client.Refreshes {
		back.scopes = slices.DeleteFunc(back.scopes, func(s string) bool { return s == offline })
	}
	back.resource, refused = i.audience(q.values["resource"])
	return refused
}

// sendBack redirects to the client with the parameters, the state and the issuer (RFC 9207 section 2). 303 makes a
// browser that posted a form leave its content behind (RFC 9700 section 4.12).
func (i *Issuer) sendBack(w http.ResponseWriter, r *http.Request, to request, pairs ...string) {
	q := url.Values{"iss": {i.options.URL}}
	for n := 0; n+1 < len(pairs); n += 2 {
		q.Set(pairs[n], pairs[n+1])
	}
	if to.state != "" {
		q.Set("state", to.state)
	}
	join := "?"
	if strings.Contains(to.redirect, "?") {
		join = "&"
	}
	pageHeaders(w)
	w.Header().Set("Location", to.redirect+join+q.Encode())
	w.WriteHeader(http.StatusSeeOther)
}

// browser returns the value of the browser's cookie, and sets one in a browser that has none.
func (i *Issuer) browser(w http.ResponseWriter, r *http.Request) string {
	if c, err := r.Cookie(cookie); err == nil && len(c.Value) == len(secret()) {
		return c.Value
	}
	value := secret()
	// Not Secure: the issuer is http on loopback, where not every browser would send it back.
	http.SetCookie(w, &http.Cookie{Name: cookie, Value: value, Path: i.at.Path + "/authorize", HttpOnly: true, SameSite: http.SameSiteStrictMode})
	return value
}
