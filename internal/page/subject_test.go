package page_test

import (
	"encoding/json"

	"github.com/comity-mcp/comity/annotations"
	"github.com/comity-mcp/comity/catalog"
	"github.com/comity-mcp/comity/internal/page"
)

// hints are those of an effect; zero reads.
func hints(e annotations.Effect, w annotations.World) *catalog.Annotations {
	h := annotations.Reads(w)
	if e != 0 {
		h = annotations.Writes(e, w)
	}
	return &catalog.Annotations{ReadOnlyHint: &h.ReadOnly, DestructiveHint: &h.Destructive, IdempotentHint: &h.Idempotent, OpenWorldHint: &h.OpenWorld}
}

// inventory is a small server with a tool of each kind.
func inventory() page.Subject {
	scheme := func(scope string) []catalog.SecurityScheme {
		return []catalog.SecurityScheme{{Type: "oauth2", Scopes: []string{scope}}}
	}
	return page.Subject{
		Catalog: catalog.Catalog{
			Server: catalog.Server{Name: "inventory", Title: "Inventory", Version: "1.0.0-rc.7", Description: "Stock levels and reorders of a retail chain.",
				URL: "https://inventory.example.com/mcp"},
			Authorization: &catalog.Authorization{Resource: "https://inventory.example.com/mcp", Issuers: []string{"https://login.example.com"},
				Scopes: []string{"inventory:read", "inventory:write"}},
			Tools: []catalog.Tool{
				{
					Name: "check_inventory", Title: "Check inventory", Description: "Returns the units of one product in one warehouse.",
					InputSchema: json.RawMessage(`{"type":"object","properties":{
						"product_sku":{"type":"string","description":"Product SKU, e.g. SKU-4421"},
						"warehouse":{"type":["string","null"],"maxLength":60,"description":"City"}},"required":["product_sku","warehouse"]}`),
					Annotations: hints(0, annotations.Closed), SecuritySchemes: scheme("inventory:read"),
				},
				{
					Name: "create_reorder", Title: "Create reorder", Description: "Orders more units.",
					InputSchema: json.RawMessage(`{"type":"object","properties":{},"required":[]}`),
					Annotations: hints(annotations.Ensures, annotations.Open), SecuritySchemes: scheme("inventory:write"),
				},
				{
					Name: "cancel_recount", Title: "Cancel recount", Description: "Stops a recount.",
					InputSchema: json.RawMessage(`{"type":"object","properties":{"recount_id":{"type":"string","description":"As start_recount gave it"}},"required":["recount_id"]}`),
					Annotations: hints(annotations.Deletes, annotations.Closed), SecuritySchemes: scheme("inventory:write"),
				},
			},
		},
		Effects:  map[string]annotations.Effect{"create_reorder": annotations.Ensures, "cancel_recount": annotations.Deletes},
		Examples: map[string]json.RawMessage{"check_inventory": json.RawMessage(`{"product_sku":"SKU-4421","warehouse":null}`)},
		Snippets: []page.Snippet{
			{ID: "codex", Product: "Codex", Title: "Command", Text: "codex mcp add inventory && echo \"it's there\"\n", Source: "https://example.com/codex", Read: "2026-11-29"},
			{ID: "cursor", Product: "Cursor", Title: "mcp.json", File: "~/.cursor/mcp.json", Text: "{}\n"},
			{ID: "codex-toml", Product: "Codex", Title: "config.toml", File: "~/.codex/config.toml", Text: "[mcp_servers.inventory]\n"},
		},
		Ready: true,
	}
}
