package release_test

import (
	"encoding/json"
	"reflect"
	"testing"

	"github.com/comity-mcp/comity/catalog"
	"github.com/comity-mcp/comity/release"
	"github.com/comity-mcp/comity/schema"
)

func pointer(v bool) *bool { return &v }

// hints are readOnly, destructive, idempotent, openWorld.
func hints(r, d, i, o bool) *catalog.Annotations {
	return &catalog.Annotations{ReadOnlyHint: pointer(r), DestructiveHint: pointer(d), IdempotentHint: pointer(i), OpenWorldHint: pointer(o)}
}

func oauth(scopes ...string) catalog.SecurityScheme {
	return catalog.SecurityScheme{Type: "oauth2", Scopes: scopes}
}

// stock is the last release: one tool that reads and one that writes.
func stock() catalog.Catalog {
	return catalog.Catalog{
		Server:        catalog.Server{Name: "stock", Title: "Stock", Version: "1.0.0", Description: "Stock levels.", URL: "https://stock.example.com/mcp"},
		Authorization: &catalog.Authorization{Resource: "https://stock.example.com/mcp", Issuers: []string{"https://login.example.com"}},
		Tools: []catalog.Tool{{
			Name: "check_stock", Title: "Check stock", Description: "Returns the units on hand of one product.",
			InputSchema:     json.RawMessage(`{"type":"object","properties":{"city":{"type":"string","enum":["Berlin","Chicago"]}},"required":["city"],"additionalProperties":false}`),
			OutputSchema:    json.RawMessage(`{"type":"object","properties":{"units":{"type":"integer"}},"required":["units"],"additionalProperties":false}`),
			Annotations:     hints(true, false, true, false),
			SecuritySchemes: []catalog.SecurityScheme{oauth("stock:read")},
		}, {
			Name: "add_stock", Title: "Add stock", Description: "Adds units of one product.",
			InputSchema:     json.RawMessage(`{"type":"object","properties":{"units":{"type":"integer"}},"required":["units"],"additionalProperties":false}`),
			Annotations:     hints(false, false, true, false),
			SecuritySchemes: []catalog.SecurityScheme{oauth("stock:write")},
			Meta:            map[string]json.RawMessage{"ui": json.RawMessage(`1`)},
		}},
	}
}

// seen is a change without its words.
type seen struct {
	Path  string
	Class schema.Class
}

