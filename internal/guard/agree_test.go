package guard_test

import (
	"encoding/base64"
	"encoding/json"
	"net/http"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/comity-mcp/comity/internal/wire"
)

func encoded(s string) string {
	return "=?base64?" + base64.StdEncoding.EncodeToString([]byte(s)) + "?="
}

func TestR107_HeadersMustRepeatAModernMessage(t *testing.T) {
	safe, task := modern("tools/call", `"name":"safe"`), modern("tasks/get", `"taskId":"t1"`)
	method := "Mcp-Method: tools/call"
	for _, c := range []struct {
		name, body   string
		headers      []string
		status, code int
	}{
		{"agreeing headers pass", safe, []string{version, method, "Mcp-Name: safe"}, 200, 0},
		{"no version header", safe, []string{method, "Mcp-Name: safe"}, 400, -32020},
		{"another version", safe, []string{"Mcp-Protocol-Version: 2025-11-25", method, "Mcp-Name: safe"}, 400, -32020},
		{"two versions", safe, []string{version, "Mcp-Protocol-Version: 2025-11-25", method, "Mcp-Name: safe"}, 400, -32020},
		{"the same version twice passes", safe, []string{version, version, method, "Mcp-Name: safe"}, 200, 0},
		{"no method header", safe, []string{version, "Mcp-Name: safe"}, 400, -32020},
		{"another method", safe, []string{version, "Mcp-Method: tools/list", "Mcp-Name: safe"}, 400, -32020},
		{"a method in another case", safe, []string{version, "Mcp-Method: Tools/Call", "Mcp-Name: safe"}, 400, -32020},
		{"two methods", safe, []string{version, method, "Mcp-Method: tools/list", "Mcp-Name: safe"}, 400, -32020},
		{"no name header", safe, []string{version, method}, 400, -32020},
		{"another name", safe, []string{version, method, "Mcp-Name: danger"}, 400, -32020},
		{"two names", safe, []string{version, method, "Mcp-Name: safe", "Mcp-Name: danger"}, 400, -32020},
		{"a name in base64 passes", safe, []string{version, method, "Mcp-Name: " + encoded("safe")}, 200, 0},
		{"another name in base64", safe, []string{version, method, "Mcp-Name: " + encoded("danger")}, 400, -32020},
		{"a name in broken base64", safe, []string{version, method, "Mcp-Name: =?base64?c2Fm?ZQ?="}, 400, -32020},
		{"a name in base64 without padding", modern("tools/call", `"name":"danger"`), []string{version, method, "Mcp-Name: =?base64?ZGFuZ2Vy0?="}, 400, -32020},
		{"half of the base64 form is a plain name", safe, []string{version, method, "Mcp-Name: =?base64?safe"}, 400, -32020},
		{"a list needs no name", modern("tools/list", ""), []string{version, "Mcp-Method: tools/list"}, 200, 0},
		{"a notification needs its method, too", `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}`, []string{version}, 400, -32020},
		{"a task without its id", task, []string{version, "Mcp-Method: tasks/get"}, 400, -32020},
		{"another task", task, []string{version, "Mcp-Method: tasks/get", "Mcp-Name: t2"}, 400, -32020},
		{"the task passes to the SDK, which has none", task, []string{version, "Mcp-Method: tasks/get", "Mcp-Name: t1"}, 404, -32601},
		{"the handshake era is exempt", call("safe"), nil, 200, 0},
		{"the handshake era is exempt with a version", call("safe"), []string{"Mcp-Protocol-Version: 2025-11-25", "Mcp-Method: tools/list", "Mcp-Name: danger"}, 200, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := newRig(t, public, nil)
			a := r.send(t, "POST", "/mcp", c.body, c.headers...)
			a.is(t, c.status, c.code)
			if c.code == -32020 && (len(r.ran) != 0 || !strings.HasSuffix(a.says, ".")) {
				t.Errorf("got %q, %d tools run\nwant a sentence and none run", a.says, len(r.ran))
			}
			if id := string(a.id); c.code != 0 && strings.Contains(c.body, `"id"`) && id != "1" {
				t.Errorf("got id %s\nwant 1", id)
			}
		})
	}
}

