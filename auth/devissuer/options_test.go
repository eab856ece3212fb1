package devissuer_test

import (
	"bytes"
	"net/http"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/rs/zerolog"

	"github.com/comity-mcp/comity/auth/devissuer"
)

func inMemory(o *devissuer.Options) { o.Dir = "" }

func TestEveryFaultOfTheOptionsIsToldAtOnce(t *testing.T) {
	_, err := devissuer.New(devissuer.Options{
		URL:       "https://login.example.com",
		Resources: []string{"mcp", "https://a.example.com/#x"},
		Scopes:    []devissuer.Scope{{Name: "two words"}, {Name: "offline_access"}, {Name: "a"}, {Name: "a"}},
		Users:     []string{"", "script", "ada", "ada"},
		TokenLife: 25 * time.Hour,
	})
	got := "no error"
	if err != nil {
		got = err.Error()
	}
	want := strings.Join([]string{
		`devissuer: Options.URL is "https://login.example.com": a development issuer is on loopback only, so use http://127.0.0.1:PORT, and for anything that others can reach a real authorization server`,
		`Options.Resources[0] is "mcp": give an absolute http or https URL without a fragment`,
		`Options.Resources[1] is "https://a.example.com/#x": give an absolute http or https URL without a fragment`,
		`Options.Scopes[0].Name is "two words": use printable ASCII without spaces, quotes and backslashes`,
		`Options.Scopes[1].Name is offline_access, which is always there: leave it out`,
		`Options.Scopes[3].Name is "a" for the second time: leave one out`,
		`Options.Users[0] is "": give a name of 1 to 100 bytes on one line`,
		`Options.Users[1] is "script", which is the script client's subject: choose another name`,
		`Options.Users[3] is "ada" for the second time: leave one out`,
		`Options.TokenLife is 25h0m0s: choose between 1s and 24h0m0s, or zero for 15m0s`,
	}, "\n")
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	_, err = devissuer.New(devissuer.Options{URL: issuerURL})
	if want := "devissuer: Options.Resources is empty: name the URL of the server that tokens are for, e.g. http://127.0.0.1:8080/mcp"; err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}

func TestURLsOfAnIssuer(t *testing.T) {
	for _, c := range []struct {
		url string
		ok  bool
	}{
		{"http://127.0.0.1:8081", true},
		{"http://localhost:8081", true},
		{"http://[::1]:8081", true},
		{"http://localhost", true},
		{"http://localhost:8081/dev-issuer", true},
		{"http://localhost:8081/a/b.c", true},
		{"http://localhost:8081/", false},
		{"http://localhost:8081/a/", false},
		{"http://localhost:8081/../a", false},
		{"http://localhost:8081/{a}", false},
		{"http://localhost:8081/%61", false},
		{"http://localhost:8081?a=b", false},
		{"http://localhost:8081#a", false},
		{"http://u@localhost:8081", false},
		{"HTTP://localhost:8081", false},
		{"http://LOCALHOST:8081", false},
		{"http://localhost.example.com", false},
		{"http://127.0.0.1.nip.io", false},
		{"http://0.0.0.0:8081", false},
		{"http://192.168.1.2:8081", false},
		{"https://localhost:8081", false},
		{"localhost:8081", false},
		{"http://a b", false},
		{"", false},
	} {
		_, err := devissuer.New(options(t, func(o *devissuer.Options) { o.URL = c.url }))
		if (err == nil) != c.ok {
			t.Errorf("%q: got %v, want accepted %v", c.url, err, c.ok)
		}
	}
}

