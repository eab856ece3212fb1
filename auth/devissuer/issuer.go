package devissuer

import (
	"fmt"
	"html/template"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"
)

// An Issuer is a development authorization server: an http.Handler for its port, or for [Issuer.Paths]
// of a port it shares. It is safe for concurrent use.
type Issuer struct {
	options   Options
	at        *url.URL
	key       *key
	store     *store
	documents *documents
	metadata  []byte
	keys      []byte
	pages     *template.Template
	mux       *http.ServeMux
	origins   *http.CrossOriginProtection
}

// New checks the options, all of them at once, and reads or makes what Options.Dir keeps. It listens to
// nothing and fetches nothing.
func New(o Options) (*Issuer, error) {
	at, err := o.complete()
	if err != nil {
		return nil, fmt.Errorf("devissuer: %w", err)
	}
	o.Resources, o.Scopes, o.Users = slices.Clone(o.Resources), slices.Clone(o.Scopes), slices.Clone(o.Users)
	k, err := openKey(o.Dir)
	if err != nil {
		return nil, fmt.Errorf("devissuer: %w", err)
	}
	s, err := openStore(o.Dir)
	if err != nil {
		return nil, fmt.Errorf("devissuer: %w", err)
	}
	i := &Issuer{options: o, at: at, key: k, store: s, documents: newDocuments(), pages: pages(), origins: http.NewCrossOriginProtection()}
	if i.metadata, i.keys, err = i.documentsServed(); err != nil {
		return nil, fmt.Errorf("devissuer: %w", err)
	}
	i.mux = i.routes()
	o.Log.Warn().Str("issuer", o.URL).Strs("users", o.Users).
		Msg("DEVELOPMENT ISSUER: no password is asked; whoever uses this machine can sign in as any of these users; not for production")
	return i, nil
}

// URL returns the issuer, as tokens and metadata carry it.
func (i *Issuer) URL() string { return i.options.URL }

// Paths returns the patterns of net/http.ServeMux under which to mount the issuer on a port that it
// shares. The paths are kept, so do not strip a prefix. The well-known ones come first (RFC 8414 section
// 3.1 puts them before the issuer's own path); with a URL that has no path the last one is "/".
func (i *Issuer) Paths() []string {
	var paths []string
	for _, name := range wellKnown {
		paths = append(paths, name+i.at.Path)
	}
	return append(paths, i.at.Path+"/")
}

// ScriptClient returns the client that may use the client_credentials grant: its id, which is the sub of its
// tokens as well, and its secret. The secret stays the same while Options.Dir is kept.
func (i *Issuer) ScriptClient() (id, secret string) { return scriptID, i.store.scriptSecret() }

// TokenCommand returns a curl command for a POSIX shell that gets an access token for the scopes, for all
// when none is given. It holds the script client's secret: show it on a terminal, do not log it.
func (i *Issuer) TokenCommand(scopes ...string) string {
	command := fmt.Sprintf("curl -s %s -u %s:%s -d grant_type=client_credentials", i.endpoint("/token"), scriptID, i.store.scriptSecret())
	if len(scopes) > 0 {
		command += " --data-urlencode " + quote("scope="+strings.Join(scopes, " "))
	}
	if len(i.options.Resources) > 1 {
		command += " --data-urlencode " + quote("resource="+i.options.Resources[0])
	}
	return command
}

// quote makes s one word of a POSIX shell.
func quote(s string) string { return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'" }

// ServeHTTP answers one request. One that did not come straight from this machine to the issuer's own
// host name is refused, whatever it asks.
func (i *Issuer) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if why := i.foreign(r); why != "" {
		i.options.Log.Warn().Str("remote", r.RemoteAddr).Str("host", clean(r.Host, 100)).Msg("refused: " + why)
		http.Error(w, "This development issuer serves its own machine only: "+why+" Open "+i.options.URL+" there.", http.StatusForbidden)
		return
	}
	i.mux.ServeHTTP(w, r)
}

// foreign says why a request is not from this machine, or "". The Host is compared so that a page elsewhere
// cannot have a name of its own resolve to 127.0.0.1.
func (i *Issuer) foreign(r *http.Request) string {
	switch {
	case !loopbackAddress(r.RemoteAddr):
		return "the request came from another address."
	case !strings.EqualFold(r.Host, i.at.Host):
		return "the request was sent to another host name or port."
	case slices.ContainsFunc(slices.Collect(maps.Keys(r.Header)), byProxy):
		return "the request was passed on by a proxy."
	}
	return ""
}

// byProxy reports whether proxies send a header, named in canonical form. That it is there decides and not what it says:
// whoever is behind a proxy can send it as well, and empty.
func byProxy(name string) bool {
	return name == "Forwarded" || name == "X-Real-Ip" || strings.HasPrefix(name, "X-Forwarded-")
}

// routes lists every endpoint.
func (i *Issuer) routes() *http.ServeMux {
	mux := http.NewServeMux()
	own := i.at.Path
	open := func(method, path string, h http.HandlerFunc) {
		mux.Handle(method+" "+path, anyOrigin(h))
		mux.Handle("OPTIONS "+path, anyOrigin(preflight))
	}
	for _, path := range i.metadataPaths() {
		open("GET", path, i.serveMetadata)
	}
	open("GET", own+"/jwks", i.serveKeys)
	open("POST", own+"/register", i.register)
	open("POST", own+"/token", i.token)
	open("POST", own+"/revoke", i.revoke)
	// A page of another origin has no business here, so no CORS.
	mux.HandleFunc("GET "+own+"/authorize", i.authorize)
	mux.HandleFunc("POST "+own+"/authorize", i.decide)
	return mux
}

// endpoint is the URL of one of the issuer's own paths.
func (i *Issuer) endpoint(path string) string { return i.options.URL + path }
