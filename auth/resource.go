package auth

import (
	"errors"
	"net/http"
	"net/url"
	"slices"
	"time"

	"github.com/rs/zerolog"
)

const (
	// verifiedFor is how long a verified token is not verified again, unless it ends before.
	verifiedFor = time.Minute
	// maxVerified and maxVerifiedSize bound what is remembered of verified tokens, twice over.
	maxVerified     = 16384
	maxVerifiedSize = 16 << 20
)

// A Resource is a server as OAuth sees it: the one audience of its tokens. It is safe for concurrent use.
type Resource struct {
	url      string
	metadata string // the URL of its metadata
	oauth    OAuth
	scopes   []string
	title    string
	log      zerolog.Logger

	authorities map[string]*authority // by iss: signed tokens
	inspectors  map[string]*inspector // by iss: tokens that are asked about
	opaque      *inspector            // for tokens without an iss; nil for none
	verified    *cache[*Caller]
}

// NewResource makes the resource that tokens must be made for. url is its identifier, exactly as clients
// know it, and the only audience; scopes are all scopes the server uses; title is what a person reads on a
// consent page. log gets a line for every token refused and for every failure to read keys, and never a
// token. NewResource does no I/O. o must have passed [OAuth.Check].
func NewResource(url string, o OAuth, scopes []string, title string, log zerolog.Logger) *Resource {
	r := &Resource{
		url: url, metadata: metadataURL(url), oauth: o, scopes: together(nil, scopes), title: title, log: log,
		authorities: map[string]*authority{}, inspectors: map[string]*inspector{},
		verified: newCache[*Caller](maxVerified, maxVerifiedSize),
	}
	client := o.Client
	if client == nil {
		client = newClient()
	}
	for _, t := range o.trusts() {
		j := newJudge(t, url, audiences(url), o.TenantClaim)
		if t.ask == nil {
			r.authorities[t.issuer] = &authority{judge: j, client: client, log: log}
			continue
		}
		r.opaque = newInspector(j, client, r.verified)
		r.inspectors[t.issuer] = r.opaque
	}
	return r
}

// audiences returns the spellings of the resource that aud may have. Where it has no path, the one with a
// slash at the end is the same URL (RFC 3986 section 6.2.3); anywhere else it is another.
func audiences(resource string) []string {
	u, err := url.Parse(resource)
	if err != nil || u.Path != "" && u.Path != "/" || u.RawQuery != "" {
		return []string{resource}
	}
	bare := u.Scheme + "://" + u.Host
	return []string{bare, bare + "/"}
}

// Identify finds out who sends req, from its Authorization header and nothing else. It does not read the
// body, so call it before anything does.
//
// Without a credential, or with one of another scheme than Bearer, the caller is [Anonymous]; with
// [ListClosed] that is a refusal. A token that is verified gives its caller. Any other is a refusal: 400
// when the header cannot be read, 401 when the token is not good, 503 when that cannot be found out at the
// moment. The outcome for a good token is remembered for a minute, never past its end.
func (r *Resource) Identify(req *http.Request) (Caller, *Refusal) {
	token, d := credential(req)
	switch {
	case d != nil:
		return Caller{}, r.refused(d)
	case token == "" && r.oauth.Discovery == ListClosed:
		return Caller{}, &Refusal{Status: http.StatusUnauthorized, Description: "This server answers signed-in callers only; sign in and try again.", Scopes: slices.Clone(r.scopes)}
	case token == "":
		return anonymous, nil
	}
	key := digestOf(token)
	if c, ok := r.verified.get(key, time.Now()); ok {
		return *c, nil
	}
	c, d := r.verify(req, token, key)
	if d != nil {
		return Caller{}, r.refused(d)
	}
	return c, nil
}

// verify finds out whose token it is and remembers it. Which issuer to ask is decided by iss alone, before
// any key is fetched.
func (r *Resource) verify(req *http.Request, token string, key digest) (Caller, *denial) {
	s, isSigned, d := parse(token)
	if !isSigned && r.opaque != nil {
		return r.opaque.inspect(req.Context(), token, key)
	}
	if d != nil {
		return Caller{}, d
	}
	iss, _ := s.claims["iss"].(string)
	if a := r.authorities[iss]; a != nil {
		c, d := a.verify(req.Context(), token, s)
		if d == nil {
			remember(r.verified, key, &c, len(token), verifiedFor)
		}
		return c, d
	}
	if i := r.inspectors[iss]; i != nil {
		return i.inspect(req.Context(), token, key)
	}
	return Caller{}, unknown("issuer", "iss is %s, which is none of the issuers declared", shown(s.claims, "iss"))
}

// remember keeps c for a time, never past its end.
func remember(verified *cache[*Caller], key digest, c *Caller, size int, keep time.Duration) {
	until := time.Now().Add(keep)
	if c.Expires.Before(until) {
		until = c.Expires
	}
	verified.put(key, c, size, until)
}

// refused logs d and returns what the client may know of it.
func (r *Resource) refused(d *denial) *Refusal {
	line := r.log.Warn()
	if d.refusal.Status == http.StatusServiceUnavailable {
		line = r.log.Error()
	}
	line.Str("reason", d.reason).Str("detail", d.detail).Int("status", d.refusal.Status).Msg("token refused")
	f := d.refusal
	if f.Status == http.StatusUnauthorized {
		f.Scopes = slices.Clone(r.scopes)
	}
	return &f
}

// Ready returns why tokens cannot be verified at the moment, nil when nothing is known to be wrong. It
// never waits: where keys are missing it begins to read them, and the next call knows more. Issuers whose
// tokens are asked about count as ready.
func (r *Resource) Ready() error {
	var wrong []error
	for _, t := range r.oauth.trusts() {
		if a := r.authorities[t.issuer]; a != nil {
			wrong = append(wrong, a.ready())
		}
	}
	return errors.Join(wrong...)
}
