package devissuer_test

import (
	"encoding/json"
	"fmt"
	"html"
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"

	"github.com/comity-mcp/comity/auth/devissuer"
)

const (
	issuerURL = "http://127.0.0.1:8081"
	resource  = "http://127.0.0.1:8080/mcp"
	callback  = "http://127.0.0.1:33418/callback"
)

// verifier and its S256 challenge are the example of RFC 7636 appendix B.
const (
	verifier  = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"
	challenge = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"
)

// aKey is one signing key for all tests, because making one takes a tenth of a second.
var aKey = sync.OnceValues(func() ([]byte, error) {
	dir, err := os.MkdirTemp("", "devissuer")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	if _, err := devissuer.New(devissuer.Options{URL: issuerURL, Dir: dir, Resources: []string{resource}}); err != nil {
		return nil, err
	}
	return os.ReadFile(filepath.Join(dir, "signing-key.pem"))
})

// options are those of the tests, changed as a test needs.
func options(t testing.TB, change ...func(*devissuer.Options)) devissuer.Options {
	t.Helper()
	key, err := aKey()
	if err != nil {
		t.Fatal(err)
	}
	o := devissuer.Options{
		URL:       issuerURL,
		Dir:       t.TempDir(),
		Resources: []string{resource},
		Scopes: []devissuer.Scope{
			{Name: "inventory:read", Description: "Read stock levels"},
			{Name: "inventory:write", Description: "Order and allocate stock"},
		},
		Users: []string{"ada", "grace"},
	}
	if err := os.WriteFile(filepath.Join(o.Dir, "signing-key.pem"), key, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range change {
		c(&o)
	}
	return o
}

func open(t testing.TB, change ...func(*devissuer.Options)) *devissuer.Issuer {
	t.Helper()
	issuer, err := devissuer.New(options(t, change...))
	if err != nil {
		t.Fatal(err)
	}
	return issuer
}

// memory carries requests to a handler without a network, as if from this machine.
type memory struct{ to http.Handler }

func (m memory) RoundTrip(r *http.Request) (*http.Response, error) {
	in := r.Clone(r.Context())
	in.RemoteAddr, in.RequestURI = "127.0.0.1:40000", r.URL.RequestURI()
	if in.Host == "" {
		in.Host = r.URL.Host
	}
	if in.Body == nil {
		in.Body = http.NoBody
	}
	w := httptest.NewRecorder()
	m.to.ServeHTTP(w, in)
	resp := w.Result()
	resp.Request = r
	return resp, nil
}

// A browser keeps cookies and leaves redirects to the test.
func browser(h http.Handler) *http.Client {
	jar, _ := cookiejar.New(nil)
	return &http.Client{
		Transport:     memory{h},
		Jar:           jar,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
}

// answer is what came back.
type answer struct {
	Status int
	Body   string
	Header http.Header
}

func read(t testing.TB, resp *http.Response, err error) answer {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	b, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	return answer{resp.StatusCode, string(b), resp.Header}
}

// decode reads a JSON object.
func (a answer) decode(t testing.TB) map[string]any {
	t.Helper()
	var m map[string]any
	if err := json.Unmarshal([]byte(a.Body), &m); err != nil {
		t.Fatalf("%v in %d %s", err, a.Status, a.Body)
	}
	return m
}

// told is a JSON error in short.
func (a answer) told(t testing.TB) string {
	t.Helper()
	m := a.decode(t)
	return fmt.Sprintf("%d %v: %v", a.Status, m["error"], m["error_description"])
}

// location is where a redirect leads.
func (a answer) location(t testing.TB) *url.URL {
	t.Helper()
	u, err := url.Parse(a.Header.Get("Location"))
	if err != nil || a.Status != http.StatusSeeOther {
		t.Fatalf("no redirect: %d %v\n%s", a.Status, err, a.Body)
	}
	return u
}

func get(t testing.TB, c *http.Client, u string) answer {
	t.Helper()
	resp, err := c.Get(u)
	return read(t, resp, err)
}

func post(t testing.TB, c *http.Client, u string, form url.Values) answer {
	t.Helper()
	resp, err := c.PostForm(u, form)
	return read(t, resp, err)
}

// register registers a client that may refresh, and returns its id.
func register(t testing.TB, h http.Handler, redirects ...string) string {
	t.Helper()
	if len(redirects) == 0 {
		redirects = []string{callback}
	}
	body, _ := json.Marshal(map[string]any{
		"client_name": "Test client", "redirect_uris": redirects, "grant_types": []string{"authorization_code", "refresh_token"},
	})
	resp, err := browser(h).Post(issuerURL+"/register", "application/json", strings.NewReader(string(body)))
	a := read(t, resp, err)
	if a.Status != http.StatusCreated {
		t.Fatal(a)
	}
	return a.decode(t)["client_id"].(string)
}

// request is an authorization request in order, with changes: a name and its value in turn, "" leaves it out.
func request(clientID string, changes ...string) url.Values {
	q := url.Values{
		"response_type": {"code"}, "client_id": {clientID}, "redirect_uri": {callback}, "state": {"a state"},
		"code_challenge": {challenge}, "code_challenge_method": {"S256"}, "resource": {resource}, "scope": {"inventory:read"},
	}
	return changed(q, changes...)
}

func changed(q url.Values, changes ...string) url.Values {
	for n := 0; n+1 < len(changes); n += 2 {
		if changes[n+1] == "" {
			q.Del(changes[n])
			continue
		}
		q.Set(changes[n], changes[n+1])
	}
	return q
}

var (
	formTag  = regexp.MustCompile(`<form method="post" action="([^"]*)">`)
	inputTag = regexp.MustCompile(`<input type="(hidden|radio)" name="([^"]*)" value="([^"]*)"( checked)?>`)
)

// consent is the form of the page with what a person finds filled in, and where it goes.
func consent(t testing.TB, page answer) (action string, form url.Values) {
	t.Helper()
	tag := formTag.FindStringSubmatch(page.Body)
	if page.Status != http.StatusOK || tag == nil {
		t.Fatalf("no consent page: %d %s %s", page.Status, page.Header.Get("Location"), page.Body)
	}
	form = url.Values{}
	for _, in := range inputTag.FindAllStringSubmatch(page.Body, -1) {
		if in[1] == "hidden" || in[4] != "" {
			form.Set(in[2], html.UnescapeString(in[3]))
		}
	}
	return html.UnescapeString(tag[1]), form
}

// press answers the consent page as a browser does.
func press(t testing.TB, c *http.Client, page answer, button string, changes ...string) answer {
	t.Helper()
	action, form := consent(t, page)
	form.Set("decision", button)
	return post(t, c, action, changed(form, changes...))
}

// approve goes through the consent page and returns the code.
func approve(t testing.TB, h http.Handler, q url.Values) string {
	t.Helper()
	c := browser(h)
	code := press(t, c, get(t, c, issuerURL+"/authorize?"+q.Encode()), "approve").location(t).Query().Get("code")
	if code == "" {
		t.Fatal("no code")
	}
	return code
}

// exchange is a token request for a code in order, with changes.
func exchange(clientID, code string, changes ...string) url.Values {
	return changed(url.Values{
		"grant_type": {"authorization_code"}, "client_id": {clientID}, "code": {code}, "redirect_uri": {callback}, "code_verifier": {verifier},
	}, changes...)
}

// signIn runs the whole flow and returns the client's id and the token answer.
func signIn(t testing.TB, h http.Handler, changes ...string) (clientID string, tokens map[string]any) {
	t.Helper()
	clientID = register(t, h)
	code := approve(t, h, request(clientID, changes...))
	a := post(t, browser(h), issuerURL+"/token", exchange(clientID, code))
	if a.Status != http.StatusOK {
		t.Fatal(a)
	}
	return clientID, a.decode(t)
}

// again is a refresh request, with changes.
func again(clientID string, token any, changes ...string) url.Values {
	return changed(url.Values{"grant_type": {"refresh_token"}, "client_id": {clientID}, "refresh_token": {token.(string)}}, changes...)
}
