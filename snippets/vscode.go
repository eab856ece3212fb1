package snippets

// vscode returns the file of a server with a URL.
func vscode(v view) (string, error) {
	return v.settings("servers", v.http()), nil
}

// vscodeStdio returns the file of a server that VS Code starts.
func vscodeStdio(v view) (string, error) {
	return v.settings("servers", append(fields{{"type", text("stdio")}}, v.command()...)), nil
}

// vscodeLink returns a link that asks VS Code to add the server. It goes by VS Code's own redirect, since GitHub and other
// sites show no link to anything but http and https.
func vscodeLink(v view) (string, error) {
	config, err := install{Name: v.label, Type: "http", URL: v.Server.URL}.bytes()
	if err != nil {
		return "", err
	}
	install := "vscode:mcp/install?" + queryText(string(config))
	return link("Add "+v.title+" to VS Code", "https://vscode.dev/redirect?url="+queryText(install)), nil
}
