package snippets

// agentsPythonHosted returns a program in which OpenAI calls the server.
func agentsPythonHosted(v view) (string, error) {
	d := pythonDialect()
	return fill("agents_hosted.py", slots{
		Model: openaiModel, Question: d.write(v.question(), 0, len("QUESTION = ")),
		Token: v.tokenComment("#"), Approval: v.approvalComment("#"),
		Server: d.write(v.openaiTool(allTools), 0, 0),
	})
}

// agentsPythonLocal returns a program that calls the URL itself.
func agentsPythonLocal(v view) (string, error) {
	params := fields{{"url", text(v.Server.URL)}}
	if v.token != "" {
		params = append(params, field{"headers", fields{{"Authorization", secret{before: "Bearer ", variable: v.token}}}})
	}
	params = append(params, field{"timeout", number("10")}, field{"sse_read_timeout", number("300")})
	return v.agentsPython("MCPServerStreamableHttp", v.tokenComment("#"), params)
}

// agentsPythonStdio returns a program that starts the server.
func agentsPythonStdio(v view) (string, error) {
	return v.agentsPython("MCPServerStdio", "", v.command())
}

func (v view) agentsPython(transport, token string, params fields) (string, error) {
	d := pythonDialect()
	return fill("agents_local.py", slots{
		Model: openaiModel, Question: d.write(v.question(), 0, len("QUESTION = ")), Label: d.text(v.label),
		Token: token, Approval: v.approvalComment("#"), Never: d.write(texts(v.never), 0, len("NEVER_ASK = ")),
		Transport: transport, Server: d.write(params, 0, 0),
	})
}

// agentsTypeScriptHosted returns a program in which OpenAI calls the server.
func agentsTypeScriptHosted(v view) (string, error) {
	f := fields{{"serverLabel", text(v.label)}}
	if v.Server.Description != "" {
		f = append(f, field{"serverDescription", text(v.Server.Description)})
	}
	f = append(f, field{"serverUrl", text(v.Server.URL)})
	if v.token != "" {
		f = append(f, field{"authorization", secret{variable: v.token}})
	}
	f = append(f, field{"allowedTools", texts(v.names)})
	if len(v.never) > 0 {
		f = append(f, field{"requireApproval", fields{{"never", fields{{"toolNames", texts(v.never)}}}}})
	} else {
		f = append(f, field{"requireApproval", text("always")})
	}
	// The arguments of a hosted call are in providerData; call.arguments is undefined (@openai/agents-core 0.20.0, items).
	f = append(f, field{"onApproval", name("async (_context, call) => ({\n" +
		"    approve: await allowed(\n" +
		"      `The model wants to call ${call.name} with ${call.rawItem.providerData?.arguments}`,\n    ),\n  })")})
	d := typescriptDialect()
	return fill("agents_hosted.ts", slots{
		Model: openaiModel, Question: d.write(v.question(), 0, len("const QUESTION = ")),
		Token: v.typescriptToken(), Approval: v.approvalComment("//"),
		Server: d.write(f, 0, 0),
	})
}

// agentsTypeScriptLocal returns a program that calls the URL itself.
func agentsTypeScriptLocal(v view) (string, error) {
	f := fields{{"name", text(v.label)}, {"url", text(v.Server.URL)}}
	if v.token != "" {
		headers := fields{{"Authorization", secret{before: "Bearer ", variable: v.token}}}
		f = append(f, field{"requestInit", fields{{"headers", headers}}})
	}
	return v.agentsTypeScript("MCPServerStreamableHttp", v.typescriptToken(), f)
}

// agentsTypeScriptStdio returns a program that starts the server.
func agentsTypeScriptStdio(v view) (string, error) {
	return v.agentsTypeScript("MCPServerStdio", "", append(fields{{"name", text(v.label)}}, v.command()...))
}

// agentsTypeScript connects by the class transport. Its timeouts are 5 seconds for everything but a call, and a minute
// for a call, unless given (@openai/agents-core 0.20.0, mcp-server/node). In the names of tools it writes "_" for every
// character but letters and digits (the same, utils/tools).
func (v view) agentsTypeScript(transport, token string, f fields) (string, error) {
	f = append(f,
		field{"clientSessionTimeoutSeconds", number("30")}, field{"timeout", number("60_000")},
		field{"cacheToolsList", flag(true)}, field{"useStructuredContent", flag(true)})
	d := typescriptDialect()
	return fill("agents_local.ts", slots{
		Model: openaiModel, Question: d.write(v.question(), 0, len("const QUESTION = ")),
		Token: token, Approval: v.approvalComment("//"), Never: d.write(texts(v.unasked("")), 0, len("const NEVER_ASK = new Set();")),
		Transport: transport, Server: d.write(f, 0, 0),
	})
}
