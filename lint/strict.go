package lint

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
			p.Report(n.path, "%s uses %s, and strict mode refuses the whole request for it: %s.", n.subject(), k.keyword, k.way)
		}
	}
	if n.place == atRoot && n.has("anyOf") {
		p.Report(n.path, "The root of the inputSchema uses anyOf, and strict mode refuses the whole request for it: "+
			"make one tool of each alternative.")
	}
	if n.text("format") == "uri" {
		p.Report(n.path, "%s has the format \"uri\", and strict mode refuses the whole request for it: drop the format "+
			"and say in the description that it is a URL.", n.subject())
	}
}

func inputAnyOf(p *Pass, t *tool, n *node) {
	if several := n.types(); len(several) > 1 {
		p.Report(n.path, "%s has the types %s, of which clients with one type for each input keep the first or none: choose one, "+
			"or take a string and say in the description what it may hold.", n.subject(), list(several))
	}
	if n.place != atRoot && n.has("anyOf") {
		p.Report(n.path, "%s offers alternatives with anyOf, which several clients drop: write a nullable value as "+
			"\"type\": [\"string\", \"null\"], and give other alternatives an input each.", n.subject())
	}
}
