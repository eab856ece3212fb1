package snippets

// claudeCode returns the command that adds the server to a project.
func claudeCode(v view) (string, error) {
	add := "claude mcp add --transport http --scope project " + v.label + " " + bashWord(v.Server.URL) + "\n"
	if v.token != "" {
		add += "\n" + comment("#", "Then start claude, type /mcp, choose "+v.label+" and Authenticate.")
	}
	return add, nil
}

// claudeCodeStdio returns the command for a server that Claude Code starts.
func claudeCodeStdio(v view) (string, error) {
	return "claude mcp add --scope project " + v.label + " -- " + bashWords(v.Server.Command) + "\n", nil
}

// claudeCodeJSON returns .mcp.json, which a project shares. Claude Code signs in where the server asks for it.
func claudeCodeJSON(v view) (string, error) {
	return v.settings("mcpServers", v.http()), nil
}

// claudeCodeJSONStdio returns .mcp.json for a server that Claude Code starts.
func claudeCodeJSONStdio(v view) (string, error) {
	return v.settings("mcpServers", append(fields{{"type", text("stdio")}}, v.command()...)), nil
}

// claudeCodePermissions lets the read-only tools run without asking. A rule names a tool as Claude Code shows it to a model, with
// "_" for what the Messages API takes in no name; "*" in a rule is every tool (permissions guide, read 2026-11-30).
func claudeCodePermissions(v view) (string, error) {
	allow := list{}
	for _, n := range v.unasked("-_") {
		allow = append(allow, text("mcp__"+v.label+"__"+n))
	}
	return jsonFile(fields{{"permissions", fields{{"allow", allow}}}}), nil
}

// claudeDesktop says how to add the server as a connector, which Anthropic's machines call.
func claudeDesktop(v view) (string, error) {
	out := "1. In Claude, open **Settings**, then **Connectors**, and choose **Add custom connector**.\n" +
		"2. Name: " + markdownCode(v.title) + "\n" +
		"3. URL: " + markdownCode(v.Server.URL) + "\n"
	if v.token != "" {
		out += "4. Add it, choose **Connect**, and sign in.\n"
	} else {
		out += "4. Add it.\n"
	}
	return out, nil
}

// claudeDesktopStdio returns the file of a Claude Desktop that starts the server.
func claudeDesktopStdio(v view) (string, error) {
	return v.settings("mcpServers", v.command()), nil
}
