package lint

import (
	"encoding/json"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/comity-mcp/comity/fault"
	"github.com/comity-mcp/comity/internal/nearest"
)

func inputRules() []Rule {
	return []Rule{
		{fault.Rule{
			ID:    "input-root",
			Doc:   "An input schema literally has \"type\": \"object\", \"properties\" and \"required\" at its root, empty ones too; hosts refuse the request or drop the tool otherwise.",
			URL:   specTools,
			Level: fault.Error,
		}, eachTool(inputRoot)},
		{fault.Rule{
			ID:    "input-open",
			Doc:   "Every object of an input has \"additionalProperties\": false, so that strict conversion keeps it and a misspelt name is found.",
			URL:   openaiAgents,
			Level: fault.Error,
		}, eachInput(inputOpen)},
		{fault.Rule{
			ID:    "input-map",
			Doc:   "An input has no maps: strict conversion closes them, so that only an empty one is valid.",
			URL:   strictMaps,
			Level: fault.Error,
		}, eachInput(inputMap)},
		{fault.Rule{
			ID:    "input-required-unknown",
			Doc:   "Every name that is required is a property.",
			URL:   mcpLint,
			Level: fault.Error,
		}, eachInput(inputRequiredUnknown)},
		{fault.Rule{
			ID:    "input-untyped",
			Doc:   "Every property and every item of an input has a type or fixed values.",
			URL:   mcpLint,
			Level: fault.Error,
		}, eachInput(inputUntyped)},
		{fault.Rule{
			ID:    "input-not-strict",
			Doc:   "An input uses no keyword for which OpenAI's strict mode refuses the whole request.",
			URL:   strictUnions,
			Level: fault.Error,
		}, eachInput(inputNotStrict)},
		{fault.Rule{
			ID:    "input-any-of",
			Doc:   "An input says that null is allowed in its type and offers no other alternatives, because several clients drop anyOf.",
			URL:   strictUnions,
			Level: fault.Warning,
		}, eachInput(inputAnyOf)},
		{fault.Rule{
			ID:    "input-undescribed",
			Doc:   "Every input has a description; a model fills it in by that.",
			URL:   glama,
			Level: fault.Warning,
		}, eachInput(inputUndescribed)},
		{fault.Rule{
			ID:    "input-secret",
			Doc:   "No input asks for a password, key, one-time code or card number; directories refuse the server.",
			URL:   openaiSubmit,
			Level: fault.Error,
		}, eachInput(inputSecret)},
		{fault.Rule{
			ID:    "input-identity",
			Doc:   "Who is calling, and for which tenant, comes from the verified token and not from an input a model fills in.",
			URL:   openaiSubmit,
			Level: fault.Warning,
		}, eachInput(inputIdentity)},
		{fault.Rule{
			ID:    "input-conversation",
			Doc:   "No input asks for the conversation or for the user's exact location; a tool takes what its task needs.",
			URL:   openaiSubmit,
			Level: fault.Warning,
		}, eachInput(inputConversation)},
		{fault.Rule{
			ID:    "input-depth",
			Doc:   "An input nests at most 5 levels of objects.",
			URL:   clientLint,
			Level: fault.Warning,
		}, eachTool(inputDepth)},
		{fault.Rule{
			ID:    "input-count",
			Doc:   "A tool has at most 15 inputs at the top level.",
			URL:   clientLint,
			Level: fault.Warning,
		}, eachTool(inputCount)},
		{fault.Rule{
			ID:    "input-header",
			Doc:   "An x-mcp-header is an HTTP token, unique in the tool, on a string, integer or boolean reached through properties only, and never on a secret; clients drop the tool otherwise.",
			URL:   specHTTP,
			Level: fault.Error,
		}, eachTool(inputHeader)},
	}
}

func inputRoot(p *Pass, t *tool) {
	path := t.path + ".input"
	const empty = `{"type":"object","properties":{},"required":[],"additionalProperties":false}`
	root := t.input.root
	switch {
	case !t.input.sent:
		p.Report(path, "The tool has no inputSchema: send one, for a tool without inputs %s.", empty)
		return
	case root == nil:
		p.Report(path, "The inputSchema is no JSON object: send one, for a tool without inputs %s.", empty)
		return
	}
	if root.keys["type"] != "object" {
		p.Report(path, "The root of the inputSchema does not say \"type\": \"object\", and clients reject every tool for it: add it.")
	}
	if _, ok := root.keys["properties"].(map[string]any); !ok {
		p.Report(path, "The root of the inputSchema has no \"properties\" object, and OpenAI refuses the whole request for it: "+
			"add it, as {} when there are no inputs.")
	}
	if _, ok := root.keys["required"].([]any); !ok {
		p.Report(path, "The root of the inputSchema has no \"required\" list: add it, as [] when nothing is required.")
	}
}