func TestOnlyThisMachineIsServed(t *testing.T) {
	for _, c := range []struct {
		claim   string
		issuer  string
		remote  string
		host    string
		forward string
		want    int
	}{
		{"from 127.0.0.1", issuerURL, "127.0.0.1:5", "127.0.0.1:8081", "", 200},
		{"from elsewhere in 127/8", issuerURL, "127.9.9.9:5", "127.0.0.1:8081", "", 200},
		{"from ::1", issuerURL, "[::1]:5", "127.0.0.1:8081", "", 200},
		{"from IPv4 in IPv6", issuerURL, "[::ffff:127.0.0.1]:5", "127.0.0.1:8081", "", 200},
		{"host names have no case", "http://localhost:8081", "127.0.0.1:5", "LOCALHOST:8081", "", 200},
		{"from the local network", issuerURL, "192.168.1.2:5", "127.0.0.1:8081", "", 403},
		{"from the internet", issuerURL, "8.8.8.8:5", "127.0.0.1:8081", "", 403},
		{"from who knows where", issuerURL, "", "127.0.0.1:8081", "", 403},
		{"a name that was made to resolve here", issuerURL, "127.0.0.1:5", "evil.example.com:8081", "", 403},
		{"another port", issuerURL, "127.0.0.1:5", "127.0.0.1:9999", "", 403},
		{"no host", issuerURL, "127.0.0.1:5", "", "", 403},
		{"passed on by a proxy", issuerURL, "127.0.0.1:5", "127.0.0.1:8081", "X-Forwarded-For", 403},
		{"passed on by a proxy that keeps to RFC 7239", issuerURL, "127.0.0.1:5", "127.0.0.1:8081", "Forwarded", 403},
		{"passed on by a tunnel", issuerURL, "127.0.0.1:5", "127.0.0.1:8081", "X-Forwarded-Host", 403},
		{"passed on by a proxy that says who sent it in its own way", issuerURL, "127.0.0.1:5", "127.0.0.1:8081", "X-Real-Ip", 403},
		{"passed on by a proxy that says only how it was sent", issuerURL, "127.0.0.1:5", "127.0.0.1:8081", "X-Forwarded-Proto", 403},
	} {
		t.Run(c.claim, func(t *testing.T) {
			h := open(t, func(o *devissuer.Options) { o.URL = c.issuer })
			r, _ := http.NewRequest("GET", "/.well-known/oauth-authorization-server", nil)
			r.RemoteAddr, r.Host = c.remote, c.host
			if c.forward != "" {
				r.Header.Set(c.forward, "for=1.2.3.4")
			}
			w := &recorder{header: http.Header{}}
			h.ServeHTTP(w, r)
			if w.status != c.want {
				t.Errorf("got %d %s, want %d", w.status, w.body.String(), c.want)
			}
			if c.want == 403 && !strings.Contains(w.body.String(), "This development issuer serves its own machine only: ") {
				t.Errorf("got %s", w.body.String())
			}
		})
	}
}

// A proxy that adds a line of its own below the one that came in, as HAProxy does, is not hidden by an empty one.
func TestAnEmptyHeaderHidesNoProxy(t *testing.T) {
	r, _ := http.NewRequest("GET", "/.well-known/oauth-authorization-server", nil)
	r.RemoteAddr, r.Host = "127.0.0.1:5", "127.0.0.1:8081"
	r.Header["X-Forwarded-For"] = []string{"", "1.2.3.4"}
	w := &recorder{header: http.Header{}}
	open(t).ServeHTTP(w, r)
	if w.status != 403 {
		t.Errorf("got %d %s, want 403", w.status, w.body.String())
	}
}

// recorder keeps an answer and changes nothing in the request.
type recorder struct {
	header http.Header
	status int
	body   bytes.Buffer
}

func (r *recorder) Header() http.Header { return r.header }
func (r *recorder) WriteHeader(s int)   { r.status = s }
func (r *recorder) Write(b []byte) (int, error) {
	return r.body.Write(b)
}

func TestWhatIsKeptIsForItsOwnerOnly(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "new")
	h := open(t, func(o *devissuer.Options) { o.Dir = dir })
	register(t, h)
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]os.FileMode{}
	for _, e := range entries {
		info, err := e.Info()
		if err != nil {
			t.Fatal(err)
		}
		got[e.Name()] = info.Mode().Perm()
	}
	own, err := os.Stat(dir)
	if err != nil {
		t.Fatal(err)
	}
	if len(got) != 2 || got["signing-key.pem"] != 0o600 || got["issuer.json"] != 0o600 || own.Mode().Perm() != 0o700 {
		t.Errorf("got %v in a directory of mode %v, want two files of 0600 in 0700", got, own.Mode().Perm())
	}
}

