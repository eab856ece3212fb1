package wrap_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"log"

	"github.com/comity-mcp/comity/schema/wrap"
)

// customer is a tool as package schema would hand it over.
var customer = wrap.Tool{
	Name:        "get_customer",
	Description: "Returns one customer.",
	Input: json.RawMessage(`{"type":"object","properties":{"id":{"type":"string","description":"Customer id","maxLength":32}},` +
		`"required":["id"],"additionalProperties":false}`),
}

func show(w wrap.Wrapped, err error) {
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(string(w.JSON))
	for _, o := range w.LeftOut {
		fmt.Printf("%s %s: %s\n", o.Path, o.Keyword, o.Says)
	}
}

func ExampleMCPTool() {
	show(wrap.MCPTool(customer))
	// Output:
	// {"name":"get_customer","description":"Returns one customer.","inputSchema":{"type":"object","properties":{"id":{"type":"string","description":"Customer id","maxLength":32}},"required":["id"],"additionalProperties":false}}
}

func ExampleOpenAIFunction() {
	show(wrap.OpenAIFunction(customer))
	// Output:
	// {"type":"function","name":"get_customer","description":"Returns one customer.","parameters":{"type":"object","properties":{"id":{"type":"string","description":"Customer id","maxLength":32}},"required":["id"],"additionalProperties":false},"strict":true}
}

func ExampleOpenAIChatFunction() {
	show(wrap.OpenAIChatFunction(customer))
	// Output:
	// {"type":"function","function":{"name":"get_customer","description":"Returns one customer.","parameters":{"type":"object","properties":{"id":{"type":"string","description":"Customer id","maxLength":32}},"required":["id"],"additionalProperties":false},"strict":true}}
}

func ExampleAgentsFunction() {
	show(wrap.AgentsFunction(customer))
	// Output:
	// {"type":"function","name":"get_customer","description":"Returns one customer.","parameters":{"type":"object","properties":{"id":{"type":"string","description":"Customer id","maxLength":32}},"required":["id"],"additionalProperties":false}}
}

func ExampleAnthropicTool() {
	show(wrap.AnthropicTool(customer))
	// Output:
	// {"name":"get_customer","description":"Returns one customer.","input_schema":{"type":"object","properties":{"id":{"type":"string","description":"Customer id. Length: at most 32 characters."}},"required":["id"],"additionalProperties":false},"strict":true}
	// id maxLength: moved into the description: Anthropic's strict mode does not take it here.
}

func ExampleGeminiDeclaration() {
	show(wrap.GeminiDeclaration(customer))
	// Output:
	// {"name":"get_customer","description":"Returns one customer.","parameters":{"type":"OBJECT","properties":{"id":{"type":"STRING","description":"Customer id","maxLength":32}},"required":["id"]}}
	//  additionalProperties: dropped: Gemini has no such keyword; the server still refuses undeclared properties.
}

func ExampleGeminiJSONDeclaration() {
	show(wrap.GeminiJSONDeclaration(customer))
	// Output:
	// {"name":"get_customer","description":"Returns one customer.","parametersJsonSchema":{"type":"object","properties":{"id":{"type":"string","description":"Customer id","maxLength":32}},"required":["id"],"additionalProperties":false}}
}

func ExampleAnthropicRequest() {
	request := wrap.AnthropicRequest{Tools: 20, Unions: 3} // counted elsewhere
	if err := request.Add(customer); err != nil {
		log.Fatal(err)
	}
	for _, r := range request.Over() {
		fmt.Println(r.Says)
	}
	// Output:
	// The request has 21 tools; Anthropic takes 20 with strict true; enable fewer, or send some with strict false.
}

func ExampleStrictPython() {
	strict, err := wrap.StrictPython(json.RawMessage(`{"type":"object","properties":{"unit":{"type":"string"}}}`))
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(string(strict)) // unit is required now, and may not be null
	// Output:
	// {"type":"object","properties":{"unit":{"type":"string"}},"additionalProperties":false,"required":["unit"]}
}

func ExampleStrictJS() {
	_, err := wrap.StrictJS(json.RawMessage(`{"type":"object","properties":{"labels":{"type":"object"}}}`))
	if f, ok := errors.AsType[*wrap.FallbackError](err); ok {
		fmt.Println(f.Path)
		fmt.Println(f.Because)
	}
	// Output:
	// properties.labels
	// allows undeclared properties; set additionalProperties to false
}

func ExampleFixedPoint() {
	fmt.Println(wrap.FixedPoint(customer.Input))
	fmt.Println(wrap.FixedPoint(json.RawMessage(`{"type":"object","properties":{"a":{"type":"string"}},"additionalProperties":false}`)))
	// Output:
	// <nil>
	// the Python SDK changes required; close every object and list every property as required, nullable where it may be absent
	// the JavaScript SDK changes properties.a.type; close every object and list every property as required, nullable where it may be absent
}

func ExampleStrictRefusals() {
	refused, err := wrap.StrictRefusals(json.RawMessage(
		`{"type":"object","properties":{"tags":{"type":"array","items":{"type":"string"},"uniqueItems":true}},"required":["tags"],"additionalProperties":false}`))
	if err != nil {
		log.Fatal(err)
	}
	for _, r := range refused {
		fmt.Println(r.Host, r.Path, r.Keyword)
		fmt.Println(r.Says)
	}
	// Output:
	// OpenAI tags uniqueItems
	// Strict mode has no uniqueItems; say it in the description and check it in the handler.
}

func ExampleBudget() {
	refused, err := wrap.Budget(make21(customer))
	if err != nil {
		log.Fatal(err)
	}
	for _, r := range refused {
		fmt.Println(r.Says)
	}
	// Output:
	// The request has 21 tools; Anthropic takes 20 with strict true; enable fewer, or send some with strict false.
}

func make21(t wrap.Tool) []wrap.Tool {
	tools := make([]wrap.Tool, 21)
	for i := range tools {
		tools[i] = t
	}
	return tools
}
