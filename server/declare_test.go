package server_test

import (
	"context"
	"errors"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/comity-mcp/comity/annotations"
	"github.com/comity-mcp/comity/auth"
	"github.com/comity-mcp/comity/fault"
	"github.com/comity-mcp/comity/handles"
	"github.com/comity-mcp/comity/server"
)

type StockQuery struct {
	SKU string `json:"product_sku" jsonschema_description:"Product SKU, e.g. SKU-4421"`
}

type Stock struct {
	OnHand int `json:"on_hand" jsonschema_description:"Units on the shelves"`
}

func lookUp(context.Context, StockQuery) (Stock, error) { return Stock{OnHand: 7}, nil }

// stockSpec is a spec nothing is wrong with.
func stockSpec() server.Spec {
	return server.Spec{
		Name:        "check_stock",
		Title:       "Check stock levels",
		Description: "Returns how many units of one product are on the shelves. Use it before promising a delivery.",
		Access:      auth.Anyone(),
	}
}

// config is a declaration nothing is wrong with.
func config(tools ...server.Tool) server.Config {
	if tools == nil {
		tools = []server.Tool{server.Read(stockSpec(), lookUp)}
	}
	return server.Config{
		Name: "stock", Title: "Stock keeping", Version: "1.0.0",
		Description: "Stock levels of the products in a small warehouse, for tests of the framework itself.",
		URL:         "http://127.0.0.1:8080/mcp",
		World:       annotations.Closed,
		Auth:        auth.Off{Because: "a test"},
		Tools:       tools,
		Logger:      quiet(),
	}
}

// problems declares the server and returns what was found.
func problems(t *testing.T, c server.Config) fault.Problems {
	t.Helper()
	_, err := server.New(c)
	if err == nil {
		return nil
	}
	found, ok := errors.AsType[fault.Problems](err)
	if !ok {
		t.Fatalf("New returned a %T, not fault.Problems: %v", err, err)
	}
	return found
}

func TestAnHonestDeclarationStarts(t *testing.T) {
	srv, err := server.New(config())
	if err != nil {
		t.Fatal(err)
	}
	if got := srv.Warnings(); len(got) != 0 {
		t.Errorf("warnings: %v", got)
	}
}

