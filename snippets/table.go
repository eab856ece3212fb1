package snippets

import "slices"

// read is the date on which every page of the table was read last.
const read = "2026-11-29"

// table is the one list of clients. Rows of one product stand together.
func table() []Client {
	return slices.Concat(openaiRows(), agentsRows(), chatgptRows(), codexRows(), claudeRows(), editorRows(), formRows())
}

func openaiRows() []Client {
	const source = "https://developers.openai.com/api/reference/resources/responses/methods/create"
	const search = "https://developers.openai.com/api/docs/guides/tools-tool-search"
	row := func(language, id, title string, render func(reach) func(view) (string, error)) []Client {
		c := Client{ID: "openai-responses-" + id, Product: "OpenAI Responses API", Title: title, Language: language,
			Source: source, Read: read, needs: []need{publicAddress, anyTool}, render: render(allTools)}
		few, later := c, c
		few.ID, few.Title, few.render = c.ID+"-read-only", title+", read-only tools", render(readOnlyTools)
		few.needs = []need{publicAddress, readOnlyTool}
		later.ID, later.Title, later.render = c.ID+"-deferred", title+", deferred loading", render(deferredTools)
		later.Source = search
		return []Client{c, few, later}
	}
	return slices.Concat(
		row("python", "python", "Python", responsesPython),
		row("ts", "typescript", "TypeScript", responsesTypeScript),
		row("bash", "curl", "curl", responsesCurl),
	)
}

func agentsRows() []Client {
	const (
		api    = "https://developers.openai.com/api/docs/guides/agents-api/tools/mcp"
		python = "https://github.com/openai/openai-agents-python"
		js     = "https://github.com/openai/openai-agents-js"
	)
	return []Client{
		{ID: "openai-agents-api", Product: "OpenAI Agents API", Title: "curl, called from OpenAI", Language: "bash",
			Source: api, Read: read, needs: []need{publicAddress, anyTool}, render: agentsAPI},
		{ID: "openai-agents-api-environment", Product: "OpenAI Agents API", Title: "curl, called from the environment", Language: "bash",
			Source: api, Read: read, needs: []need{publicAddress, anyTool}, render: agentsAPIEnvironment},
		{ID: "openai-agents-api-stdio", Product: "OpenAI Agents API", Title: "curl, started in the environment", Language: "bash",
			Source: api, Read: read, needs: []need{command, anyTool}, render: agentsAPIStdio},
		{ID: "agents-sdk-python-hosted", Product: "OpenAI Agents SDK", Title: "Python, called from OpenAI", Language: "python",
			Source: python, Read: read, needs: []need{publicAddress, anyTool}, render: agentsPythonHosted},
		{ID: "agents-sdk-python-local", Product: "OpenAI Agents SDK", Title: "Python, called from the program", Language: "python",
			Source: python, Read: read, needs: []need{address}, render: agentsPythonLocal},
		{ID: "agents-sdk-python-stdio", Product: "OpenAI Agents SDK", Title: "Python, started by the program", Language: "python",
			Source: python, Read: read, needs: []need{command}, render: agentsPythonStdio},
		{ID: "agents-sdk-typescript-hosted", Product: "OpenAI Agents SDK", Title: "TypeScript, called from OpenAI", Language: "ts",
			Source: js, Read: read, needs: []need{publicAddress, anyTool}, render: agentsTypeScriptHosted},
		{ID: "agents-sdk-typescript-local", Product: "OpenAI Agents SDK", Title: "TypeScript, called from the program", Language: "ts",
			Source: js, Read: read, needs: []need{address}, render: agentsTypeScriptLocal},
		{ID: "agents-sdk-typescript-stdio", Product: "OpenAI Agents SDK", Title: "TypeScript, started by the program", Language: "ts",
			Source: js, Read: read, needs: []need{command}, render: agentsTypeScriptStdio},
	}
}

func chatgptRows() []Client {
	const submit = "https://developers.openai.com/plugins/deploy/submission"
	return []Client{
		{ID: "chatgpt", Product: "ChatGPT", Title: "Developer mode", Language: "markdown",
			Source: "https://developers.openai.com/plugins/deploy/connect-chatgpt", Read: read, needs: []need{publicAddress}, render: chatgpt},
		{ID: "chatgpt-plugin", Product: "ChatGPT", Title: "Plugin package, plugin.json", Language: "json", File: "plugin.json",
			Source: submit, Read: read, needs: []need{publicAddress}, render: chatgptPlugin},
		{ID: "chatgpt-plugin-mcp", Product: "ChatGPT", Title: "Plugin package, mcp.json", Language: "json", File: "mcp.json",
			Source: submit, Read: read, needs: []need{publicAddress}, render: chatgptMCP},
	}
}

func codexRows() []Client {
	const source = "https://learn.chatgpt.com/docs/extend/mcp"
	return []Client{
		{ID: "codex", Product: "Codex", Title: "URL", Language: "toml", File: "~/.codex/config.toml",
			Source: source, Read: read, needs: []need{address}, render: codex},
		{ID: "codex-stdio", Product: "Codex", Title: "Command", Language: "toml", File: "~/.codex/config.toml",
			Source: source, Read: read, needs: []need{command}, render: codexStdio},
	}
}

