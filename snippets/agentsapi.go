package snippets

import "net/url"

// agentsAPI returns the request that starts a session, with the server called from OpenAI's own network.
func agentsAPI(v view) (string, error) {
	return v.agentsSession("", v.agentsHTTP(nil), fields{{"type", text("none")}})
}

// agentsAPIEnvironment returns the request with the server called from the environment of the session, which may
// reach no other host.
func agentsAPIEnvironment(v view) (string, error) {
	u, err := url.Parse(v.Server.URL)
	if err != nil {
		return "", err
	}
	return v.agentsSession("", v.agentsHTTP(text("environment")), fields{{"type", text("openai_hosted")}, {"network", fields{
		{"access", text("restricted")},
		{"allowed_domains", list{text(u.Hostname())}},
	}}})
}

// agentsAPIStdio returns the request with the server started in the environment of the session.
func agentsAPIStdio(v view) (string, error) {
	transport := fields{{"type", text("stdio")}, {"command", text(v.Server.Command[0])}}
	if args := v.Server.Command[1:]; len(args) > 0 {
		transport = append(transport, field{"args", texts(args)})
	}
	transport = append(transport, field{"cwd", text("/workspace")})
	note := comment("#", "The command runs in the environment of the session: install the program there first, with packages or setup commands of the environment.")
	return v.agentsSession(note, v.agentsTool(transport, nil), fields{{"type", text("openai_hosted")}})
}

// agentsTool is the entry of the server (openai-node 7.59.0, AgentToolConfigParamMcp). Approval is not its business:
// the session asks.
func (v view) agentsTool(transport fields, origin value) fields {
	f := fields{{"type", text("mcp")}, {"server_label", text(v.label)}, {"transport", transport}}
	if origin != nil {
		f = append(f, field{"connection_origin", origin})
	}
	return append(f, field{"allowed_tools", texts(v.names)}, field{"required", flag(true)})
}

// agentsHTTP is the entry of a server with a URL.
func (v view) agentsHTTP(origin value) fields {
	transport := fields{{"type", text("http")}, {"server_url", text(v.Server.URL)}}
	if v.token != "" {
		transport = append(transport, field{"authorization", secret{before: "Bearer ", variable: v.token}})
	}
	return v.agentsTool(transport, origin)
}

func (v view) agentsSession(note string, tool, environment fields) (string, error) {
	token := note
	if note == "" {
		token = v.tokenComment("#")
	}
	return fill("agents_api.sh", slots{
		Token: token,
		Body: bodyDialect().write(fields{
			{"agent", fields{{"model", text(openaiModel)}, {"tools", list{tool}}}},
			{"environment", environment},
			{"input", v.question()},
			{"stream", flag(true)},
		}, 0, 0),
	})
}