// ruleCases has, for every rule of the package, declarations it must refuse; config() is the one it
// must leave alone.
var ruleCases = map[string]map[string]func() server.Config{
	"server-url": {
		"missing":              with(func(c *server.Config) { c.URL = "" }),
		"both":                 with(func(c *server.Config) { c.StdioOnly = true; c.Auth = auth.Local{} }),
		"relative":             with(func(c *server.Config) { c.URL = "/mcp" }),
		"another scheme":       with(func(c *server.Config) { c.URL = "ftp://inventory.example.com/mcp" }),
		"http in public":       with(func(c *server.Config) { c.URL = "http://inventory.example.com/mcp" }),
		"with a query":         with(func(c *server.Config) { c.URL = "https://inventory.example.com/mcp?a=b" }),
		"with a fragment":      with(func(c *server.Config) { c.URL = "https://inventory.example.com/mcp#" }),
		"with a user":          with(func(c *server.Config) { c.URL = "https://me@inventory.example.com/mcp" }),
		"without a path":       with(func(c *server.Config) { c.URL = "https://inventory.example.com" }),
		"ending in a slash":    with(func(c *server.Config) { c.URL = "https://inventory.example.com/mcp/" }),
		"a path of the probes": with(func(c *server.Config) { c.URL = "https://inventory.example.com/healthz" }),
		"a well-known path":    with(func(c *server.Config) { c.URL = "https://inventory.example.com/.well-known/mcp" }),
		"dots in the path":     with(func(c *server.Config) { c.URL = "https://inventory.example.com/a/../mcp" }),
		"a space in the path":  with(func(c *server.Config) { c.URL = "https://inventory.example.com/mc p" }),
		"a host beyond ASCII":  with(func(c *server.Config) { c.URL = "https://m\u00fcnchen.example/mcp" }),
		"a pattern as host":    with(func(c *server.Config) { c.URL = "https://*/mcp" }),
		"an empty port":        with(func(c *server.Config) { c.URL = "https://inventory.example.com:/mcp" }),
		"a port that is none":  with(func(c *server.Config) { c.URL = "https://inventory.example.com:99999/mcp" }),
		"host in upper case":   with(func(c *server.Config) { c.URL = "https://Inventory.example.com/mcp" }),
	},
	"server-auth": {
		"missing":            with(func(c *server.Config) { c.Auth = nil }),
		"off without reason": with(func(c *server.Config) { c.Auth = auth.Off{Because: " "} }),
		"local with a URL":   with(func(c *server.Config) { c.Auth = auth.Local{} }),
		"off on stdio only":  with(func(c *server.Config) { c.URL, c.StdioOnly = "", true }),
	},
	"server-world": {"missing": with(func(c *server.Config) { c.World = 0 })},
	"server-tools": {
		"none":      with(func(c *server.Config) { c.Tools = nil }),
		"zero Tool": with(func(c *server.Config) { c.Tools = append(c.Tools, server.Tool{}) }),
	},
	"server-hosts": {
		"a URL as host":       with(func(c *server.Config) { c.Hosts = []string{"https://a.example"} }),
		"a pattern as host":   with(func(c *server.Config) { c.Hosts = []string{"*.example.com"} }),
		"a pattern in origin": with(func(c *server.Config) { c.Origins = []string{"https://*.example.com"} }),
		"a path in origin":    with(func(c *server.Config) { c.Origins = []string{"https://a.example/"} }),
		"a host as origin":    with(func(c *server.Config) { c.Origins = []string{"a.example"} }),
	},
	"server-limits": {
		"a body too small": with(func(c *server.Config) { c.MaxBody = 4 }),
		"negative body":    with(func(c *server.Config) { c.MaxBody = -1 }),
		"unknown sessions": with(func(c *server.Config) { c.Sessions = 7 }),
		"unknown page":     with(func(c *server.Config) { c.Page = 7 }),
	},
	"tool-effect": {
		"zero":    withTool(func() server.Tool { return server.Write(writeSpec(), 0, lookUp) }),
		"unknown": withTool(func() server.Tool { return server.Write(writeSpec(), 99, lookUp) }),
	},
	"job-engine": {"missing": withJob(func(c *server.Config, _ *server.Spec, _ *server.Run) { c.Jobs = nil })},
	"job-run": {
		"nothing said":    withJob(func(_ *server.Config, _ *server.Spec, r *server.Run) { *r = server.Run{} }),
		"a short keep":    withJob(func(_ *server.Config, _ *server.Spec, r *server.Run) { r.Keep = 24 }),
		"an unknown word": withJob(func(_ *server.Config, _ *server.Spec, r *server.Run) { r.Repeat = 9 }),
		"a long wait":     withJob(func(_ *server.Config, _ *server.Spec, r *server.Run) { r.Wait = time.Minute }),
		"negative slots":  withJob(func(_ *server.Config, _ *server.Spec, r *server.Run) { r.Slots = -1 }),
		"a budget":        withJob(func(_ *server.Config, s *server.Spec, _ *server.Run) { s.Budget = time.Second }),
	},
	"key-tool": {
		"on a read": withKey(func(s server.Spec) server.Tool {
			return server.Read(stockSpec(), func(context.Context, NewCount) (Stock, error) { return Stock{}, nil })
		}),
		"on a job": withKey(func(server.Spec) server.Tool {
			return server.Job(jobSpec(), annotations.Creates, run(), func(context.Context, NewCount, *handles.Progress) (Stock, error) { return Stock{}, nil })
		}),
	},
	"key-place": {
		"as a named field": withKey(func(s server.Spec) server.Tool {
			return server.Write(s, annotations.Creates, func(context.Context, struct {
				Key server.RequestKey `json:"key" jsonschema_description:"A key"`
			}) (Stock, error) {
				return Stock{}, nil
			})
		}),
		"by pointer": withKey(func(s server.Spec) server.Tool {
			return server.Write(s, annotations.Creates, func(context.Context, struct{ *server.RequestKey }) (Stock, error) { return Stock{}, nil })
		}),
		"in a list": withKey(func(s server.Spec) server.Tool {
			return server.Write(s, annotations.Creates, func(context.Context, struct {
				Counts []NewCount `json:"counts" jsonschema_description:"Counts"`
			}) (Stock, error) {
				return Stock{}, nil
			})
		}),
	},
	"key-twice": {"at the top and below": withKey(func(s server.Spec) server.Tool {
		return server.Write(s, annotations.Creates, func(context.Context, struct {
			server.RequestKey
			Counts []NewCount `json:"counts" jsonschema_description:"Counts"`
		}) (Stock, error) {
			return Stock{}, nil
		})
	})},
	"key-engine":  {"missing": withTool(func() server.Tool { return server.Write(writeSpec(), annotations.Creates, (&counting{}).handle) })},
	"tool-world":  {"unknown": withSpec(func(s *server.Spec) { s.World = 9 })},
	"tool-access": {"missing": withSpec(func(s *server.Spec) { s.Access = auth.Access{} })},
	"tool-scope": {
		"empty":        withSpec(func(s *server.Spec) { s.Access = auth.Scopes("") }),
		"two in one":   withSpec(func(s *server.Spec) { s.Access = auth.Scopes("a b") }),
		"a quote":      withSpec(func(s *server.Spec) { s.Access = auth.Optional(`a"b`) }),
		"beyond ASCII": withSpec(func(s *server.Spec) { s.Access = auth.Scopes("\u00fc\n") }),
	},
	"tool-handler": {"nil": withTool(func() server.Tool { return server.Read[StockQuery, Stock](stockSpec(), nil) })},
	"tool-budget": {
		"too long": withSpec(func(s *server.Spec) { s.Budget = 11 * time.Second }),
		"negative": withSpec(func(s *server.Spec) { s.Budget = -1 }),
		"a bare 5": withSpec(func(s *server.Spec) { s.Budget = 5 }),
	},
	"tool-result-size": {
		"too large": withSpec(func(s *server.Spec) { s.MaxResult = 200_000 }),
		"negative":  withSpec(func(s *server.Spec) { s.MaxResult = -1 }),
		"too small": withSpec(func(s *server.Spec) { s.MaxResult = 1 }),
	},
	"tool-example": {"another type": withSpec(func(s *server.Spec) { s.Example = Stock{} })},
	"tool-former-name": {
		"a tool of today": withSpec(func(s *server.Spec) { s.Was = []string{"check_stock"} }),
		"empty":           withSpec(func(s *server.Spec) { s.Was = []string{""} }),
	},
	"tool-check-with": {
		"on a read": withSpec(func(s *server.Spec) { s.CheckWith = "check_stock" }),
		"not a tool": withTool(func() server.Tool {
			s := writeSpec()
			s.CheckWith = "look"
			return server.Write(s, annotations.Creates, lookUp)
		}),
	},
}

