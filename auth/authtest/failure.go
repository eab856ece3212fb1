package authtest

import (
	"bytes"
	"net/http"
	"time"
)

// A Failure is what is wrong with an issuer.
type Failure int

const (
	// Down answers everything with status 500.
	Down Failure = iota + 1
	// KeysDown answers a request for keys with status 500.
	KeysDown
	// Slow answers after a minute.
	Slow
	// HTML answers with a web page and status 200.
	HTML
	// KeysHTML answers a request for keys with a web page and status 200.
	KeysHTML
	// Huge answers a request for keys with 8 MiB.
	Huge
	// OtherIssuer has metadata that names another issuer.
	OtherIssuer
	// PlainKeys has metadata whose jwks_uri is plain http on another host.
	PlainKeys
	// LocalKeys has metadata whose jwks_uri is plain http on this machine, where nothing answers.
	LocalKeys
	// Elsewhere redirects to another host.
	Elsewhere
)

// String returns the name of the failure, and "none" for no failure.
func (f Failure) String() string {
	switch f {
	case Down:
		return "down"
	case KeysDown:
		return "keys down"
	case Slow:
		return "slow"
	case HTML:
		return "html"
	case KeysHTML:
		return "keys html"
	case Huge:
		return "huge"
	case OtherIssuer:
		return "other issuer"
	case PlainKeys:
		return "plain keys"
	case LocalKeys:
		return "local keys"
	case Elsewhere:
		return "elsewhere"
	}
	return "none"
}

// Failures returns every failure.
func Failures() []Failure {
	return []Failure{Down, KeysDown, Slow, HTML, KeysHTML, Huge, OtherIssuer, PlainKeys, LocalKeys, Elsewhere}
}

// Fail makes the issuer fail in one way until the next call; zero mends it.
func (i *Issuer) Fail(f Failure) {
	i.mu.Lock()
	defer i.mu.Unlock()
	i.failure = f
}

// hits reports whether f concerns a document.
func (f Failure) hits(document string) bool {
	switch f {
	case KeysDown, KeysHTML, Huge:
		return document == "keys"
	case OtherIssuer, PlainKeys, LocalKeys:
		return false // told by the metadata itself
	}
	return f != 0
}

// answer answers in place of the document; it reports whether it did.
func (f Failure) answer(w http.ResponseWriter, req *http.Request) bool {
	switch f {
	case Down, KeysDown:
		http.Error(w, "out of order", http.StatusInternalServerError)
	case Slow:
		select {
		case <-time.After(time.Minute):
		case <-req.Context().Done():
			return true
		}
		return false
	case HTML, KeysHTML:
		w.Header().Set("Content-Type", "text/html")
		// A client that went away cannot be told.
		_, _ = w.Write([]byte("<!doctype html><title>Sign in</title>"))
	case Huge:
		w.Header().Set("Content-Type", "application/json")
		_, _ = w.Write(bytes.Repeat([]byte(" "), 8<<20))
	case Elsewhere:
		http.Redirect(w, req, "https://elsewhere.example.com"+req.URL.Path, http.StatusFound)
	}
	return true
}
