package snippets

import (
	"regexp"
	"strings"
)

// typescriptDialect writes TypeScript that is JavaScript as well: two spaces, double quotes, a comma after the last line.
func typescriptDialect() dialect {
	return dialect{
		indent: "  ", text: typescriptText, member: typescriptMember, secret: typescriptSecret,
		yes: "true", no: "false", null: "null", trailing: true, compact: true, pad: " ", long: typescriptLong,
	}
}

// typescriptText is s as a string literal. Every JSON string is one (ECMAScript 2025, section 12.9.4).
func typescriptText(s string) string { return jsonText(s) }

var identifiers = regexp.MustCompile(`^[A-Za-z_$][A-Za-z0-9_$]*$`)

// typescriptMember is the name of a member of an object. "__proto__" before a colon would set the prototype.
func typescriptMember(s string) string {
	switch {
	case s == "__proto__":
		return `["__proto__"]`
	case identifiers.MatchString(s):
		return s
	}
	return typescriptText(s)
}

func typescriptLong(s, _, inner string) string {
	parts := pieces(s, width-len(inner)-4)
	for i, part := range parts {
		parts[i] = typescriptText(part)
	}
	return "\n" + inner + strings.Join(parts, " +\n"+inner)
}

// typescriptToken is the comment on the token, and a line that ends a program without one: what is not set would be sent as
// the word undefined, or not at all.
func (v view) typescriptToken() string {
	if v.token == "" {
		return ""
	}
	return v.tokenComment("//") + "if (!process.env." + v.token + `) throw new Error("` + v.token + ` is not set");` + "\n"
}

func typescriptSecret(s secret) string {
	if s.before == "" {
		return "process.env." + s.variable
	}
	return "`" + s.before + "${process.env." + s.variable + "}`"
}