func with(change func(*server.Config)) func() server.Config {
	return func() server.Config {
		c := config()
		change(&c)
		return c
	}
}

func withSpec(change func(*server.Spec)) func() server.Config {
	return func() server.Config {
		s := stockSpec()
		change(&s)
		return config(server.Read(s, lookUp))
	}
}

func withTool(tool func() server.Tool) func() server.Config {
	return func() server.Config { return config(tool()) }
}

// withJob is a declaration of a job, changed.
func withJob(change func(*server.Config, *server.Spec, *server.Run)) func() server.Config {
	return func() server.Config {
		c, s, r := config(), jobSpec(), run()
		c.Jobs = handles.Memory()
		change(&c, &s, &r)
		c.Tools = []server.Tool{server.Job(s, annotations.Creates, r, func(context.Context, Recount, *handles.Progress) (Recounted, error) { return Recounted{}, nil })}
		return c
	}
}

// withKey is a declaration with an engine and the tool that is made of a spec.
func withKey(tool func(server.Spec) server.Tool) func() server.Config {
	return func() server.Config {
		c := config(tool(writeSpec()))
		c.Jobs = handles.Memory()
		return c
	}
}

func writeSpec() server.Spec {
	s := stockSpec()
	s.Name, s.Title = "create_count", "Create a stock count"
	s.Description = "Creates a count of one product, visible to everyone in the warehouse. Repeating it creates another."
	return s
}

