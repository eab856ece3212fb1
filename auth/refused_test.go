package auth_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/rs/zerolog"

	"github.com/comity-mcp/comity/auth"
)

var update = flag.Bool("update", false, "rewrite what the cases in testdata/refused want")

// refused is one file of testdata/refused: a request, and the token in it as a description, since a token
// itself would be out of date.
type refused struct {
	Claim    string   `json:"claim"`
	Resource string   `json:"resource,omitempty"` // default: inventory
	Policy   string   `json:"policy,omitempty"`   // default: standard; see policies
	Issuer   string   `json:"issuer,omitempty"`   // a Failure by its String
	Token    *token   `json:"token,omitempty"`
	Headers  []string `json:"headers,omitempty"` // Authorization; {token} stands for the token; default: Bearer {token}
	Query    string   `json:"query,omitempty"`
	Access   []string `json:"access,omitempty"` // scopes of the tool called; the request passes Identify
	Want     verdict  `json:"want"`
}

// verdict is everything a client and an operator see.
type verdict struct {
	Status     int    `json:"status"`
	Challenge  string `json:"challenge"`
	RetryAfter string `json:"retry_after,omitempty"`
	Log        string `json:"log"`
}

// TestRefused holds every request of the corpus to its status, challenge and log line, and looks for the
// token in the log.
func TestRefused(t *testing.T) {
	files, err := filepath.Glob("testdata/refused/*.json")
	if err != nil {
		t.Fatal(err)
	}
	if len(files) < 60 {
		t.Fatalf("the corpus has %d cases, want at least 60", len(files))
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".json"), func(t *testing.T) {
			t.Parallel()
			c := read(t, file)
			w := newWorld(t)
			synctest.Test(t, func(t *testing.T) {
				got, sent := judge(t, w, c)
				for _, secret := range secrets(sent) {
					if strings.Contains(got.Log, secret) {
						t.Errorf("the log has %q of the token:\n%s", secret, got.Log)
					}
				}
				if got.Status == 0 {
					t.Fatalf("%s: the request passed", c.Claim)
				}
				if *update {
					c.Want = got
					write(t, file, c)
				}
				if got != c.Want {
					t.Errorf("%s\ngot  %+v\nwant %+v", c.Claim, got, c.Want)
				}
			})
		})
	}
}

// judge sends what c describes and returns the verdict, and the Authorization headers sent.
func judge(t *testing.T, w *world, c refused) (verdict, []string) {
	t.Helper()
	policy := w.policy(t, c.Policy)
	w.fail(t, c.Issuer)
	var log bytes.Buffer
	resource := inventory
	if c.Resource != "" {
		resource = c.Resource
	}
	r := auth.NewResource(resource, policy, []string{"inventory:read", "inventory:write"}, "Inventory", zerolog.New(&log))
	req := request(t, w, c)
	caller, f := r.Identify(req)
	if f == nil && c.Access != nil {
		f = auth.Scopes(c.Access...).Judge(caller)
	}
	if f == nil {
		return verdict{Log: log.String()}, req.Header["Authorization"]
	}
	got := verdict{Status: f.Status, Challenge: r.Challenge(f), Log: strings.TrimSpace(log.String())}
	if f.RetryAfter != 0 {
		got.RetryAfter = f.RetryAfter.String()
	}
	return got, req.Header["Authorization"]
}

// secrets returns what must not be in a log: every part of a token long enough to be told from other text.
func secrets(headers []string) []string {
	var out []string
	for _, h := range headers {
		for _, part := range strings.FieldsFunc(h, func(r rune) bool { return r == '.' || r == ' ' }) {
			if len(part) >= 12 {
				out = append(out, part)
			}
		}
	}
	return out
}

func read(t *testing.T, file string) refused {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	d.UseNumber()
	var c refused
	if err := d.Decode(&c); err != nil {
		t.Fatalf("%s: %v", file, err)
	}
	return c
}

func write(t *testing.T, file string, c refused) {
	t.Helper()
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	if err := e.Encode(c); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, b.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
}
