package wrap_test

import (
	"encoding/json"

	"github.com/comity-mcp/comity/schema/wrap"
)

// getCustomer has one argument with a pattern and bounds.
var getCustomer = wrap.Tool{
	Name:        "get_customer",
	Title:       "Get customer",
	Description: "Returns name and status of one customer.",
	Input: json.RawMessage(`{"type":"object","properties":{` +
		`"customer_id":{"type":"string","description":"Customer id, e.g. cus_8fK2","pattern":"^cus_[A-Za-z0-9]+$","minLength":5,"maxLength":32}` +
		`},"required":["customer_id"],"additionalProperties":false}`),
	Output: json.RawMessage(`{"type":"object","properties":{` +
		`"name":{"type":"string","description":"Full name"},` +
		`"status":{"type":"string","description":"Account status","enum":["active","closed"]}` +
		`},"required":["name","status"],"additionalProperties":false}`),
}

// checkInventory needs no change for a strict host, except in Gemini's own form.
var checkInventory = wrap.Tool{
	Name:        "check_inventory",
	Title:       "Check inventory",
	Description: "Returns on-hand and reserved stock for one product in one warehouse.",
	Input: json.RawMessage(`{"type":"object","properties":{` +
		`"product_sku":{"type":"string","description":"Product SKU, e.g. SKU-4421","pattern":"^SKU-[0-9]{4}$"},` +
		`"warehouse":{"type":["string","null"],"description":"Warehouse city, e.g. Chicago. null = all warehouses."}` +
		`},"required":["product_sku","warehouse"],"additionalProperties":false}`),
	Output: json.RawMessage(`{"type":"object","properties":{` +
		`"product_sku":{"type":"string","description":"Product SKU"},` +
		`"available":{"type":"integer","description":"on_hand minus reserved"},` +
		`"as_of":{"type":"string","description":"When the count was read","format":"date-time"}` +
		`},"required":["product_sku","available","as_of"],"additionalProperties":false}`),
}

// searchOrders has most of what a core can hold, and a plain optional.
var searchOrders = wrap.Tool{
	Name:        "search_orders",
	Description: "Finds orders.",
	Input: json.RawMessage(`{"type":"object","properties":{` +
		`"limit":{"type":"integer","description":"Orders per page","minimum":1,"maximum":100,"default":20},` +
		`"unit":{"type":["string","null"],"description":"Unit of quantities","enum":["each","case",null]},` +
		`"priority":{"type":"integer","description":"Priority","enum":[1,2,3]},` +
		`"discount":{"type":"number","description":"Discount in percent.","exclusiveMinimum":0,"maximum":50,"multipleOf":0.5},` +
		`"contact":{"type":["string","null"],"format":"email","maxLength":254},` +
		`"lines":{"type":"array","description":"Lines to match","minItems":2,"maxItems":50,"items":{"type":"object","properties":{` +
		`"sku":{"type":"string","description":"SKU","minLength":8,"maxLength":8},` +
		`"note":{"type":"string","description":"Text with <html> & more","pattern":"^(?!x)\\bword"}` +
		`},"required":["sku"],"additionalProperties":false}}` +
		`},"required":["unit","priority","discount","contact","lines"],"additionalProperties":false}`),
}

// wrappers are all of them, by the name of their golden folder.
var wrappers = map[string]func(wrap.Tool) (wrap.Wrapped, error){
	"mcp":         wrap.MCPTool,
	"openai":      wrap.OpenAIFunction,
	"openai_chat": wrap.OpenAIChatFunction,
	"agents":      wrap.AgentsFunction,
	"anthropic":   wrap.AnthropicTool,
	"gemini":      wrap.GeminiDeclaration,
	"gemini_json": wrap.GeminiJSONDeclaration,
}
