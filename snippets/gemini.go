package snippets

// geminiCLI returns the file of a server with a URL. Gemini CLI signs in where the server asks for it.
func geminiCLI(v view) (string, error) {
	return v.settings("mcpServers", v.http()), nil
}

// geminiCLIStdio returns the file of a server that Gemini CLI starts.
func geminiCLIStdio(v view) (string, error) {
	return v.settings("mcpServers", v.command()), nil
}
