package page_test

import (
	"crypto/sha256"
	"encoding/base64"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"

	"github.com/comity-mcp/comity/annotations"
	"github.com/comity-mcp/comity/internal/page"
)

func made(t testing.TB, s page.Subject) *page.Document {
	t.Helper()
	d, err := page.New(s)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func get(d *page.Document, method string, header ...string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(method, "/", nil)
	for i := 0; i+1 < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	w := httptest.NewRecorder()
	d.ServeHTTP(w, r)
	return w
}

func TestThePolicyLetsInWhatStandsInThePageAndNothingElse(t *testing.T) {
	w := get(made(t, inventory()), http.MethodGet)
	want := regexp.MustCompile(`^default-src 'none'; script-src 'sha256-[\w+/]{43}='; style-src 'sha256-[\w+/]{43}='; img-src data:; ` +
		`base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'$`)
	if got := w.Header().Get("Content-Security-Policy"); !want.MatchString(got) {
		t.Errorf("got %s\nwant %s", got, want)
	}
	for name, mark := range map[string]string{"script-src": "script", "style-src": "style"} {
		inline := regexp.MustCompile(`(?s)<` + mark + `>(.*?)</` + mark + `>`).FindStringSubmatch(w.Body.String())
		sum := sha256.Sum256([]byte(inline[1]))
		if source := name + " 'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"; !strings.Contains(w.Header().Get("Content-Security-Policy"), source) {
			t.Errorf("the policy does not let in the %s of the page: it has no %s", mark, source)
		}
	}
	// An attribute that runs or styles would be blocked and shown as an error in the console. The texts of a catalog are
	// escaped, so that none of these marks can come from one.
	for _, mark := range []string{` style="`, ` onclick="`, ` onload="`, `<iframe`, `<img`, `<form`, ` src="`} {
		if strings.Contains(w.Body.String(), mark) {
			t.Errorf("the page has %s", mark)
		}
	}
}

func TestHeaders(t *testing.T) {
	w := get(made(t, inventory()), http.MethodGet)
	for name, want := range map[string]string{
		"Content-Type":                 "text/html; charset=utf-8",
		"X-Content-Type-Options":       "nosniff",
		"Referrer-Policy":              "no-referrer",
		"Cross-Origin-Opener-Policy":   "same-origin",
		"Cross-Origin-Resource-Policy": "same-origin",
		"Cache-Control":                "private, no-cache",
	} {
		if got := w.Header().Get(name); got != want {
			t.Errorf("%s: got %q, want %q", name, got, want)
		}
	}
}

func TestHEADHasTheHeadersOfGET(t *testing.T) {
	d := made(t, inventory())
	got, want := get(d, http.MethodHead), get(d, http.MethodGet)
	if got.Body.Len() != 0 || got.Code != 200 || got.Header().Get("ETag") != want.Header().Get("ETag") ||
		got.Header().Get("Content-Length") != want.Header().Get("Content-Length") {
		t.Errorf("got %d %v and %d bytes, want 200 %v and none", got.Code, got.Header(), got.Body.Len(), want.Header())
	}
}

func TestABrowserThatHasThePageGetsNoneAgain(t *testing.T) {
	d := made(t, inventory())
	tag := get(d, http.MethodGet).Header().Get("ETag")
	if w := get(d, http.MethodGet, "If-None-Match", tag); w.Code != http.StatusNotModified || w.Body.Len() != 0 {
		t.Errorf("got %d and %d bytes, want 304 and none", w.Code, w.Body.Len())
	}
	changed := inventory()
	changed.Ready = false
	if other := get(made(t, changed), http.MethodGet, "If-None-Match", tag); other.Code != http.StatusOK {
		t.Errorf("got %d for another page, want 200", other.Code)
	}
}

func TestWhatThePageSays(t *testing.T) {
	got := string(made(t, inventory()).Bytes())
	for claim, want := range map[string]string{
		"title":           `<h1 dir="auto">Inventory</h1>`,
		"counts":          `<span>3 tools, of which 1 only read</span>`,
		"address":         `>https://inventory.example.com/mcp</code>`,
		"reading":         `<p class="badge reads">Reads</p>`,
		"adding":          `<p class="badge adds">Adds once</p>`,
		"deleting":        `<p class="badge changes">Deletes</p>`,
		"scopes":          `<li>Callers signed in with <code>inventory:read</code></li>`,
		"open world":      `<li>Reaches the open world</li>`,
		"dialog":          `<bdi>Inventory</bdi> wants to run <bdi>Check inventory</bdi>`,
		"dialog argument": `<dt><code>product_sku</code></dt><dd><code>&#34;SKU-4421&#34;</code></dd>`,
		"no example":      `<dt><code>recount_id</code></dt><dd><code>…</code></dd>`,
		"field":           `<dt><code>warehouse</code> <span class="type">string, optional</span></dt>`,
		"limits":          `<span class="limits">at most 60 characters</span>`,
		"snippet":         `<code data-text>codex mcp add inventory &amp;&amp; echo &#34;it&#39;s there&#34;` + "\n</code></pre>",
		"metadata":        `<a href="https://inventory.example.com/.well-known/oauth-protected-resource/mcp">`,
		"status":          `<span class="state ready">Ready</span>`,
	} {
		if !strings.Contains(got, want) {
			t.Errorf("%s: the page has no %s", claim, want)
		}
	}
	if n := strings.Count(got, `<h3>Codex</h3>`); n != 1 {
		t.Errorf("got %d headings for two snippets of one product, want 1", n)
	}
}

func TestKeysThatCouldNotBeRead(t *testing.T) {
	s := inventory()
	s.Ready = false
	if got := string(made(t, s).Bytes()); !strings.Contains(got, `<span class="state waiting">Not ready</span>`) {
		t.Error("the page does not say so")
	}
}

func TestAServerWithoutTokensSaysSo(t *testing.T) {
	s := inventory()
	s.Catalog.Authorization = nil
	got := string(made(t, s).Bytes())
	if !strings.Contains(got, "takes no access tokens") || !strings.Contains(got, "<li>Anyone may call it</li>") || strings.Contains(got, "well-known") {
		t.Error("the page speaks of signing in, or does not say that anyone may call")
	}
}

// A closed server tells a stranger what its metadata tells, and nothing more.
func TestAClosedServerShowsOnlyItsMetadata(t *testing.T) {
	s := inventory()
	s.Closed = true
	got := string(made(t, s).Bytes())
	for _, want := range []string{"Inventory", "https://inventory.example.com/mcp", "https://login.example.com", "inventory:read", "inventory:write", "oauth-protected-resource"} {
		if !strings.Contains(got, want) {
			t.Errorf("the page has no %s", want)
		}
	}
	hidden := []string{s.Catalog.Server.Description, s.Catalog.Server.Version, "codex"}
	for _, tool := range s.Catalog.Tools {
		hidden = append(hidden, tool.Name, tool.Title, tool.Description)
	}
	for _, secret := range append(hidden, "product_sku", "SKU-4421") {
		if strings.Contains(got, secret) {
			t.Errorf("the page tells of %q", secret)
		}
	}
}

func TestEffectsAreWhatHostsRead(t *testing.T) {
	yes, no := true, false
	for _, c := range []struct {
		claim                             string
		readOnly, destructive, idempotent *bool
		declared                          annotations.Effect
		want                              string
	}{
		{"nothing said is the dangerous reading", nil, nil, nil, 0, `badge changes">Changes or deletes<`},
		{"read-only", &yes, &no, &yes, 0, `badge reads">Reads<`},
		{"read-only and destructive is a write", &yes, &yes, &yes, 0, `badge changes">Changes or deletes<`},
		{"not destructive", &no, &no, &no, 0, `badge adds">Adds<`},
		{"a declared effect is the plainer word", &no, &yes, &yes, annotations.Deletes, `badge changes">Deletes<`},
		{"a declaration makes nothing look safer", &no, &yes, nil, annotations.Creates, `badge changes">Changes or deletes<`},
		{"a declaration makes no read a write", &yes, &no, &yes, annotations.Deletes, `badge reads">Reads<`},
	} {
		s := inventory()
		a := s.Catalog.Tools[0].Annotations
		a.ReadOnlyHint, a.DestructiveHint, a.IdempotentHint = c.readOnly, c.destructive, c.idempotent
		s.Effects["check_inventory"] = c.declared
		if got := string(made(t, s).Bytes()); !strings.Contains(got, c.want) {
			t.Errorf("%s: got %s, want %s", c.claim, regexp.MustCompile(`badge [^/]*`).FindString(got), c.want)
		}
	}
}
