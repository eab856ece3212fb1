package conformance

import "github.com/modelcontextprotocol/go-sdk/mcp"

// headerFixture has an argument that clients repeat in a header of its own (SEP-2243). The core contract refuses tags
// that hosts do not know, x-mcp-header among them, so its schema is written here.
func headerFixture() fixture {
	return fixture{
		name: "test_x_mcp_header", title: "An argument in a header", says: "Takes a region that is also sent as Mcp-Param-Region.",
		schema: `{"type":"object","properties":{` +
			`"region":{"type":"string","description":"Also sent as Mcp-Param-Region","x-mcp-header":"Region"},` +
			`"level":{"type":"integer","description":"Sent in the body only"}},"additionalProperties":false}`,
		call: answers(&mcp.TextContent{Text: "Header and body agree."}),
	}
}
