package peer

import (
	"encoding/base64"
	"encoding/json"
	"strings"
)

// named returns what a method acts on, which Mcp-Name repeats (SEP-2243; ext-tasks).
func named(method string, params json.RawMessage) (string, bool) {
	member := ""
	switch method {
	case "tools/call", "prompts/get":
		member = "name"
	case "resources/read":
		member = "uri"
	case "tasks/get", "tasks/update", "tasks/cancel":
		member = "taskId"
	default:
		return "", false
	}
	var members map[string]json.RawMessage
	var name string
	ok := json.Unmarshal(params, &members) == nil && json.Unmarshal(members[member], &name) == nil
	return name, ok
}

// headerValue writes a text as SEP-2243 has it: as it is where a header can carry it, else =?base64?...?=.
func headerValue(s string) string {
	plain := s == strings.TrimSpace(s) && !strings.HasPrefix(s, "=?base64?")
	for i := 0; i < len(s) && plain; i++ {
		plain = s[i] >= ' ' && s[i] < 0x7f
	}
	if plain {
		return s
	}
	return "=?base64?" + base64.StdEncoding.EncodeToString([]byte(s)) + "?="
}
