package snippets_test

import (
	"encoding/json"
	"fmt"

	"github.com/comity-mcp/comity/catalog"
)

// shops are the servers of the goldens, by the name of the file.
func shops() map[string]catalog.Catalog {
	return map[string]catalog.Catalog{"noauth": noauth(), "oauth": oauth(), "many": many()}
}

// noauth is a server of three tools that anyone may call, by URL or by command.
func noauth() catalog.Catalog {
	return catalog.Catalog{
		Server: catalog.Server{
			Name: "inventory", Title: "Inventory", Version: "1.4.0",
			Description: "Product inventory lookup, stock levels, reorder management and warehouse allocation for a retail supply chain.",
			URL:         "https://inventory.example.com/mcp",
			Command:     []string{"inventory", "stdio"},
		},
		Tools: []catalog.Tool{
			tool("list_warehouses", "Returns the warehouses.", `{"type":"object","properties":{},"required":[],"additionalProperties":false}`, true),
			tool("check_inventory", "Returns on-hand and reserved stock for one product in one warehouse.", stockInput, true),
			tool("create_reorder", "Orders more of a product.", stockInput, false),
		},
	}
}

const stockInput = `{"type":"object","properties":{"product_sku":{"type":"string","description":"Product SKU, e.g. SKU-4421","pattern":"^SKU-[0-9]{4}$"},` +
	`"units":{"type":"integer","description":"Units","minimum":1}},"required":["product_sku","units"],"additionalProperties":false}`

// oauth is the same server with tokens, one tool of which does without.
func oauth() catalog.Catalog {
	c := noauth()
	c.Authorization = &catalog.Authorization{
		Resource: c.Server.URL, Issuers: []string{"https://login.example.com"}, Scopes: []string{"inventory:read", "inventory:write"},
	}
	for i, scopes := range [][]string{nil, {"inventory:read"}, {"inventory:read", "inventory:write"}} {
		scheme := catalog.SecurityScheme{Type: "oauth2", Scopes: scopes}
		if scopes == nil {
			scheme.Type = "noauth"
		}
		c.Tools[i].SecuritySchemes = []catalog.SecurityScheme{scheme}
	}
	return c
}

// many is a server of forty tools, half of them read-only.
func many() catalog.Catalog {
	c := oauth()
	c.Server.Command = []string{"/opt/inventory server/bin", "stdio", "-config=it's here.json"}
	c.Tools = nil
	for i := range 20 {
		for _, verb := range []string{"get", "update"} {
			t := tool(fmt.Sprintf("%s_part_%02d", verb, i), "Part of a product.", stockInput, verb == "get")
			t.SecuritySchemes = []catalog.SecurityScheme{{Type: "oauth2", Scopes: []string{"parts:" + verb}}}
			c.Tools = append(c.Tools, t)
		}
	}
	return c
}

func tool(name, description, input string, readOnly bool) catalog.Tool {
	destructive := !readOnly
	return catalog.Tool{
		Name: name, Description: description, InputSchema: json.RawMessage(input),
		Annotations: &catalog.Annotations{ReadOnlyHint: &readOnly, DestructiveHint: &destructive},
	}
}
