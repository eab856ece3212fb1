package snippets

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/url"
	"strings"
)

// An install is what a link carries: a server in the form of the host's own file.
type install struct {
	Name    string   `json:"name,omitempty"`
	Type    string   `json:"type,omitempty"`
	URL     string   `json:"url,omitempty"`
	Command string   `json:"command,omitempty"`
	Args    []string `json:"args,omitempty"`
}

// bytes returns the JSON without white space.
func (i install) bytes() ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(i); err != nil {
		return nil, fmt.Errorf("encoding the link: %w", err)
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), nil
}

// queryText is s as encodeURIComponent writes it, or stricter: a space is %20, not a plus.
func queryText(s string) string {
	return strings.ReplaceAll(url.QueryEscape(s), "+", "%20")
}

// link is a Markdown link. The address must be escaped already.
func link(says, address string) string {
	return "[" + markdownText(says) + "](" + address + ")\n"
}
