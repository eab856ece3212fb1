package snippets

import "encoding/base64"

// cursor returns the file of a server with a URL.
func cursor(v view) (string, error) {
	return v.settings("mcpServers", fields{{"url", text(v.Server.URL)}}), nil
}

// cursorStdio returns the file of a server that Cursor starts.
func cursorStdio(v view) (string, error) {
	return v.settings("mcpServers", v.command()), nil
}

// cursorLink returns a link that asks Cursor to add the server.
func cursorLink(v view) (string, error) {
	config, err := install{URL: v.Server.URL}.bytes()
	if err != nil {
		return "", err
	}
	return link("Add "+v.title+" to Cursor", "https://cursor.com/en-US/install-mcp?name="+queryText(v.label)+
		"&config="+queryText(base64.StdEncoding.EncodeToString(config))), nil
}
