package snippets

// claudeModel is what the programs for the Messages API ask: one that the package anthropic 2.14.0 lists and does not call
// deprecated.
const claudeModel = "claude-sonnet-5-5"

// claudeServer is the entry of the server in mcp_servers of a request.
func (v view) claudeServer() fields {
	f := fields{{"type", text("url")}, {"url", text(v.Server.URL)}, {"name", text(v.label)}}
	if v.token != "" {
		f = append(f, field{"authorization_token", secret{variable: v.token}})
	}
	return f
}

// claudeToolset switches on the read-only tools and no others: the API asks nobody before a call.
func (v view) claudeToolset() fields {
	off := fields{{"enabled", flag(false)}}
	configs := fields{}
	for _, n := range v.never {
		configs = append(configs, field{n, fields{{"enabled", flag(true)}}})
	}
	for _, n := range v.writes() {
		configs = append(configs, field{n, off})
	}
	f := fields{{"type", text("mcp_toolset")}, {"mcp_server_name", text(v.label)}, {"default_config", off}}
	if len(configs) > 0 {
		f = append(f, field{"configs", configs})
	}
	return f
}

func (v view) claudeComment(mark string) string {
	return comment(mark, "Nobody is asked before a call here, so only read-only tools are on. Switch others on where that is right.")
}

// messagesPython returns the program for the package anthropic of Python.
func messagesPython(v view) (string, error) {
	d := pythonDialect()
	return fill("messages.py", slots{
		Model: claudeModel, Question: d.write(v.question(), 0, len("QUESTION = ")),
		Token: v.tokenComment("#"), Approval: v.claudeComment("#"),
		Server: d.write(v.claudeServer(), 0, 0), Tools: d.write(v.claudeToolset(), 0, 0),
	})
}

// messagesTypeScript returns the program for the package @anthropic-ai/sdk.
func messagesTypeScript(v view) (string, error) {
	d := typescriptDialect()
	return fill("messages.ts", slots{
		Model: claudeModel, Question: d.write(v.question(), 0, len("const QUESTION = ")),
		Token: v.typescriptToken(), Approval: v.claudeComment("//"),
		Server: d.write(v.claudeServer(), 0, 0), Tools: d.write(v.claudeToolset(), 0, 0),
	})
}

// messagesCurl returns the request as a command.
func messagesCurl(v view) (string, error) {
	return fill("messages.sh", slots{
		Token: v.tokenComment("#"), Approval: v.claudeComment("#"),
		Body: bodyDialect().write(fields{
			{"model", text(claudeModel)},
			{"max_tokens", number("1024")},
			{"messages", list{fields{{"role", text("user")}, {"content", v.question()}}}},
			{"mcp_servers", list{v.claudeServer()}},
			{"tools", list{v.claudeToolset()}},
		}, 0, 0),
	})
}
