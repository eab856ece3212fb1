package conformance

import "github.com/modelcontextprotocol/go-sdk/mcp"

// vocabulary is the input schema that the scenario json-schema-2020-12 compares keyword by keyword (SEP-1613, SEP-2106).
// No Go type publishes it: the core contract knows neither $defs nor conditions.
const vocabulary = `{
	"$schema": "https://json-schema.org/draft/2020-12/schema",
	"type": "object",
	"$defs": {
		"address": {
			"$anchor": "addressDef",
			"type": "object",
			"properties": {"street": {"type": "string"}, "city": {"type": "string"}}
		}
	},
	"properties": {
		"name": {"type": "string"},
		"address": {"$ref": "#/$defs/address"},
		"contactMethod": {"type": "string", "enum": ["phone", "email"]},
		"phone": {"type": "string"},
		"email": {"type": "string"}
	},
	"allOf": [{"anyOf": [{"required": ["phone"]}, {"required": ["email"]}]}],
	"if": {"properties": {"contactMethod": {"const": "phone"}}, "required": ["contactMethod"]},
	"then": {"required": ["phone"]},
	"else": {"required": ["email"]},
	"additionalProperties": false
}`

// vocabularyFixture is listed, never called.
func vocabularyFixture() fixture {
	return fixture{
		name: "json_schema_2020_12_tool", title: "JSON Schema 2020-12", says: "Publishes a schema with the wider vocabulary of 2020-12.",
		schema: vocabulary,
		call:   answers(&mcp.TextContent{Text: "The schema is what matters here."}),
	}
}
