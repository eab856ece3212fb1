package page

import (
	"bytes"
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"fmt"
	"html/template"
	"net/http"
	"time"
)

var (
	//go:embed page.html
	markup string
	//go:embed page.css
	style string
	//go:embed page.js
	script string
)

// A Document is a page, made and ready to be served. It is an http.Handler, safe for concurrent use.
type Document struct {
	body []byte
	tag  string
}

// New makes the page of a subject. The error is one of this package's own template.
func New(s Subject) (*Document, error) {
	t, err := template.New("page").Parse(markup)
	if err != nil {
		return nil, fmt.Errorf("reading the template of the page: %w", err)
	}
	var b bytes.Buffer
	if err := t.Execute(&b, viewOf(s)); err != nil {
		return nil, fmt.Errorf("writing the page of %q: %w", s.Catalog.Server.Name, err)
	}
	sum := sha256.Sum256(b.Bytes())
	return &Document{body: b.Bytes(), tag: `"` + base64.RawURLEncoding.EncodeToString(sum[:18]) + `"`}, nil
}

// Bytes returns the HTML. It is the document's own: do not change it.
func (d *Document) Bytes() []byte { return d.body }

// ServeHTTP answers GET and HEAD, and 304 to a browser that has the page already. What it is stored as belongs to one
// browser, which asks each time whether it still stands: at the same address clients get answers that are no page.
func (d *Document) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h.Set("Content-Type", "text/html; charset=utf-8")
	h.Set("Content-Security-Policy", policy())
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("Cross-Origin-Opener-Policy", "same-origin")
	h.Set("Cross-Origin-Resource-Policy", "same-origin")
	h.Set("Cache-Control", "private, no-cache")
	h.Set("ETag", d.tag)
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(d.body))
}

// policy lets the one style sheet and the one script in, and the icon, which is a data: URL. Nothing is fetched, framed
// or sent (Content Security Policy Level 3; Trusted Types for a script that writes no HTML).
func policy() string {
	return "default-src 'none'; script-src " + hash(script) + "; style-src " + hash(style) + "; img-src data:; " +
		"base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'"
}

// hash names an inline source for the policy.
func hash(source string) string {
	sum := sha256.Sum256([]byte(source))
	return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
}