func TestKeptFilesThatAreNotTrusted(t *testing.T) {
	for _, c := range []struct {
		claim, file string
		mode        os.FileMode
		content     string
		want        string
	}{
		{"a key that others can read", "signing-key.pem", 0o644, "", "devissuer: reading the signing key: signing-key.pem has mode 0644, so others can read or change it: chmod 600 it, or remove it and a new one is made"},
		{"grants that the group can write", "issuer.json", 0o620, "", "devissuer: reading clients and grants: issuer.json has mode 0620, so others can read or change it: chmod 600 it, or remove it and a new one is made"},
		{"a key that is none", "signing-key.pem", 0o600, "garbage", "devissuer: reading the signing key: signing-key.pem is not PEM: remove it and a new key is made"},
		{"a key of another kind", "signing-key.pem", 0o600, "-----BEGIN PRIVATE KEY-----\nMC4CAQAwBQYDK2VwBCIEIAABAgMEBQYHCAkKCwwNDg8QERITFBUWFxgZGhscHR4f\n-----END PRIVATE KEY-----\n", "devissuer: reading the signing key: signing-key.pem holds no RSA key: remove it and a new key is made"},
		{"grants that were cut", "issuer.json", 0o600, `{"clients":`, "devissuer: reading clients and grants: issuer.json is damaged: remove it, and clients register anew: "},
	} {
		t.Run(c.claim, func(t *testing.T) {
			o := options(t)
			if _, err := devissuer.New(o); err != nil {
				t.Fatal(err)
			}
			file := filepath.Join(o.Dir, c.file)
			if c.content != "" {
				if err := os.WriteFile(file, []byte(c.content), c.mode); err != nil {
					t.Fatal(err)
				}
			}
			if runtime.GOOS == "windows" && c.mode != 0o600 {
				return // no such bits there
			}
			if err := os.Chmod(file, c.mode); err != nil {
				t.Fatal(err)
			}
			if _, err := devissuer.New(o); err == nil || !strings.HasPrefix(err.Error(), c.want) {
				t.Errorf("got %v\nwant %s", err, c.want)
			}
		})
	}
}

func TestInMemoryNothingIsLeft(t *testing.T) {
	one, two := open(t, inMemory), open(t, inMemory)
	clientID, tokens := signIn(t, one)
	if one.TokenCommand() == two.TokenCommand() {
		t.Error("two issuers have one secret")
	}
	if got, want := refresh(t, two, clientID, tokens["refresh_token"]).told(t), "401 invalid_client: client_id '"+clientID+"' is not registered here: register again"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// TestTheLogSaysWhatHappensAndNoSecret runs every flow, and faults that hold secrets, and reads the log.
func TestTheLogSaysWhatHappensAndNoSecret(t *testing.T) {
	var log bytes.Buffer
	o := options(t, func(o *devissuer.Options) { o.Log = zerolog.New(&log) })
	h, err := devissuer.New(o)
	if err != nil {
		t.Fatal(err)
	}
	if want := "DEVELOPMENT ISSUER: no password is asked"; !strings.Contains(log.String(), want) {
		t.Errorf("the log does not begin with %q: %s", want, log.String())
	}
	clientID := register(t, h)
	code := approve(t, h, request(clientID, "state", "state-secret"))
	tokens := post(t, browser(h), issuerURL+"/token", exchange(clientID, code)).decode(t)
	next := refresh(t, h, clientID, tokens["refresh_token"]).decode(t)
	id, secret := h.ScriptClient()
	script := changed(exchange(id, "", "grant_type", "client_credentials"), "client_secret", secret, "code_verifier", "")
	access := post(t, browser(h), issuerURL+"/token", script).decode(t)["access_token"].(string)
	for _, form := range []map[string]string{
		{"client_secret": "wrong-secret"}, {"client_id": clientID, "client_secret": "wrong-secret"},
	} {
		bad := changed(exchange(id, ""), "grant_type", "client_credentials")
		for k, v := range form {
			bad.Set(k, v)
		}
		post(t, browser(h), issuerURL+"/token", bad)
	}
	post(t, browser(h), issuerURL+"/token", exchange(clientID, code))
	refresh(t, h, clientID, tokens["refresh_token"])
	post(t, browser(h), issuerURL+"/revoke", changed(exchange(clientID, ""), "token", next["refresh_token"].(string)))
	c := browser(h)
	press(t, c, get(t, c, issuerURL+"/authorize?"+request(clientID, "state", "state-secret").Encode()), "deny")
	get(t, c, issuerURL+"/authorize?"+request(clientID, "redirect_uri", "https://evil.example.com").Encode())

	for name, never := range map[string]string{
		"the code": code, "the verifier": verifier, "the challenge": challenge, "the state": "state-secret",
		"an access token": tokens["access_token"].(string), "the script's token": access, "a refresh token": tokens["refresh_token"].(string),
		"the next refresh token": next["refresh_token"].(string), "the script's secret": secret, "a wrong secret": "wrong-secret",
	} {
		if strings.Contains(log.String(), never) {
			t.Errorf("the log holds %s", name)
		}
	}
	for _, want := range []string{
		`"message":"client registered"`, `"sub":"ada","message":"approved"`, `"grant":"authorization_code"`, `"grant":"refresh_token"`,
		`"grant":"client_credentials"`, `"error":"invalid_client"`, `"error":"invalid_grant"`, `"message":"denied"`, `"endpoint":"/authorize"`,
	} {
		if !strings.Contains(log.String(), want) {
			t.Errorf("the log lacks %s", want)
		}
	}
	if strings.Contains(log.String(), "refresh tokens revoked") {
		t.Error("the log tells of a revocation, but the family had ended before")
	}
}