func inputOpen(p *Pass, t *tool, n *node) {
	if n.object() && !n.has("additionalProperties") {
		p.Report(n.path, "The object %s takes any further property, so strict mode is lost and a misspelt name goes unnoticed: "+
			"add \"additionalProperties\": false.", n.label())
	}
}

func inputMap(p *Pass, t *tool, n *node) {
	switch extra := n.keys["additionalProperties"].(type) {
	case map[string]any:
	case bool:
		if !extra {
			return
		}
	default:
		return
	}
	p.Report(n.path, "The object %s is a map with free keys, and strict conversion leaves only the empty one valid: "+
		"use an array of {key, value} objects.", n.label())
}

func inputRequiredUnknown(p *Pass, t *tool, n *node) {
	if n.place == atProperty && n.has("required") {
		if _, is := n.keys["required"].(bool); is {
			p.Report(n.path, "The property %q has \"required\": %v, which says nothing: list the name in the object's own \"required\".",
				n.name, n.keys["required"])
		}
	}
	properties, _ := n.keys["properties"].(map[string]any)
	for _, name := range n.required() {
		if _, ok := properties[name]; ok {
			continue
		}
		way := "describe it under \"properties\", or drop it"
		if near, ok := nearest.To(name, slices.Sorted(maps.Keys(properties))); ok {
			way = fmt.Sprintf("did you mean %q", near)
		}
		p.Report(n.path, "The name %q is required but is no property: %s.", excerpt(name), way)
	}
}

func inputUntyped(p *Pass, t *tool, n *node) {
	if (n.place == atProperty || n.place == atItems) && n.keys != nil && !n.typed() {
		p.Report(n.path, "The schema of %s says no type, and strict mode refuses it: add \"type\".", n.label())
	}
}

// notStrict are the keywords for which OpenAI's strict mode answers 400, whichever tool is called
// (Structured Outputs and the deny-list of openai-node 7.59, read 2026-11-29), with the way out.
var notStrict = []struct{ keyword, way string }{
	{"oneOf", "give each alternative its own optional input, or its own tool"},
	{"allOf", "write the parts as one object"},
	{"not", "say what is allowed in the description and refuse the rest in the handler"},
	{"if", "say the condition in the description and check it in the handler"},
	{"then", "say the condition in the description and check it in the handler"},
	{"else", "say the condition in the description and check it in the handler"},
	{"dependentRequired", "say the condition in the description and check it in the handler"},
	{"dependentSchemas", "say the condition in the description and check it in the handler"},
	{"dependencies", "say the condition in the description and check it in the handler"},
	{"patternProperties", "use an array of {key, value} objects"},
	{"propertyNames", "use an array of {key, value} objects"},
	{"minProperties", "list what is needed in \"required\""},
	{"maxProperties", "list what is allowed in \"properties\""},
	{"prefixItems", "use an object with a name for each position"},
	{"additionalItems", "use one schema for all items"},
	{"uniqueItems", "say so in the description and check it in the handler"},
	{"contains", "say so in the description and check it in the handler"},
	{"minContains", "say so in the description and check it in the handler"},
	{"maxContains", "say so in the description and check it in the handler"},
	{"unevaluatedProperties", "use \"additionalProperties\": false"},
	{"unevaluatedItems", "use one schema for all items"},
	{"contentSchema", "say in the description what the text holds"},
}

func inputNotStrict(p *Pass, t *tool, n *node) {
	for _, k := range notStrict {
		if n.has(k.keyword) {
			p.Report(n.path, "The schema of %s uses %s, and strict mode refuses the whole request for it: %s.", n.label(), k.keyword, k.way)
		}
	}
	if n.place == atRoot && n.has("anyOf") {
		p.Report(n.path, "The root of the inputSchema uses anyOf, and strict mode refuses the whole request for it: "+
			"make one tool of each alternative.")
	}
	if n.text("format") == "uri" {
		p.Report(n.path, "The schema of %s has the format \"uri\", and strict mode refuses the whole request for it: drop the format "+
			"and say in the description that it is a URL.", n.label())
	}
}

func inputAnyOf(p *Pass, t *tool, n *node) {
	if n.place != atRoot && n.has("anyOf") {
		p.Report(n.path, "The schema of %s offers alternatives with anyOf, which several clients drop: write a nullable value as "+
			"\"type\": [\"string\", \"null\"], and give other alternatives an input each.", n.label())
	}
}

func inputUndescribed(p *Pass, t *tool, n *node) {
	if n.place == atProperty && n.keys != nil && blank(n.text("description")) {
		p.Report(n.path, "The input %q has no description: say what it is, with an example of a value.", n.name)
	}
}

