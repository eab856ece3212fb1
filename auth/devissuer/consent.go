package devissuer

import (
	"bytes"
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"html/template"
	"net/http"
	"slices"
)

var (
	//go:embed page.html
	pageSource string
	//go:embed page.css
	pageStyle string
)

// policy is the Content-Security-Policy of the pages: nothing but their one style sheet, which is known by its hash.
// form-action is left open on purpose: browsers hold every hop of the redirect that follows the form to it, and where
// a client goes on from its own callback is not known here.
func policy() string {
	sum := sha256.Sum256([]byte(pageStyle))
	return "default-src 'none'; style-src 'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'; base-uri 'none'; frame-ancestors 'none'"
}

func pages() *template.Template { return template.Must(template.New("page").Parse(pageSource)) }

// page is what a page shows: a fault, told by its code and a sentence, or a request for consent.
type page struct {
	Style   template.CSS
	Issuer  string
	Fault   string
	Says    string
	Request string
	Client  string
	Vouched string // the host of its metadata document, "" when nobody vouches for the name
	To      string
	For     string
	Scopes  []Scope
	Users   []string
}

// pageHeaders keeps an answer out of caches, frames and referrers.
func pageHeaders(w http.ResponseWriter) {
	h := w.Header()
	h.Set("Cache-Control", "no-store")
	h.Set("Content-Security-Policy", policy())
	h.Set("X-Frame-Options", "DENY")
	h.Set("X-Content-Type-Options", "nosniff")
	// Not no-referrer: with that a browser sends "Origin: null" with the form.
	h.Set("Referrer-Policy", "same-origin")
}

func (i *Issuer) show(w http.ResponseWriter, status int, p page) {
	p.Style, p.Issuer = template.CSS(pageStyle), i.options.URL
	var b bytes.Buffer
	if err := i.pages.Execute(&b, p); err != nil {
		i.options.Log.Error().Err(err).Msg("writing a page")
		http.Error(w, "The page could not be written; the log of the issuer says why.", http.StatusInternalServerError)
		return
	}
	pageHeaders(w)
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.WriteHeader(status)
	w.Write(b.Bytes())
}

// showFault tells a person why nothing can be sent back to the client.
func (i *Issuer) showFault(w http.ResponseWriter, refused *refusal) {
	i.show(w, refused.status, page{Fault: refused.code, Says: refused.says})
}

func (i *Issuer) showConsent(w http.ResponseWriter, r request, name string) {
	p := page{Request: name, Client: r.client.Name, To: destination(r.redirect), For: r.resource, Users: i.options.Users}
	if r.client.Document {
		p.Vouched = hostOf(r.client.ID)
	}
	for _, s := range i.options.Scopes {
		if slices.Contains(r.scopes, s.Name) {
			p.Scopes = append(p.Scopes, s)
		}
	}
	if slices.Contains(r.scopes, offline) {
		p.Scopes = append(p.Scopes, Scope{Name: offline, Description: "Stay signed in while you are away"})
	}
	i.show(w, http.StatusOK, p)
}

// decide takes the person's decision, once, from the browser that was asked.
func (i *Issuer) decide(w http.ResponseWriter, r *http.Request) {
	if err := i.origins.Check(r); err != nil {
		i.showRefused(w, r, refuse(403, "access_denied", "the form was sent by a page of another origin: open the issuer's own page"))
		return
	}
	f, refused := readForm(w, r)
	if refused != nil {
		i.showRefused(w, r, refused)
		return
	}
	decision, user := f.one("decision"), f.one("user")
	switch {
	case decision != "approve" && decision != "deny":
		i.showRefused(w, r, refuse(400, "invalid_request", "decision is %q: press Approve or Deny", shown(decision)))
		return
	case decision == "approve" && !slices.Contains(i.options.Users, user):
		i.showRefused(w, r, refuse(400, "invalid_request", "user is %q: choose one of those on the page", shown(user)))
		return
	}
	browser := ""
	if c, err := r.Cookie(cookie); err == nil {
		browser = c.Value
	}
	asked, ok := i.store.answer(f.one("request"), browser)
	if !ok {
		i.showRefused(w, r, refuse(400, "invalid_request", "this page was answered already, is older than %v, or was opened in another browser: start again in the client", pendingLife))
		return
	}
	log := i.options.Log.Info().Str("client_id", clean(asked.client.ID, 200)).Str("aud", asked.resource).Strs("scopes", asked.scopes)
	if decision == "deny" {
		log.Msg("denied")
		i.sendBack(w, r, asked, "error", "access_denied", "error_description", "the person said no")
		return
	}
	log.Str("sub", user).Msg("approved")
	i.sendBack(w, r, asked, "code", i.store.give(asked, user))
}

func (i *Issuer) showRefused(w http.ResponseWriter, r *http.Request, refused *refusal) {
	i.logRefusal(r, "", refused)
	i.showFault(w, refused)
}