func claudeRows() []Client {
	const (
		connector = "https://platform.claude.com/docs/en/agents-and-tools/mcp-connector"
		code      = "https://code.claude.com/docs/en/mcp"
		remote    = "https://claude.com/docs/connectors/building/mcp"
		local     = "https://modelcontextprotocol.io/quickstart/user"
	)
	return []Client{
		{ID: "claude-api-python", Product: "Claude Messages API", Title: "Python", Language: "python",
			Source: connector, Read: read, needs: []need{publicAddress, anyTool}, render: messagesPython},
		{ID: "claude-api-typescript", Product: "Claude Messages API", Title: "TypeScript", Language: "ts",
			Source: connector, Read: read, needs: []need{publicAddress, anyTool}, render: messagesTypeScript},
		{ID: "claude-api-curl", Product: "Claude Messages API", Title: "curl", Language: "bash",
			Source: connector, Read: read, needs: []need{publicAddress, anyTool}, render: messagesCurl},
		{ID: "claude-code", Product: "Claude Code", Title: "Command line, URL", Language: "bash",
			Source: code, Read: read, needs: []need{address}, render: claudeCode},
		{ID: "claude-code-stdio", Product: "Claude Code", Title: "Command line, command", Language: "bash",
			Source: code, Read: read, needs: []need{command}, render: claudeCodeStdio},
		{ID: "claude-code-json", Product: "Claude Code", Title: "File, URL", Language: "json", File: ".mcp.json",
			Source: code, Read: read, needs: []need{address}, render: claudeCodeJSON},
		{ID: "claude-code-json-stdio", Product: "Claude Code", Title: "File, command", Language: "json", File: ".mcp.json",
			Source: code, Read: read, needs: []need{command}, render: claudeCodeJSONStdio},
		{ID: "claude-code-permissions", Product: "Claude Code", Title: "Permissions of read-only tools", Language: "json", File: ".claude/settings.json",
			Source: code, Read: read, needs: []need{readOnlyTool}, render: claudeCodePermissions},
		{ID: "claude-desktop", Product: "Claude Desktop", Title: "Connector", Language: "markdown",
			Source: remote, Read: read, needs: []need{publicAddress}, render: claudeDesktop},
		{ID: "claude-desktop-stdio", Product: "Claude Desktop", Title: "File, command", Language: "json", File: "claude_desktop_config.json",
			Source: local, Read: read, needs: []need{command}, render: claudeDesktopStdio},
	}
}

func editorRows() []Client {
	const (
		cursorDocs  = "https://cursor.com/docs/context/mcp"
		vscodeDocs  = "https://code.visualstudio.com/docs/copilot/customization/mcp-servers"
		vscodeLinks = "https://code.visualstudio.com/api/extension-guides/ai/mcp"
		geminiDocs  = "https://geminicli.com/docs/tools/mcp-server/"
	)
	return []Client{
		{ID: "cursor", Product: "Cursor", Title: "URL", Language: "json", File: ".cursor/mcp.json",
			Source: cursorDocs, Read: read, needs: []need{address}, render: cursor},
		{ID: "cursor-stdio", Product: "Cursor", Title: "Command", Language: "json", File: ".cursor/mcp.json",
			Source: cursorDocs, Read: read, needs: []need{command}, render: cursorStdio},
		{ID: "cursor-link", Product: "Cursor", Title: "Install link", Language: "markdown",
			Source: cursorDocs, Read: read, needs: []need{address}, render: cursorLink},
		{ID: "vscode", Product: "VS Code", Title: "URL", Language: "json", File: ".vscode/mcp.json",
			Source: vscodeDocs, Read: read, needs: []need{address}, render: vscode},
		{ID: "vscode-stdio", Product: "VS Code", Title: "Command", Language: "json", File: ".vscode/mcp.json",
			Source: vscodeDocs, Read: read, needs: []need{command}, render: vscodeStdio},
		{ID: "vscode-link", Product: "VS Code", Title: "Install link", Language: "markdown",
			Source: vscodeLinks, Read: read, needs: []need{address}, render: vscodeLink},
		{ID: "gemini-cli", Product: "Gemini CLI", Title: "URL", Language: "json", File: "~/.gemini/settings.json",
			Source: geminiDocs, Read: read, needs: []need{address}, render: geminiCLI},
		{ID: "gemini-cli-stdio", Product: "Gemini CLI", Title: "Command", Language: "json", File: "~/.gemini/settings.json",
			Source: geminiDocs, Read: read, needs: []need{command}, render: geminiCLIStdio},
	}
}

func formRows() []Client {
	return []Client{
		{ID: "openai-functions", Product: "Tools without MCP", Title: "OpenAI functions", Language: "json",
			Source: "https://developers.openai.com/api/docs/guides/function-calling", Read: read, needs: []need{anyTool, schemas}, render: openaiFunctions},
		{ID: "anthropic-tools", Product: "Tools without MCP", Title: "Anthropic tools", Language: "json",
			Source: "https://platform.claude.com/docs/en/build-with-claude/structured-outputs", Read: read, needs: []need{anyTool, schemas}, render: anthropicTools},
		{ID: "gemini-declarations", Product: "Tools without MCP", Title: "Gemini declarations", Language: "json",
			Source: "https://ai.google.dev/gemini-api/docs/function-calling", Read: read, needs: []need{anyTool, schemas}, render: geminiDeclarations},
	}
}