func TestChangesAreClassedByWhoHasTheOldList(t *testing.T) {
	for name, c := range map[string]struct {
		change func(*catalog.Catalog)
		want   []seen
	}{
		"nothing changes nothing":              {func(*catalog.Catalog) {}, nil},
		"a release has another version":        {func(c *catalog.Catalog) { c.Server.Version = "2.0.0" }, nil},
		"another name is another label":        {func(c *catalog.Catalog) { c.Server.Name = "stocks" }, []seen{{"server.name", schema.Risky}}},
		"another address breaks every snippet": {func(c *catalog.Catalog) { c.Server.URL = "https://example.com/mcp" }, []seen{{"server.url", schema.Breaking}}},
		"another command":                      {func(c *catalog.Catalog) { c.Server.Command = []string{"stock"} }, []seen{{"server.command", schema.Risky}}},
		"words of the server": {func(c *catalog.Catalog) { c.Server.Title, c.Server.Description, c.Server.Instructions = "a", "b", "c" }, []seen{
			{"server.title", schema.Compatible}, {"server.description", schema.Compatible}, {"server.instructions", schema.Compatible}}},

		"another audience":  {func(c *catalog.Catalog) { c.Authorization.Resource = "https://example.com" }, []seen{{"server.authorization.resource", schema.Breaking}}},
		"an issuer is gone": {func(c *catalog.Catalog) { c.Authorization.Issuers = nil }, []seen{{"server.authorization.issuers", schema.Breaking}}},
		"an issuer more": {func(c *catalog.Catalog) {
			c.Authorization.Issuers = append(c.Authorization.Issuers, "https://b.example.com")
		}, []seen{{"server.authorization.issuers", schema.Compatible}}},
		"no tokens any more": {func(c *catalog.Catalog) { c.Authorization = nil }, []seen{{"server.authorization", schema.Risky}}},
		"scopes are the sum": {func(c *catalog.Catalog) { c.Authorization.Scopes = []string{"stock:read"} }, nil},
		"another order":      {func(c *catalog.Catalog) { c.Tools[0], c.Tools[1] = c.Tools[1], c.Tools[0] }, []seen{{"tools", schema.Compatible}}},
		"a tool is gone":     {func(c *catalog.Catalog) { c.Tools = c.Tools[:1] }, []seen{{"add_stock", schema.Breaking}}},
		"a tool more":        {func(c *catalog.Catalog) { c.Tools = append(c.Tools, catalog.Tool{Name: "count_stock"}) }, []seen{{"count_stock", schema.Compatible}}},
		"a tool is renamed":  {func(c *catalog.Catalog) { c.Tools[1].Name = "put_stock" }, []seen{{"add_stock", schema.Breaking}}},
		"a second of a name": {func(c *catalog.Catalog) { c.Tools = append(c.Tools, catalog.Tool{Name: "add_stock"}) }, nil},
		"words of a tool":    {func(c *catalog.Catalog) { c.Tools[0].Title, c.Tools[0].Description = "a", "b" }, []seen{{"check_stock.title", schema.Compatible}, {"check_stock.description", schema.Compatible}}},
		"a title in the hints": {func(c *catalog.Catalog) {
			c.Tools[0].Title, c.Tools[0].Annotations.Title = "", "Check stock"
		}, nil},

		"it writes from now on":             {func(c *catalog.Catalog) { c.Tools[0].Annotations.ReadOnlyHint = pointer(false) }, []seen{{"check_stock.annotations", schema.Breaking}}},
		"a hint that is left out is a loss": {func(c *catalog.Catalog) { c.Tools[0].Annotations = nil }, []seen{{"check_stock.annotations", schema.Breaking}}},
		"it only reads from now on":         {func(c *catalog.Catalog) { c.Tools[1].Annotations.ReadOnlyHint = pointer(true) }, []seen{{"add_stock.annotations", schema.Risky}}},
		"it may destroy from now on":        {func(c *catalog.Catalog) { c.Tools[1].Annotations.DestructiveHint = nil }, []seen{{"add_stock.annotations", schema.Breaking}}},
		"it may not be repeated any more":   {func(c *catalog.Catalog) { c.Tools[1].Annotations.IdempotentHint = nil }, []seen{{"add_stock.annotations", schema.Breaking}}},
		"a reader is repeatable either way": {func(c *catalog.Catalog) { c.Tools[0].Annotations.IdempotentHint = nil }, nil},
		"it reaches the open world":         {func(c *catalog.Catalog) { c.Tools[0].Annotations.OpenWorldHint = pointer(true) }, []seen{{"check_stock.annotations", schema.Breaking}}},

		"a scope more":             {func(c *catalog.Catalog) { c.Tools[0].SecuritySchemes[0].Scopes = []string{"stock:read", "stock:all"} }, []seen{{"check_stock.securitySchemes", schema.Breaking}}},
		"a scope less":             {func(c *catalog.Catalog) { c.Tools[0].SecuritySchemes[0].Scopes = nil }, []seen{{"check_stock.securitySchemes", schema.Compatible}}},
		"open to anyone":           {func(c *catalog.Catalog) { c.Tools[0].SecuritySchemes = []catalog.SecurityScheme{{Type: "noauth"}} }, []seen{{"check_stock.securitySchemes", schema.Risky}, {"check_stock.securitySchemes", schema.Compatible}}},
		"a member of _meta":        {func(c *catalog.Catalog) { c.Tools[1].Meta = nil }, []seen{{"add_stock._meta", schema.Risky}}},
		"the mirror of the scopes": {func(c *catalog.Catalog) { c.Tools[1].Meta["securitySchemes"] = json.RawMessage(`[]`) }, nil},

		"a narrower enum": {func(c *catalog.Catalog) {
			c.Tools[0].InputSchema = json.RawMessage(`{"type":"object","properties":{"city":{"type":"string","enum":["Berlin"]}},"required":["city"],"additionalProperties":false}`)
		}, []seen{{"check_stock.input.city", schema.Breaking}}},
		"a new required argument": {func(c *catalog.Catalog) {
			c.Tools[1].InputSchema = json.RawMessage(`{"type":"object","properties":{"units":{"type":"integer"},"sku":{"type":"string"}},"required":["units","sku"],"additionalProperties":false}`)
		}, []seen{{"add_stock.input.sku", schema.Breaking}}},
		"a wider result": {func(c *catalog.Catalog) {
			c.Tools[0].OutputSchema = json.RawMessage(`{"type":"object","properties":{"units":{"type":["integer","null"]}},"required":["units"],"additionalProperties":false}`)
		}, []seen{{"check_stock.output.units", schema.Breaking}}},
		"no output schema any more": {func(c *catalog.Catalog) { c.Tools[0].OutputSchema = nil }, []seen{{"check_stock.output", schema.Breaking}}},
		"an output schema at last":  {func(c *catalog.Catalog) { c.Tools[1].OutputSchema = json.RawMessage(`{"type":"object"}`) }, []seen{{"add_stock.output", schema.Compatible}}},
	} {
		t.Run(name, func(t *testing.T) {
			now := stock()
			c.change(&now)
			var got []seen
			for _, change := range release.Compare(stock(), now) {
				got = append(got, seen{change.Path, change.Class})
				if change.Class != schema.Compatible && change.Hurts == "" {
					t.Errorf("%s hurts nobody", change)
				}
			}
			if !reflect.DeepEqual(got, c.want) {
				t.Errorf("got %v, want %v: %v", got, c.want, release.Compare(stock(), now))
			}
		})
	}
}

