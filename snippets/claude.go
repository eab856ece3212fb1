package snippets

// claudeCodeJSON is .mcp.json, which a project shares. Claude Code signs in by itself where the server asks for it.
func claudeCodeJSON(v view) (string, error) {
	return jsonFile(fields{{"mcpServers", fields{{v.label, fields{
		{"type", text("http")},
		{"url", text(v.Server.URL)},
	}}}}}, braced("${", "}")), nil
}
