package devissuer_test

import (
	"crypto/sha256"
	"encoding/base64"
	"flag"
	"net/http"
	"os"
	"regexp"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/comity-mcp/comity/auth/devissuer"
)

var update = flag.Bool("update", false, "rewrite the goldens")

// golden compares with a file under testdata.
func golden(t *testing.T, name, got string) {
	t.Helper()
	file := "testdata/" + name
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s differs; run with -update and read the difference. Got:\n%s", file, got)
	}
}

var (
	style     = regexp.MustCompile(`(?s)<style>(.*?)</style>`)
	requestIn = regexp.MustCompile(`name="request" value="[^"]*"`)
)

// fixed takes what differs from run to run and the style sheet out of a page.
func fixed(page string) string {
	return requestIn.ReplaceAllString(style.ReplaceAllString(page, "<style></style>"), `name="request" value="..."`)
}

func TestTheConsentPage(t *testing.T) {
	h := open(t)
	clientID := register(t, h)
	golden(t, "consent.html", fixed(get(t, browser(h), issuerURL+"/authorize?"+request(clientID, "scope", "inventory:read offline_access").Encode()).Body))
	golden(t, "fault.html", fixed(get(t, browser(h), issuerURL+"/authorize?"+request(clientID, "redirect_uri", "https://evil.example.com").Encode()).Body))
}

func TestThePageCannotBeMadeToSayOrDoMore(t *testing.T) {
	h := open(t, func(o *devissuer.Options) {
		o.Users = []string{`<b>"ada"</b>`}
		o.Scopes = []devissuer.Scope{{Name: "<i>", Description: "<script>alert(1)</script>"}}
	})
	resp, err := browser(h).Post(issuerURL+"/register", "application/json", strings.NewReader(
		`{"client_name":"<img src=x onerror=alert(1)>\u202eevil\u0000\n","redirect_uris":["x\"><script>:alert"]}`))
	if a := read(t, resp, err); a.Status != 400 {
		t.Errorf("a redirect that is none: got %d %s", a.Status, a.Body)
	}
	resp, err = browser(h).Post(issuerURL+"/register", "application/json", strings.NewReader(
		`{"client_name":"<img src=x onerror=alert(1)>\u202eevil\u0000\n","redirect_uris":["`+callback+`"]}`))
	clientID := read(t, resp, err).decode(t)["client_id"].(string)
	page := get(t, browser(h), issuerURL+"/authorize?"+request(clientID, "scope", "").Encode()).Body
	for _, never := range []string{"<img", "<script", "<b>", "<i>", "\u202e", "\x00"} {
		if strings.Contains(page, never) {
			t.Errorf("the page holds %q", never)
		}
	}
	if want := "&lt;img src=x onerror=alert(1)&gt;evil asks for access"; !strings.Contains(page, want) {
		t.Errorf("the page lacks %q", want)
	}
}

func TestPagesAreShutIn(t *testing.T) {
	h := open(t)
	c := browser(h)
	clientID := register(t, h)
	page := get(t, c, issuerURL+"/authorize?"+request(clientID).Encode())
	sum := sha256.Sum256([]byte(style.FindStringSubmatch(page.Body)[1]))
	want := map[string]string{
		"Content-Security-Policy": "default-src 'none'; style-src 'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'; base-uri 'none'; frame-ancestors 'none'",
		"X-Frame-Options":         "DENY",
		"X-Content-Type-Options":  "nosniff",
		"Referrer-Policy":         "same-origin",
		"Cache-Control":           "no-store",
	}
	fault := get(t, browser(h), issuerURL+"/authorize")
	back := press(t, c, page, "approve")
	for which, header := range map[string]http.Header{"consent": page.Header, "fault": fault.Header, "redirect": back.Header} {
		for name, value := range want {
			if got := header.Get(name); got != value {
				t.Errorf("%s page, %s: got %q, want %q", which, name, got, value)
			}
		}
		if got := header.Get("Access-Control-Allow-Origin"); got != "" {
			t.Errorf("%s page may be read by %q", which, got)
		}
	}
	for _, outside := range []string{"src=", "href=", "@import", "url(", "<script"} {
		if strings.Contains(page.Body, outside) {
			t.Errorf("the page uses %q: it should need nothing but itself", outside)
		}
	}
	cookie := page.Header.Get("Set-Cookie")
	for _, attribute := range []string{"; Path=/authorize", "; HttpOnly", "; SameSite=Strict"} {
		if !strings.Contains(cookie, attribute) {
			t.Errorf("the cookie %q lacks %q", cookie, attribute)
		}
	}
}

