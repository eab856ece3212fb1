package snippets

import (
	"regexp"
	"strings"
)

// tomlText is s as a basic string, which has the escapes of Python (TOML 1.0.0, section String).
func tomlText(s string) string { return pythonText(s) }

var bareKeys = regexp.MustCompile(`^[A-Za-z0-9_-]+$`)

// tomlKey is a key, or one part of a dotted one.
func tomlKey(s string) string {
	if bareKeys.MatchString(s) {
		return s
	}
	return tomlText(s)
}

// tomlLine is one key and its value. Lists may take several lines, tables have no place here.
func tomlLine(key string, v value) string {
	d := dialect{indent: "  ", text: tomlText, member: tomlKey, yes: "true", no: "false", trailing: true}
	head := key + " = "
	return head + d.write(v, 0, len(head)) + "\n"
}

// tomlTable is the head of a table.
func tomlTable(keys ...string) string {
	for i, k := range keys {
		keys[i] = tomlKey(k)
	}
	return "[" + strings.Join(keys, ".") + "]\n"
}
