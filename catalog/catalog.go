package catalog

import "encoding/json"

// A Catalog is one server as a client sees it. The zero value is an unnamed server without tools.
type Catalog struct {
	Server Server `json:"server"`
	// Authorization is how callers sign in; nil for a server that takes no tokens.
	Authorization *Authorization `json:"authorization,omitempty"`
	Tools         []Tool         `json:"tools"`
}

// Authorization is what the protected resource metadata of a server says (RFC 9728 section 2).
type Authorization struct {
	// Resource is the audience that a token must have, the server's URL.
	Resource string `json:"resource"`
	// Issuers are the authorization servers, by their issuer identifiers (RFC 8414).
	Issuers []string `json:"authorization_servers,omitempty"`
	// Scopes are all that the tools ask for, sorted.
	Scopes []string `json:"scopes_supported,omitempty"`
}

// Server is who the server says it is.
type Server struct {
	Name         string `json:"name"`
	Title        string `json:"title,omitempty"`
	Version      string `json:"version"`
	Description  string `json:"description,omitempty"`
	Instructions string `json:"instructions,omitempty"`
	// URL is the one public address, empty for a server on stdio only.
	URL string `json:"url,omitempty"`
	// Command starts the server on standard input and output, program first; empty when there is no such command, or
	// none is known.
	Command []string `json:"command,omitempty"`
}

// A Tool is one entry of a tools/list answer (MCP specification 2026-07-28, server/tools).
// Members keep the order of the struct on the wire.
type Tool struct {
	Name        string `json:"name"`
	Title       string `json:"title,omitempty"`
	Description string `json:"description,omitempty"`
	// InputSchema and OutputSchema are JSON Schema documents as bytes, kept as they are.
	InputSchema  json.RawMessage `json:"inputSchema,omitempty"`
	OutputSchema json.RawMessage `json:"outputSchema,omitempty"`
	Annotations  *Annotations    `json:"annotations,omitempty"`
	// SecuritySchemes is the array of OpenAI's tool descriptor ("noauth", "oauth2").
	SecuritySchemes []SecurityScheme           `json:"securitySchemes,omitempty"`
	Meta            map[string]json.RawMessage `json:"_meta,omitempty"`
}

// Annotations are a tool's hints as found. A nil hint was not sent; hosts read that as destructive and
// open world. Comity's own tools always send all of them.
type Annotations struct {
	Title           string `json:"title,omitempty"`
	ReadOnlyHint    *bool  `json:"readOnlyHint,omitempty"`
	DestructiveHint *bool  `json:"destructiveHint,omitempty"`
	IdempotentHint  *bool  `json:"idempotentHint,omitempty"`
	OpenWorldHint   *bool  `json:"openWorldHint,omitempty"`
}

// A SecurityScheme is one way to call a tool.
type SecurityScheme struct {
	// Type is "noauth" or "oauth2".
	Type string `json:"type"`
	// Scopes are those of "oauth2", which has them even when there are none; nil leaves them out.
	Scopes []string `json:"scopes,omitzero"`
}

// ReadOnly reports whether the tool says, in so many words, that it changes nothing: readOnlyHint is
// present and true, and destructiveHint is not true. Anything else counts as a write.
func (t Tool) ReadOnly() bool {
	a := t.Annotations
	return a != nil && a.ReadOnlyHint != nil && *a.ReadOnlyHint &&
		(a.DestructiveHint == nil || !*a.DestructiveHint)
}

// Tool returns the tool of that name, and whether there is one.
func (c Catalog) Tool(name string) (Tool, bool) {
	for _, t := range c.Tools {
		if t.Name == name {
			return t, true
		}
	}
	return Tool{}, false
}
