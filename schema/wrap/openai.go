package wrap

import (
	"encoding/json"
	"errors"
	"slices"
	"strings"
)

// OpenAIFunction returns the tool as a function of the Responses API: flat, name, description,
// parameters and strict (openai-node 7.59.0, FunctionTool).
//
// A core that both Agents SDKs leave alone is embedded as it is, strict true. One with plain optional
// properties gets the form [StrictJS] gives it. One that strict mode cannot carry is embedded as it is,
// strict false, and LeftOut says why.
func OpenAIFunction(t Tool) (Wrapped, error) {
	parameters, strict, left, err := openAIParameters(t)
	if err != nil {
		return Wrapped{}, err
	}
	return Wrapped{
		JSON: envelope(
			part{"type", quoted("function")},
			part{"name", quoted(t.Name)},
			part{"description", quoted(t.Description)},
			part{"parameters", parameters},
			part{"strict", truth(strict).bytes()},
		),
		LeftOut: append(unsaid(t, "an OpenAI function"), left...),
	}, nil
}

// OpenAIChatFunction returns the tool for Chat Completions and the APIs that imitate it: the same members
// as [OpenAIFunction], nested under "function".
func OpenAIChatFunction(t Tool) (Wrapped, error) {
	parameters, strict, left, err := openAIParameters(t)
	if err != nil {
		return Wrapped{}, err
	}
	return Wrapped{
		JSON: envelope(
			part{"type", quoted("function")},
			part{"function", envelope(
				part{"name", quoted(t.Name)},
				part{"description", quoted(t.Description)},
				part{"parameters", parameters},
				part{"strict", truth(strict).bytes()},
			)},
		),
		LeftOut: append(unsaid(t, "an OpenAI function"), left...),
	}, nil
}

// AgentsFunction returns the tool as a function of the OpenAI Agents API (beta; openai-node 7.59.0,
// AgentToolConfigParamFunction): flat, without strict, which that API does not have. The core is always
// embedded as it is.
func AgentsFunction(t Tool) (Wrapped, error) {
	if _, err := readInput(t); err != nil {
		return Wrapped{}, err
	}
	return Wrapped{
		JSON: envelope(
			part{"type", quoted("function")},
			part{"name", quoted(t.Name)},
			part{"description", quoted(t.Description)},
			part{"parameters", trimmed(t.Input)},
		),
		LeftOut: unsaid(t, "an Agents API function"),
	}, nil
}

// openAIParameters chooses what is sent as parameters, and whether strict holds for it.
func openAIParameters(t Tool) (parameters json.RawMessage, strict bool, left []Omission, err error) {
	core, err := readInput(t)
	if err != nil {
		return nil, false, nil, err
	}
	if refused := strictRefusals(core); len(refused) == 0 && FixedPoint(t.Input) == nil {
		return trimmed(t.Input), true, nil, nil
	}
	converted, err := StrictJS(t.Input)
	if f, ok := errors.AsType[*FallbackError](err); ok {
		return trimmed(t.Input), false, []Omission{notStrict(f.Error() + ".")}, nil
	}
	if err != nil {
		return nil, false, nil, err
	}
	sent, err := read(converted)
	if err != nil {
		return nil, false, nil, err
	}
	if refused := strictRefusals(sent); len(refused) > 0 {
		var why []string
		for _, r := range refused {
			why = append(why, place(r.Path)+": "+r.Says)
		}
		return trimmed(t.Input), false, []Omission{notStrict(strings.Join(why, " "))}, nil
	}
	return converted, true, madeNullable(core), nil
}

func notStrict(why string) Omission {
	return Omission{"", "strict", "dropped: sent with strict false, so the model may stray from the schema and the server refuses it then. " + why}
}

// madeNullable lists what strict conversion rewrites: objects closed, optional properties required.
func madeNullable(core *node) []Omission {
	var left []Omission
	walk(core, "", func(s *node, path string) {
		if !convertsProperties(s) {
			return
		}
		if !s.has("additionalProperties") {
			left = append(left, Omission{path, "additionalProperties", "rewritten: the object is sent closed."})
		}
		required := requiredNames(s)
		for _, m := range s.get("properties").members {
			if !slices.Contains(required, m.name) {
				left = append(left, Omission{argument(path, m.name), "required",
					"rewritten: optional here, sent as required and nullable; null means absent."})
			}
		}
	})
	return left
}
