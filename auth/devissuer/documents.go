package devissuer

import (
	"context"
	"errors"
	"fmt"
	"io"
	"mime"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"regexp"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/go-json-experiment/json"
)

const (
	documentTime = 5 * time.Second
	documentLife = 5 * time.Minute
	// mostDocument is above the 5 KB that the draft proposes, below what would be a burden.
	mostDocument  = 32 << 10
	mostDocuments = 100
	longestID     = 500
)

// documents fetches client-id metadata documents (draft-ietf-oauth-client-id-metadata-document-03): the client's id
// is the URL of its metadata. Strangers name these URLs, so a fetch goes to public addresses only, over https,
// follows no redirect, and is bounded in time and size. For development there is one more kind: http on loopback,
// and that goes to loopback only.
type documents struct {
	public, loopback *http.Client

	mu    sync.Mutex
	known map[string]document
}

type document struct {
	client client
	ends   time.Time
}

func newDocuments() *documents {
	return &documents{known: map[string]document{}, public: bounded(publicAddress), loopback: bounded(netip.Addr.IsLoopback)}
}

// bounded is a client that connects to allowed addresses only. The address is judged after the name was resolved, at
// the moment of connecting, so that a name cannot change its meaning in between.
func bounded(allowed func(netip.Addr) bool) *http.Client {
	dialer := &net.Dialer{Timeout: documentTime, Control: func(_, address string, _ syscall.RawConn) error {
		a, err := netip.ParseAddrPort(address)
		if err != nil || !allowed(a.Addr().Unmap()) {
			return errors.New("its host resolves to an address that such a document may not come from")
		}
		return nil
	}}
	return &http.Client{
		Timeout: documentTime,
		Transport: &http.Transport{
			Proxy:                  nil, // a proxy would resolve the name itself
			DialContext:            dialer.DialContext,
			DisableKeepAlives:      true,
			MaxResponseHeaderBytes: mostDocument,
		},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
}

// reserved are ranges that netip does not name: shared, documentation, benchmarking and future use (RFC 6890).
var reserved = []netip.Prefix{
	netip.MustParsePrefix("0.0.0.0/8"), netip.MustParsePrefix("100.64.0.0/10"), netip.MustParsePrefix("192.0.0.0/24"),
	netip.MustParsePrefix("192.0.2.0/24"), netip.MustParsePrefix("192.88.99.0/24"), netip.MustParsePrefix("198.18.0.0/15"),
	netip.MustParsePrefix("198.51.100.0/24"), netip.MustParsePrefix("203.0.113.0/24"), netip.MustParsePrefix("240.0.0.0/4"),
	netip.MustParsePrefix("2001::/23"), netip.MustParsePrefix("2001:db8::/32"), netip.MustParsePrefix("2002::/16"),
}

// global is the part of IPv6 that is given out to the public.
var global = netip.MustParsePrefix("2000::/3")

// publicAddress reports whether an address belongs to the public internet.
func publicAddress(a netip.Addr) bool {
	a = a.WithZone("")
	if !a.IsGlobalUnicast() || a.IsPrivate() || a.Is6() && !global.Contains(a) {
		return false
	}
	for _, r := range reserved {
		if r.Contains(a) {
			return false
		}
	}
	return true
}

// documentID is the form of an id that is the URL of a document: a path, no user, query or fragment.
var documentID = regexp.MustCompile(`^https?://[^/?#@\s\\]+/[^?#\s\\]+$`)

// isDocument reports whether a client id is the URL of a document rather than the name of a registered client.
func isDocument(id string) bool {
	return strings.HasPrefix(id, "https://") || strings.HasPrefix(id, "http://")
}

// source checks the URL and picks who fetches it.
func (d *documents) source(id string) (*http.Client, error) {
	u, err := url.Parse(id)
	if err != nil || len(id) > longestID || !documentID.MatchString(id) {
		return nil, fmt.Errorf("it is not a URL with a path and without user, query and fragment, of %d bytes at most", longestID)
	}
	for part := range strings.SplitSeq(u.Path, "/") {
		if part == "." || part == ".." {
			return nil, errors.New("it has a dot segment in its path")
		}
	}
	switch {
	case u.Scheme == "https":
		return d.public, nil
	case loopbackName(u.Hostname()):
		return d.loopback, nil
	}
	return nil, errors.New("it is http, which only a loopback host may be: use https")
}

// client returns the client that the document under id describes. Good documents are kept for a while, faults are not.
func (d *documents) client(ctx context.Context, id string) (client, error) {
	from, err := d.source(id)
	if err != nil {
		return client{}, err
	}
	d.mu.Lock()
	found, ok := d.known[id]
	d.mu.Unlock()
	if ok && time.Now().Before(found.ends) {
		return found.client, nil
	}
	m, err := fetch(ctx, from, id)
	if err != nil {
		return client{}, err
	}
	c, err := m.described(id)
	if err != nil {
		return client{}, err
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	d.known[id] = document{client: c, ends: time.Now().Add(documentLife)}
	trim(d.known, mostDocuments, func(d document) time.Time { return d.ends })
	return c, nil
}

func fetch(ctx context.Context, from *http.Client, id string) (m clientMetadata, err error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, id, nil)
	if err != nil {
		return m, errors.New("it is not a URL")
	}
	r.Header.Set("Accept", "application/json")
	resp, err := from.Do(r)
	if err != nil {
		if wrapped, ok := errors.AsType[*url.Error](err); ok {
			err = wrapped.Err // the URL is told already
		}
		return m, fmt.Errorf("fetching it: %w", err)
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return m, fmt.Errorf("its host answered %d, and only 200 counts, without a redirect", resp.StatusCode)
	}
	if kind, _, err := mime.ParseMediaType(resp.Header.Get("Content-Type")); err != nil || kind != "application/json" && !strings.HasSuffix(kind, "+json") {
		return m, fmt.Errorf("its Content-Type is %q, not application/json", shown(resp.Header.Get("Content-Type")))
	}
	b, err := io.ReadAll(io.LimitReader(resp.Body, mostDocument+1))
	switch {
	case err != nil:
		return m, fmt.Errorf("reading it: %w", err)
	case len(b) > mostDocument:
		return m, fmt.Errorf("it is larger than %d KiB", mostDocument>>10)
	}
	if json.Unmarshal(b, &m) != nil {
		return m, errors.New("it is not the JSON of client metadata")
	}
	return m, nil
}

// described checks a document against the URL it was found under.
func (m clientMetadata) described(id string) (client, error) {
	switch {
	case m.ID != id:
		return client{}, fmt.Errorf("its client_id is %q; it has to be the document's own URL, character by character", shown(m.ID))
	case m.Secret != "":
		return client{}, errors.New("it holds a client_secret, which everyone can read")
	case m.AuthMethod != "" && m.AuthMethod != "none":
		return client{}, fmt.Errorf("its token_endpoint_auth_method is %q; only none is offered here", shown(m.AuthMethod))
	}
	c, refused := m.client()
	if refused != nil {
		return client{}, errors.New(refused.says)
	}
	c.ID, c.Document = id, true
	return c, nil
}