func TestOnlyTheBrowserThatAskedCanAnswer(t *testing.T) {
	h := open(t)
	clientID := register(t, h)
	const stale = "this page was answered already, is older than 10m0s, or was opened in another browser: start again in the client"
	for _, c := range []struct {
		claim  string
		answer func(t *testing.T, asked *http.Client, page answer) answer
		status int
		want   string
	}{
		{"another browser", func(t *testing.T, _ *http.Client, page answer) answer {
			return press(t, browser(h), page, "approve")
		}, 400, stale},
		{"another browser that has a cookie of its own", func(t *testing.T, _ *http.Client, page answer) answer {
			other := browser(h)
			get(t, other, issuerURL+"/authorize?"+request(clientID).Encode())
			return press(t, other, page, "approve")
		}, 400, stale},
		{"a page of another origin, as browsers tell it", func(t *testing.T, asked *http.Client, page answer) answer {
			return pressWith(t, asked, page, "Sec-Fetch-Site", "cross-site")
		}, 403, "the form was sent by a page of another origin: open the issuer&#39;s own page"},
		{"another port of this machine, as browsers tell it", func(t *testing.T, asked *http.Client, page answer) answer {
			return pressWith(t, asked, page, "Sec-Fetch-Site", "same-site")
		}, 403, "the form was sent by a page of another origin"},
		{"a page of another origin, as older browsers tell it", func(t *testing.T, asked *http.Client, page answer) answer {
			return pressWith(t, asked, page, "Origin", "https://evil.example.com")
		}, 403, "the form was sent by a page of another origin"},
		{"the same one, twice", func(t *testing.T, asked *http.Client, page answer) answer {
			press(t, asked, page, "approve")
			return press(t, asked, page, "approve")
		}, 400, stale},
		{"without a decision", func(t *testing.T, asked *http.Client, page answer) answer {
			return press(t, asked, page, "")
		}, 400, "decision is &#39;&#39;: press Approve or Deny"},
		{"as somebody who is not listed", func(t *testing.T, asked *http.Client, page answer) answer {
			return press(t, asked, page, "approve", "user", "root")
		}, 400, "user is &#39;root&#39;: choose one of those on the page"},
		{"with a name that was made up", func(t *testing.T, asked *http.Client, page answer) answer {
			return press(t, asked, page, "approve", "request", "made-up")
		}, 400, stale},
	} {
		t.Run(c.claim, func(t *testing.T) {
			asked := browser(h)
			page := get(t, asked, issuerURL+"/authorize?"+request(clientID).Encode())
			a := c.answer(t, asked, page)
			if a.Status != c.status || a.Header.Get("Location") != "" || !strings.Contains(a.Body, c.want) {
				t.Errorf("got %d, Location %q and\n%s\nwant %d and %q", a.Status, a.Header.Get("Location"), a.Body, c.status, c.want)
			}
		})
	}
	t.Run("the issuer's own page, as browsers tell it", func(t *testing.T) {
		asked := browser(h)
		page := get(t, asked, issuerURL+"/authorize?"+request(clientID).Encode())
		if got := pressWith(t, asked, page, "Sec-Fetch-Site", "same-origin").location(t).Query().Get("code"); got == "" {
			t.Error("no code")
		}
	})
	t.Run("two tabs at once", func(t *testing.T) {
		asked := browser(h)
		one := get(t, asked, issuerURL+"/authorize?"+request(clientID, "state", "one").Encode())
		two := get(t, asked, issuerURL+"/authorize?"+request(clientID, "state", "two").Encode())
		for state, page := range map[string]answer{"one": one, "two": two} {
			if got := press(t, asked, page, "approve").location(t).Query().Get("state"); got != state {
				t.Errorf("got state %q, want %q", got, state)
			}
		}
	})
}