func TestSignInFromNowOn(t *testing.T) {
	before := stock()
	before.Authorization, before.Tools[0].SecuritySchemes, before.Tools[1].SecuritySchemes = nil, nil, []catalog.SecurityScheme{{Type: "noauth"}}
	var got []seen
	for _, c := range release.Compare(before, stock()) {
		got = append(got, seen{c.Path, c.Class})
	}
	want := []seen{
		{"server.authorization", schema.Risky},
		{"check_stock.securitySchemes", schema.Breaking}, {"add_stock.securitySchemes", schema.Breaking},
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

func TestTwoToolsThatCouldBeMeantAreNoRename(t *testing.T) {
	now := stock()
	now.Tools[1].Name = "put_stock"
	again := now.Tools[1]
	again.Name = "place_stock"
	now.Tools = append(now.Tools, again)
	got := release.Compare(stock(), now)
	if len(got) != 3 || got[0].Says != "The tool is gone. Keep it for a release and let its answer say what to call instead." {
		t.Errorf("got %v", got)
	}
}

func FuzzCompare(f *testing.F) {
	b, err := stock().Snapshot()
	if err != nil {
		f.Fatal(err)
	}
	f.Add(b, b)
	f.Add(b, []byte(`{"server":{},"tools":[{"name":"check_stock","inputSchema":[1],"outputSchema":null}]}`))
	f.Fuzz(func(t *testing.T, old, new []byte) {
		a, errOld := catalog.ReadSnapshot(old)
		b, errNew := catalog.ReadSnapshot(new)
		if errOld != nil || errNew != nil {
			return
		}
		release.Compare(a, b)
		if got := release.Compare(a, a); len(got) != 0 {
			for _, c := range got {
				if c.Class != schema.Breaking || c.Says != "One of the two schemas is not a JSON object; compare published schemas." {
					t.Errorf("the same server twice: %v", got)
				}
			}
		}
	})
}
