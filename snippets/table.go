package snippets

// table is the one list of clients. Rows of one product stand together.
func table() []Client {
	const responses = "https://developers.openai.com/api/reference/resources/responses/methods/create"
	return []Client{
		{ID: "openai-responses-python", Product: "OpenAI Responses API", Title: "Python", Language: "python",
			Source: responses, Read: "2026-11-29", needs: []need{publicAddress, anyTool}, render: responsesPython(allTools)},
		{ID: "openai-responses-python-read-only", Product: "OpenAI Responses API", Title: "Python, read-only tools", Language: "python",
			Source: responses, Read: "2026-11-29", needs: []need{publicAddress, readOnlyTool}, render: responsesPython(readOnlyTools)},
		{ID: "openai-responses-python-deferred", Product: "OpenAI Responses API", Title: "Python, deferred loading", Language: "python",
			Source: responses, Read: "2026-11-29", needs: []need{publicAddress, anyTool}, render: responsesPython(deferredTools)},
		{ID: "claude-code-json", Product: "Claude Code", Title: ".mcp.json", Language: "json", File: ".mcp.json",
			Source: "https://code.claude.com/docs/en/mcp", Read: "2026-11-29", needs: []need{address}, render: claudeCodeJSON},
	}
}