// secrets are how inputs for secrets end: password, user_password. What merely speaks of one
// (password_policy, page_token, max_tokens) is left alone, and so are booleans.
var secrets = terms("password", "passwd", "passphrase", "api_key", "apikey", "client_secret", "access_token", "refresh_token",
	"bearer_token", "auth_token", "private_key", "secret_key", "credit_card", "credit_card_number", "debit_card_number", "cvv", "cvc",
	"ssn", "social_security_number", "one_time_code", "otp", "otp_code", "mfa_code", "totp")

func inputSecret(p *Pass, t *tool, n *node) {
	if secret(n) {
		p.Report(n.path, "The input %q asks for a secret, which then stands in the conversation and in every log: take it from the "+
			"verified token, the server's own settings or a page of yours.", n.name)
	}
}

func secret(n *node) bool {
	if n.place != atProperty || n.is("boolean") {
		return false
	}
	w := words(n.name)
	return slices.ContainsFunc(secrets, func(s []string) bool { return endsWith(w, s) }) || n.name == "secret"
}

var identities = []string{"user_id", "current_user", "current_user_id", "caller", "caller_id", "caller_email", "acting_user",
	"on_behalf_of", "impersonate", "tenant", "tenant_id", "requesting_user", "my_user_id"}

// inputIdentity leaves alone a tool that is about such things: get_user(user_id), invite_tenant(tenant_id).
func inputIdentity(p *Pass, t *tool, n *node) {
	w := words(n.name)
	if n.place != atProperty || !slices.Contains(identities, strings.Join(w, "_")) {
		return
	}
	for _, about := range t.words {
		if slices.Contains(w, strings.TrimSuffix(about, "s")) {
			return
		}
	}
	p.Report(n.path, "The input %q looks like who is calling, and a model may fill in anyone: take the caller from the verified token, "+
		"or name the input for its part in the task, for example \"assignee_id\".", n.name)
}

var conversations = []string{"conversation", "conversation_history", "transcript", "chat_history", "chat_log", "full_context",
	"previous_messages", "message_history", "user_location", "precise_location"}

func inputConversation(p *Pass, t *tool, n *node) {
	if n.place == atProperty && slices.Contains(conversations, strings.Join(words(n.name), "_")) {
		p.Report(n.path, "The input %q asks for more than a task needs, and directories refuse it: ask for the facts the tool uses, "+
			"each as an input of its own.", n.name)
	}
}

func inputDepth(p *Pass, t *tool) {
	const limit, most = 5, 10
	deepest := 0
	for _, n := range t.input.nodes {
		deepest = max(deepest, n.level)
	}
	if deepest > limit && deepest <= most && !t.input.cut {
		p.Report(t.input.root.path, "The inputs nest %d levels of objects, more than the %d every host keeps: bring the inner ones up.",
			deepest, limit)
	}
}

func inputCount(p *Pass, t *tool) {
	const limit = 15
	if t.input.root == nil {
		return
	}
	properties, _ := t.input.root.keys["properties"].(map[string]any)
	if n := len(properties); n > limit {
		p.Report(t.input.root.path, "The tool has %d inputs, more than %d: group those that belong together, or split the tool.", n, limit)
	}
}

// headerToken is RFC 9110 section 5.6.2, token.
var headerToken = regexp.MustCompile("^[!#$%&'*+.^_`|~0-9A-Za-z-]+$")

func inputHeader(p *Pass, t *tool) {
	taken := map[string]string{}
	for _, n := range t.input.nodes {
		sentHeader, ok := n.keys["x-mcp-header"]
		if !ok {
			continue
		}
		header, _ := sentHeader.(string)
		wrong := headerFault(n, header)
		if earlier, is := taken[strings.ToLower(header)]; wrong == "" && is {
			wrong = fmt.Sprintf("is also the header of %q: choose another", earlier)
		}
		if wrong != "" {
			p.Report(n.path, "The x-mcp-header of %s %s; clients drop the tool otherwise.", n.label(), wrong)
			continue
		}
		taken[strings.ToLower(header)] = n.name
	}
}

func headerFault(n *node, header string) string {
	types := n.types()
	switch {
	case !headerToken.MatchString(header):
		return fmt.Sprintf("is %q, no HTTP token: use letters, digits and hyphens", excerpt(header))
	case !n.reachable || n.place != atProperty:
		return "cannot be found through properties alone: put it on an input at the top level"
	case len(types) != 1 || !slices.Contains([]string{"string", "integer", "boolean"}, types[0]):
		return "is not on one string, integer or boolean: put it on an input of such a type"
	case secret(n):
		return "would copy a secret into a header: remove it"
	}
	return ""
}

// terms splits snake_case terms into words.
func terms(names ...string) [][]string {
	list := make([][]string, len(names))
	for i, name := range names {
		list[i] = strings.Split(name, "_")
	}
	return list
}

// number returns a JSON number as a float, and whether the value is one.
func number(value any) (float64, bool) {
	n, ok := value.(json.Number)
	if !ok {
		return 0, false
	}
	f, err := n.Float64()
	return f, err == nil
}
