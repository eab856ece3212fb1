package snippets

import "strings"

// codex returns the table of a server with a URL.
func codex(v view) (string, error) {
	var b strings.Builder
	b.WriteString(tomlTable("mcp_servers", v.label))
	b.WriteString(tomlLine("url", text(v.Server.URL)))
	if v.token != "" {
		b.WriteString(comment("#", "Sign in once: codex mcp login "+v.label,
			`Or bring a token in the environment: bearer_token_env_var = "`+v.token+`"`))
		b.WriteString(tomlLine("oauth_resource", text(v.Authorization.Resource)))
		if len(v.Authorization.Scopes) > 0 {
			b.WriteString(tomlLine("scopes", texts(v.Authorization.Scopes)))
		}
	}
	b.WriteString(v.codexTools())
	return b.String(), nil
}

// codexStdio returns the table of a server that Codex starts.
func codexStdio(v view) (string, error) {
	var b strings.Builder
	b.WriteString(tomlTable("mcp_servers", v.label))
	b.WriteString(tomlLine("command", text(v.Server.Command[0])))
	if args := v.Server.Command[1:]; len(args) > 0 {
		b.WriteString(tomlLine("args", texts(args)))
	}
	b.WriteString(v.codexTools())
	return b.String(), nil
}

// codexTools are the lines about calls: how long they may take, and which run without asking.
func (v view) codexTools() string {
	var b strings.Builder
	b.WriteString(tomlLine("startup_timeout_sec", number("30")))
	b.WriteString(tomlLine("tool_timeout_sec", number("60")))
	if len(v.names) > 0 {
		b.WriteString(tomlLine("enabled_tools", texts(v.names)))
	}
	b.WriteString("\n" + v.approvalComment("#"))
	b.WriteString(tomlLine("default_tools_approval_mode", text("prompt")))
	for _, n := range v.never {
		b.WriteString(tomlLine("tools."+tomlKey(n)+".approval_mode", text("approve")))
	}
	return b.String()
}
