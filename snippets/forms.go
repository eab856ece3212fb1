package snippets

import (
	"slices"

	"github.com/comity-mcp/comity/catalog"
	"github.com/comity-mcp/comity/schema/wrap"
)

// openaiFunctions returns all tools as functions of the Responses API, for a program that calls the server itself.
func openaiFunctions(v view) (string, error) {
	return v.forms(wrap.OpenAIFunction)
}

// geminiDeclarations returns all tools as function declarations of the Gemini API.
func geminiDeclarations(v view) (string, error) {
	return v.forms(wrap.GeminiJSONDeclaration)
}

// anthropicTools returns all tools for the Messages API. They are strict unless a request with all of them would
// exceed what Anthropic compiles.
func anthropicTools(v view) (string, error) {
	var all []wrap.Tool
	for _, t := range v.Tools {
		all = append(all, wrapped(t))
	}
	over, err := wrap.Budget(all)
	if err != nil {
		return "", err
	}
	if slices.ContainsFunc(over, func(r wrap.Refusal) bool { return r.Host == wrap.Anthropic && r.Path == "" }) {
		return v.looseAnthropicTools()
	}
	return v.forms(wrap.AnthropicTool)
}

// looseAnthropicTools leaves the schemas as they are; the server checks every call.
func (v view) looseAnthropicTools() (string, error) {
	out := list{}
	for _, t := range v.Tools {
		schema, err := readValue(t.InputSchema)
		if err != nil {
			return "", err
		}
		out = append(out, fields{{"name", text(t.Name)}, {"description", text(t.Description)}, {"input_schema", schema}, {"strict", flag(false)}})
	}
	return jsonFile(out), nil
}

// forms writes every tool in one form, in the order of the catalog.
func (v view) forms(form func(wrap.Tool) (wrap.Wrapped, error)) (string, error) {
	out := list{}
	for _, t := range v.Tools {
		w, err := form(wrapped(t))
		if err != nil {
			return "", err
		}
		read, err := readValue(w.JSON)
		if err != nil {
			return "", err
		}
		out = append(out, read)
	}
	return jsonFile(out), nil
}

// wrapped is the tool as package wrap takes it, with what the forms carry.
func wrapped(t catalog.Tool) wrap.Tool {
	return wrap.Tool{Name: t.Name, Description: t.Description, Input: t.InputSchema}
}
