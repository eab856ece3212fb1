package snippets

import (
	"regexp"
	"strings"
)

// chatgptSlots are what the steps leave open.
type chatgptSlots struct {
	Name, Description, URL, Authentication, Never, Writes string
	SignIn                                                bool
}

// chatgpt returns the steps by which a person adds the server in developer mode.
func chatgpt(v view) (string, error) {
	return fill("chatgpt.md", chatgptSlots{
		Name: markdownCode(v.title), Description: markdownText(v.Server.Description), URL: markdownCode(v.Server.URL),
		Authentication: v.chatgptAuthentication(), SignIn: v.token != "",
		Never: markdownCodes(v.never), Writes: markdownCodes(v.writes()),
	})
}

// chatgptAuthentication is the choice of the form (plugin guide on authentication, read 2026-11-29).
func (v view) chatgptAuthentication() string {
	if v.token == "" {
		return "No auth"
	}
	for _, t := range v.Tools {
		for _, s := range t.SecuritySchemes {
			if s.Type == "noauth" {
				return "Mixed"
			}
		}
	}
	return "OAuth"
}

// chatgptPlugin returns plugin.json of a package for the directory, with what the catalog knows. The directory asks
// for more: who publishes it, addresses for support and privacy, pictures, test cases.
func chatgptPlugin(v view) (string, error) {
	f := fields{
		{"$schema", text("https://agent-plugins.org/schemas/1.0.0/plugin.schema.json")},
		{"name", text(pluginName(v.label))},
		{"version", text(v.Server.Version)},
	}
	face := fields{{"displayName", text(v.title)}}
	if d := v.Server.Description; d != "" {
		f = append(f, field{"description", text(d)})
		face = append(face, field{"shortDescription", text(firstSentence(d))}, field{"longDescription", text(d)})
	}
	return jsonFile(append(f, field{"extensions", fields{{"com.openai", fields{{"interface", face}}}}})), nil
}

var nonPlugins = regexp.MustCompile(`[^a-z0-9]+`)

// pluginName returns the label as the name of a plugin may be: lower-case letters, digits and single "-" between them
// (Agent Plugins 1.0.0, plugin.schema.json, read 2026-11-29).
func pluginName(label string) string {
	return strings.Trim(nonPlugins.ReplaceAllString(strings.ToLower(label), "-"), "-")
}

// chatgptMCP returns mcp.json of a package for the directory.
func chatgptMCP(v view) (string, error) {
	return jsonFile(fields{
		{"$schema", text("https://agent-plugins.org/schemas/1.0.0/mcp.schema.json")},
		{"mcpServers", fields{{v.label, fields{{"type", text("streamable-http")}, {"url", text(v.Server.URL)}}}}},
	}), nil
}

// firstSentence returns the text up to its first full stop that ends a sentence.
func firstSentence(s string) string {
	first, _, more := strings.Cut(s, ". ")
	if more {
		return first + "."
	}
	return first
}
