package devissuer_test

import (
	"net/http"
	"net/url"
	"os/exec"
	"reflect"
	"strings"
	"testing"

	"github.com/comity-mcp/comity/auth/devissuer"
)

const secondResource = "http://127.0.0.1:9090/mcp"

func twoResources(o *devissuer.Options) { o.Resources = append(o.Resources, secondResource) }

func TestTheScriptGetsATokenOfItsOwn(t *testing.T) {
	h := open(t)
	id, secret := h.ScriptClient()
	a := post(t, browser(h), issuerURL+"/token", url.Values{"grant_type": {"client_credentials"}, "client_id": {id}, "client_secret": {secret}, "scope": {"inventory:read offline_access"}})
	tokens := a.decode(t)
	_, body := claims(t, h, tokens["access_token"])
	got := []any{body["sub"], body["client_id"], body["aud"], body["scope"], tokens["scope"], tokens["refresh_token"]}
	if want := []any{"script", "script", resource, "inventory:read", "inventory:read", nil}; !reflect.DeepEqual(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

func TestTheScriptIsRefused(t *testing.T) {
	h := open(t, twoResources)
	_, secret := h.ScriptClient()
	for _, c := range []struct {
		claim  string
		change []string
		want   string
	}{
		{"with a wrong secret", []string{"client_secret", secret + "x"}, "401 invalid_client: the secret of the client 'script' is wrong: the issuer prints it when it starts"},
		{"without a secret", []string{"client_secret", ""}, "401 invalid_client: the secret of the client 'script' is wrong: the issuer prints it when it starts"},
		{"for an unknown scope", []string{"scope", "inventory:delete"}, "400 invalid_scope: scope 'inventory:delete' is not known here: choose from inventory:read, inventory:write, offline_access"},
		{"without a resource when there are two", []string{"resource", ""}, "400 invalid_target: resource is missing: send one of " + resource + ", " + secondResource},
		{"for an unknown resource", []string{"resource", resource + "/"}, "400 invalid_target: resource '" + resource + "/' is not served here: send one of " + resource + ", " + secondResource},
		{"for a prefix of a resource", []string{"resource", "http://127.0.0.1:8080"}, "400 invalid_target: resource 'http://127.0.0.1:8080' is not served here: send one of " + resource + ", " + secondResource},
		{"with a code", []string{"grant_type", "authorization_code", "code", "x", "code_verifier", verifier}, "400 invalid_grant: the code is unknown here, or was given to another client: start a new authorization"},
	} {
		t.Run(c.claim, func(t *testing.T) {
			form := changed(url.Values{"grant_type": {"client_credentials"}, "client_id": {"script"}, "client_secret": {secret}, "resource": {resource}}, c.change...)
			if got := post(t, browser(h), issuerURL+"/token", form).told(t); got != c.want {
				t.Errorf("got %s\nwant %s", got, c.want)
			}
		})
	}
	t.Run("for two resources at once", func(t *testing.T) {
		form := url.Values{"grant_type": {"client_credentials"}, "client_id": {"script"}, "client_secret": {secret}, "resource": {resource, secondResource}}
		if got, want := post(t, browser(h), issuerURL+"/token", form).told(t), "400 invalid_target: resource is there 2 times: ask for a token for each"; got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	})
}

// TestTheTokenCommandWorks runs the printed command in a shell, with a curl that prints its arguments, and
// sends what it would.
func TestTheTokenCommandWorks(t *testing.T) {
	h := open(t, twoResources)
	out, err := exec.Command("sh", "-c", `curl() { printf '%s\n' "$@"; }; `+h.TokenCommand("inventory:read", "inventory:write")).Output()
	if err != nil {
		t.Fatal(err)
	}
	var target, login string
	var form []string
	for words := strings.Split(strings.TrimSpace(string(out)), "\n"); len(words) > 0; words = words[1:] {
		switch words[0] {
		case "-s":
		case "-u":
			login, words = words[1], words[1:]
		case "-d":
			form, words = append(form, words[1]), words[1:]
		case "--data-urlencode":
			name, value, _ := strings.Cut(words[1], "=")
			form, words = append(form, name+"="+url.QueryEscape(value)), words[1:]
		default:
			target = words[0]
		}
	}
	r, err := http.NewRequest("POST", target, strings.NewReader(strings.Join(form, "&")))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	id, secret, _ := strings.Cut(login, ":")
	r.SetBasicAuth(id, secret)
	resp, err := browser(h).Do(r)
	_, body := claims(t, h, read(t, resp, err).decode(t)["access_token"])
	if got, want := body["scope"], "inventory:read inventory:write"; got != want {
		t.Errorf("got %v, want %v", got, want)
	}
}