func TestEveryRuleRefusesWhatItNames(t *testing.T) {
	for _, rule := range server.Rules() {
		if rule.Level == fault.Warning { // refuses nothing; see TestAJobThatNobodyOwnsIsWarnedOf
			continue
		}
		if len(ruleCases[rule.ID]) == 0 {
			t.Errorf("rule %s has no case that it must refuse", rule.ID)
		}
		for name, c := range ruleCases[rule.ID] {
			t.Run(rule.ID+"/"+name, func(t *testing.T) {
				found := problems(t, c())
				i := slices.IndexFunc(found, func(p fault.Problem) bool { return p.Rule.ID == rule.ID })
				if i < 0 {
					t.Fatalf("found %v", found)
				}
				if p := found[i]; p.Path == "" || p.At == "" || !strings.HasSuffix(p.Says, ".") && !strings.HasSuffix(p.Says, "?") {
					t.Errorf("the problem lacks a path, a place or a whole sentence: %q", p)
				}
			})
		}
	}
	for id := range ruleCases {
		if !slices.ContainsFunc(server.Rules(), func(r fault.Rule) bool { return r.ID == id }) {
			t.Errorf("there are cases for %s, which is not a rule", id)
		}
	}
}

func TestAJobThatNobodyOwnsIsWarnedOf(t *testing.T) {
	warned := func(c server.Config) bool {
		srv := mustNew(t, c)
		return slices.ContainsFunc(srv.Warnings(), func(p fault.Problem) bool { return p.Rule.ID == "job-unowned" && p.Path == "recount.access" })
	}
	owned := withJob(func(c *server.Config, s *server.Spec, _ *server.Run) {
		c.Auth, s.Access = auth.OAuth{Issuers: []string{"https://login.example.com"}}, auth.AnyCaller()
	})()
	if warned(owned) || !warned(withJob(func(*server.Config, *server.Spec, *server.Run) {})()) {
		t.Error("the warning is where it is not due, or missing where it is")
	}
}

func TestEveryProblemIsToldAtOnce(t *testing.T) {
	found := problems(t, server.Config{
		Tools: []server.Tool{
			server.Read(server.Spec{}, lookUp),
			server.Write(server.Spec{Name: "Bad Name"}, 0, lookUp),
			server.Read(stockSpec(), func(context.Context, struct{ X any }) (Stock, error) { return Stock{}, nil }),
			server.Read(stockSpec(), lookUp),
		},
	})
	var got []string
	for _, p := range found.Of(fault.Error) {
		got = append(got, p.Path+" "+p.Rule.ID)
		if !regexp.MustCompile(`^(server/)?declare_test\.go:\d+$`).MatchString(p.At) {
			t.Errorf("%s is placed at %q", p.Path, p.At)
		}
	}
	for _, want := range []string{
		"server.url server-url", "server.auth server-auth", "server.world server-world",
		"tools[0].access tool-access", "Bad Name.access tool-access", "Bad Name.effect tool-effect",
	} {
		if !slices.Contains(got, want) {
			t.Errorf("%q was not told; told:\n%s", want, strings.Join(got, "\n"))
		}
	}
	// Missing names and titles, the bad name, the duplicate and the type are told by lint and schema.
	if len(got) < 14 {
		t.Errorf("only %d problems were told:\n%s", len(got), strings.Join(got, "\n"))
	}
}