func pressWith(t *testing.T, c *http.Client, page answer, header, value string) answer {
	t.Helper()
	action, form := consent(t, page)
	form.Set("decision", "approve")
	r, err := http.NewRequest("POST", action, strings.NewReader(form.Encode()))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	r.Header.Set(header, value)
	resp, err := c.Do(r)
	return read(t, resp, err)
}

func TestAPageWaitsTenMinutes(t *testing.T) {
	for _, c := range []struct {
		after time.Duration
		want  int
	}{{10*time.Minute - time.Second, 303}, {10 * time.Minute, 400}} {
		synctest.Test(t, func(t *testing.T) {
			h := open(t)
			b := browser(h)
			page := get(t, b, issuerURL+"/authorize?"+request(register(t, h)).Encode())
			time.Sleep(c.after)
			if a := press(t, b, page, "approve"); a.Status != c.want {
				t.Errorf("after %v: got %d %s, want %d", c.after, a.Status, a.Body, c.want)
			}
		})
	}
}

// TestAFloodOfRequestsIsBounded holds that old pages make room, and that the newest still works.
func TestAFloodOfRequestsIsBounded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := open(t)
		b := browser(h)
		u := issuerURL + "/authorize?" + request(register(t, h)).Encode()
		first := get(t, b, u)
		var last answer
		for range 1000 {
			time.Sleep(time.Millisecond)
			last = get(t, b, u)
		}
		if a := press(t, b, first, "approve"); a.Status != 400 {
			t.Errorf("the first of 1001: got %d, want it gone", a.Status)
		}
		if a := press(t, b, last, "approve"); a.Status != 303 {
			t.Errorf("the last: got %d %s", a.Status, a.Body)
		}
	})
}

func TestWhereAPageSaysYouWillBeSent(t *testing.T) {
	h := open(t)
	for redirect, want := range map[string]string{
		"https://client.example.com/cb":                  "<dd>client.example.com</dd>",
		"http://127.0.0.1:33418/cb":                      "<dd>a program on this computer, 127.0.0.1:33418</dd>",
		"http://localhost:1455/cb":                       "<dd>a program on this computer, localhost:1455</dd>",
		"cursor://anysphere.cursor-mcp/oauth/callback":   "<dd>the program on this computer that opens cursor: links</dd>",
		"https://client.example.com.evil.example.org/cb": "<dd>client.example.com.evil.example.org</dd>",
	} {
		q := request(register(t, h, redirect), "redirect_uri", redirect)
		if page := get(t, browser(h), issuerURL+"/authorize?"+q.Encode()).Body; !strings.Contains(page, want) {
			t.Errorf("%s: the page lacks %s", redirect, want)
		}
	}
}

func TestWithoutScopesThePageSaysSo(t *testing.T) {
	h := open(t, func(o *devissuer.Options) { o.Scopes, o.Users = nil, nil })
	_, tokens := signInAs(t, h, "developer", "scope", "")
	if _, ok := tokens["scope"]; ok {
		t.Errorf("got scope %v, want none", tokens["scope"])
	}
	page := get(t, browser(h), issuerURL+"/authorize?"+request(register(t, h), "scope", "").Encode()).Body
	if want := "Prove that you signed in, and nothing more."; !strings.Contains(page, want) {
		t.Errorf("the page lacks %q", want)
	}
}

// signInAs is signIn, with the user it ends up as.
func signInAs(t *testing.T, h http.Handler, want string, changes ...string) (clientID string, tokens map[string]any) {
	t.Helper()
	clientID, tokens = signIn(t, h, changes...)
	if _, body := claims(t, h, tokens["access_token"]); body["sub"] != want {
		t.Errorf("got sub %v, want %s", body["sub"], want)
	}
	return clientID, tokens
}