func TestAMissingVersionIsCalledMissing(t *testing.T) {
	a := newRig(t, public, nil).send(t, "POST", "/mcp", modern("tools/list", ""), "Mcp-Method: tools/list")
	if want := "MCP-Protocol-Version is missing"; !strings.HasPrefix(a.says, want) {
		t.Errorf("got %q\nwant %s", a.says, want)
	}
}

func TestBase64FormsReachTheSDKDecodedOnce(t *testing.T) {
	r := newRig(t, public, nil)
	for city, status := range map[string]int{"Zürich": 200, "=?base64?x?=": 200} {
		body, err := json.Marshal(city)
		if err != nil {
			t.Fatal(err)
		}
		a := r.send(t, "POST", "/mcp", modern("tools/call", `"name":"région","arguments":{"city":`+string(body)+`}`),
			version, "Mcp-Method: tools/call", "Mcp-Name: "+encoded("région"), "Mcp-Param-City: "+encoded(city))
		a.is(t, status, 0)
	}
	r.send(t, "POST", "/mcp", modern("tools/call", `"name":"région","arguments":{"city":"Bern"}`), version, "Mcp-Method: tools/call",
		"Mcp-Name: "+encoded("région"), "Mcp-Param-City: "+encoded("Zürich")).is(t, 400, -32020)
}

func TestUnsupportedVersionsSayWhichAreSpoken(t *testing.T) {
	r := newRig(t, public, nil)
	for _, requested := range []string{"2099-01-01", "2026-07-29", "2024-10-07", "1.0", "draft", "DRAFT-2026-v1", "zzz"} {
		carried := strings.ReplaceAll(modern("tools/list", ""), "2026-07-28", requested)
		for _, body := range []string{list, carried} {
			a := r.send(t, "POST", "/mcp", body, "Mcp-Protocol-Version: "+requested, "Mcp-Method: tools/list")
			a.is(t, 400, -32022)
			var got, want struct {
				Supported []string
				Requested string
			}
			if err := json.Unmarshal(a.data, &got); err != nil {
				t.Fatal(err)
			}
			want.Supported, want.Requested = wire.Versions(), requested
			if !reflect.DeepEqual(got, want) {
				t.Errorf("got %+v\nwant %+v", got, want)
			}
		}
	}
}

func TestVersionsSpokenAreTheSDKs(t *testing.T) {
	a := newRig(t, public, nil).send(t, "POST", "/mcp", modern("server/discover", ""), version, "Mcp-Method: server/discover")
	var got struct{ SupportedVersions []string }
	if err := json.Unmarshal(a.result, &got); err != nil {
		t.Fatal(err)
	}
	slices.Sort(got.SupportedVersions)
	want := wire.Versions()
	slices.Sort(want)
	if !slices.Equal(got.SupportedVersions, want) {
		t.Errorf("got %v\nwant %v", got.SupportedVersions, want)
	}
}

// FuzzName holds that no Mcp-Name header breaks the guard, and that a call passes only when the header, decoded, is the
// name of the tool that runs.
func FuzzName(f *testing.F) {
	for _, s := range []string{"safe", "", "danger", "=?base64?c2FmZQ==?=", "=?base64?c2FmZQ?=", "=?base64?=", "=?base64??=", "safe,safe", " safe"} {
		f.Add(s)
	}
	r := newRig(f, public, nil)
	f.Fuzz(func(t *testing.T, name string) {
		a := send(t, http.HandlerFunc(func(w http.ResponseWriter, q *http.Request) {
			q.Header["Mcp-Name"] = []string{name}
			r.ServeHTTP(w, q)
		}), "POST", "/mcp", modern("tools/call", `"name":"safe"`), version, "Mcp-Method: tools/call")
		plain := name
		if inner, ok := strings.CutPrefix(name, "=?base64?"); ok {
			if inner, ok := strings.CutSuffix(inner, "?="); ok {
				b, err := base64.StdEncoding.DecodeString(inner)
				if plain = string(b); err != nil {
					plain = ""
				}
			}
		}
		if passed := a.status == 200; passed != (plain == "safe") {
			t.Errorf("got %d for %q", a.status, name)
		}
		if a.status == 200 {
			<-r.ran
		}
	})
}