func TestAToolIsPlacedWhereItIsDeclared(t *testing.T) {
	s := stockSpec()
	s.Access = auth.Access{}
	tool := server.Read(s, lookUp) // line of the declaration
	_, _, line, _ := here()
	found := problems(t, config(tool))
	want := "declare_test.go:" + itoa(line-1)
	if len(found) != 1 || !strings.HasSuffix(found[0].At, want) {
		t.Errorf("got %v, want one problem at %s", found, want)
	}
}

// R058, R059: every hint is on the wire, false included, and the title stands in both places.
func TestR058AllFourHintsAreWritten(t *testing.T) {
	for _, c := range []struct {
		claim string
		tool  server.Tool
		want  string
	}{
		{"a read", server.Read(stockSpec(), lookUp),
			`"annotations":{"title":"Check stock levels","readOnlyHint":true,"destructiveHint":false,"idempotentHint":true,"openWorldHint":false}`},
		{"a create", server.Write(writeSpec(), annotations.Creates, lookUp),
			`"annotations":{"title":"Create a stock count","readOnlyHint":false,"destructiveHint":false,"idempotentHint":false,"openWorldHint":false}`},
		{"a replacement in the open world", server.Write(func() server.Spec { s := writeSpec(); s.Name, s.World = "set_count", annotations.Open; return s }(), annotations.Replaces, lookUp),
			`"annotations":{"title":"Create a stock count","readOnlyHint":false,"destructiveHint":true,"idempotentHint":true,"openWorldHint":true}`},
	} {
		t.Run(c.claim, func(t *testing.T) {
			srv := mustNew(t, config(c.tool))
			b, err := srv.Catalog().Tools[0].Bytes()
			if err != nil {
				t.Fatal(err)
			}
			if !strings.Contains(string(b), c.want) {
				t.Errorf("got %s, want in it %s", b, c.want)
			}
		})
	}
}

func TestR059ABlankTitleIsRefused(t *testing.T) {
	s := stockSpec()
	s.Title = "  "
	found := problems(t, config(server.Read(s, lookUp)))
	if len(found) == 0 || found[0].Path != "check_stock.title" {
		t.Errorf("found %v", found)
	}
}

// R023: names that break Claude Desktop, Codex or Copilot CLI do not start.
func TestR023NamesOutsideThePortableSetAreRefused(t *testing.T) {
	for _, name := range []string{"stock.check", "a/b", "Create Share", strings.Repeat("a", 65), "", "prüfe_bestand", "CheckStock", "1check", "check-stock"} {
		s := stockSpec()
		s.Name = name
		if found := problems(t, config(server.Read(s, lookUp))); len(found) == 0 {
			t.Errorf("%q was accepted", name)
		}
	}
}

func TestADuplicateIsPlacedAtTheSecondDeclaration(t *testing.T) {
	first := server.Read(stockSpec(), lookUp)
	second := server.Read(stockSpec(), lookUp)
	_, _, line, _ := here()
	found := problems(t, config(first, second))
	if len(found) == 0 {
		t.Fatal("two tools of one name were accepted")
	}
	for _, p := range found {
		if !strings.HasSuffix(p.At, ":"+itoa(line-1)) {
			t.Errorf("%v is not placed at line %d", p, line-1)
		}
	}
}

func TestAFaultOfATypeIsToldOnce(t *testing.T) {
	found := problems(t, config(server.Read(stockSpec(), func(context.Context, struct {
		SKU string `json:"product_sku"`
	}) (Stock, error) {
		return Stock{}, nil
	})))
	if len(found) != 1 || found[0].Path != "check_stock.input.product_sku" {
		t.Errorf("got %v", found)
	}
}
