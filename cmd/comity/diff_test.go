package main

import (
	"context"
	"encoding/json"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rs/zerolog"

	"github.com/comity-mcp/comity/annotations"
	"github.com/comity-mcp/comity/auth"
	"github.com/comity-mcp/comity/server"
)

type shelf struct {
	City string `json:"city" jsonschema:"enum=Berlin,enum=Chicago" jsonschema_description:"City of the warehouse."`
}

type units struct {
	Units int `json:"units" jsonschema_description:"Units on the shelf."`
}

// stock starts a server with the tools of these names, all the same, and returns its address.
func stock(t *testing.T, names ...string) string {
	t.Helper()
	h := httptest.NewUnstartedServer(nil)
	address := "http://" + h.Listener.Addr().String() + "/mcp"
	var tools []server.Tool
	for _, name := range names {
		tools = append(tools, server.Read(server.Spec{
			Name: name, Title: "Stock of " + name, Access: auth.Anyone(),
			Description: "Returns how many units of a product are on the shelves of one warehouse.",
		}, func(context.Context, shelf) (units, error) { return units{1}, nil }))
	}
	quiet := zerolog.Nop()
	srv, err := server.New(server.Config{
		Name: "stock", Title: "Stock", Version: "1.0.0", URL: address, Logger: &quiet, World: annotations.Closed,
		Description: "Stock levels of every warehouse of a small shop, for people who plan what to order next.",
		Auth:        auth.Off{Because: "a test"}, Tools: tools,
	})
	if err != nil {
		t.Fatal(err)
	}
	h.Config.Handler = srv.Handler()
	h.Start()
	t.Cleanup(h.Close)
	return address
}

func TestASnapshotIsComparedWithTheServer(t *testing.T) {
	const public = "https://stock.example.com/mcp"
	file := filepath.Join(t.TempDir(), "stock.json")
	if code, out, errs := comity(t, "snapshot", "-o", file, "-url", public, stock(t, "check_stock", "list_stock")); code != 0 || out != "" || errs != "" {
		t.Fatalf("snapshot: %d %q %q", code, out, errs)
	}
	for name, c := range map[string]struct {
		server string
		flags  []string
		code   int
		says   string
	}{
		"the same server":               {stock(t, "check_stock", "list_stock"), nil, 0, "Nothing changes for anybody.\n"},
		"a tool more is compatible":     {stock(t, "check_stock", "list_stock", "count_stock"), nil, 0, "compatible count_stock: The tool is new, and read-only"},
		"and fails where that is asked": {stock(t, "check_stock", "list_stock", "count_stock"), []string{"-fail-on", "compatible"}, 1, "1 compatible."},
		"a tool less breaks":            {stock(t, "check_stock"), nil, 1, "breaking list_stock: The tool is gone."},
		"another address breaks":        {stock(t, "check_stock", "list_stock"), []string{"-url", "https://example.com/mcp"}, 1, "breaking server.url: "},
	} {
		t.Run(name, func(t *testing.T) {
			args := append([]string{"diff", "-url", public}, c.flags...)
			code, out, errs := comity(t, append(args, file, c.server)...)
			if code != c.code || !strings.Contains(out, c.says) || errs != "" {
				t.Errorf("%d, want %d\n%s%s\nwant %s", code, c.code, out, errs, c.says)
			}
		})
	}
}

func TestADiffAsJSON(t *testing.T) {
	one, two := filepath.Join(t.TempDir(), "one.json"), filepath.Join(t.TempDir(), "two.json")
	write(t, one, `{"server":{"name":"stock"},"tools":[{"name":"a","description":"x"}]}`)
	write(t, two, `{"server":{"name":"stock"},"tools":[{"name":"a","description":"y"}]}`)
	code, out, errs := comity(t, "diff", "-format", "json", one, two)
	var got struct {
		Worst   string
		Changes []struct{ Path, Class, Says, Hurts string }
	}
	if err := json.Unmarshal([]byte(out), &got); err != nil || code != 0 || got.Worst != "compatible" || len(got.Changes) != 1 || got.Changes[0].Path != "a.description" || got.Changes[0].Hurts == "" {
		t.Errorf("%d %v %s%s", code, err, out, errs)
	}
	if _, out, _ := comity(t, "diff", "-format", "json", one, one); out != "{\n  \"changes\": []\n}\n" {
		t.Errorf("got %s", out)
	}
}

func TestTheNextReleaseOfAFileIsAtTheAddressThatIsSaid(t *testing.T) {
	dir := t.TempDir()
	last, next := filepath.Join(dir, "last.json"), filepath.Join(dir, "next.json")
	write(t, last, `{"server":{"name":"stock","url":"https://stock.example.com/mcp"},"tools":[]}`)
	write(t, next, `{"server":{"name":"stock","url":"https://staging.example.com/mcp"},"tools":[]}`)
	if code, out, errs := comity(t, "diff", "-url", "https://stock.example.com/mcp", last, next); code != 0 || out != "Nothing changes for anybody.\n" || errs != "" {
		t.Errorf("exit %d, %q, %q", code, out, errs)
	}
	if code, out, _ := comity(t, "diff", last, next); code != 1 || !strings.Contains(out, "breaking server.url: ") {
		t.Errorf("without -url: exit %d, %q", code, out)
	}
}

func TestADiffThatCanNotBeMadeSaysWhatToDo(t *testing.T) {
	dir := t.TempDir()
	good, bad, other := filepath.Join(dir, "good.json"), filepath.Join(dir, "bad.json"), filepath.Join(dir, "other.json")
	write(t, other, `{"name":"stock","version":"1.0.0"}`)
	write(t, good, `{"server":{"name":"stock"},"tools":[]}`)
	write(t, bad, `[]`)
	for name, c := range map[string]struct {
		args []string
		says string
	}{
		"nothing to compare":     {nil, "comity diff OLD.json NEW.json"},
		"one file":               {[]string{good}, "comity diff OLD.json NEW.json"},
		"a file and two more":    {[]string{good, good, good}, "comity diff OLD.json NEW.json"},
		"two files and a server": {[]string{good, good, "--", "true"}, "comity diff OLD.json NEW.json"},
		"a file that is not":     {[]string{filepath.Join(dir, "none.json"), good}, "write it with comity snapshot -o"},
		"a file of another kind": {[]string{good, bad}, "is no snapshot of a server"},
		"a class that is not":    {[]string{"-fail-on", "grave", good, good}, `-fail-on is breaking, risky or compatible, and not "grave"`},
		"a format that is not":   {[]string{"-format", "xml", good, good}, `-format is text or json, and not "xml"`},
		"JSON of another kind":   {[]string{good, other}, "other.json is no snapshot of a server; write one with comity snapshot -o FILE: it has no list of tools"},
		"an address that is not": {[]string{"-url", "stock", good, good}, `-url takes the address that clients use, like https://inventory.example.com/mcp, and not "stock"`},
		"a server that is not":   {[]string{good, "http://127.0.0.1:1/mcp"}, "127.0.0.1:1"},
	} {
		t.Run(name, func(t *testing.T) {
			code, out, errs := comity(t, append([]string{"diff"}, c.args...)...)
			if code != 2 || !strings.Contains(errs, c.says) || out != "" {
				t.Errorf("%d, want 2\n%s%s\nwant %s", code, out, errs, c.says)
			}
		})
	}
}

func write(t *testing.T, file, content string) {
	t.Helper()
	if err := os.WriteFile(file, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
}
