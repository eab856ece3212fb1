package snippets

import (
	"strings"
	"unicode/utf8"
)

// width is how many columns a line may have before what it holds is broken over several.
const width = 88

// A dialect is how one language writes values.
type dialect struct {
	indent string
	// text writes a string as a literal of one line, member the name before a colon.
	text, member func(string) string
	secret       func(secret) string
	// yes, no and null are the words of the language.
	yes, no, null string
	// trailing is whether the last of several lines ends in a comma, as the others do.
	trailing bool
	// compact is whether an object of one member may stand on one line, pad what stands inside its braces then.
	compact bool
	pad     string
	// long writes a string that is too long for its line over several, indented by inner and closed at outer. Nil
	// leaves it on one.
	long func(s, outer, inner string) string
}

// write returns v as source text. Its first line starts after used columns, further ones are indented by depth steps.
func (d dialect) write(v value, depth, used int) string {
	if line, ok := d.line(v); ok && used+utf8.RuneCountInString(line) < width {
		return line
	}
	outer := strings.Repeat(d.indent, depth)
	inner := outer + d.indent
	switch v := v.(type) {
	case list:
		items := make([]string, 0, len(v))
		for _, item := range v {
			items = append(items, d.write(item, depth+1, len(inner)+1))
		}
		return d.broken("[", items, "]", outer, inner)
	case fields:
		members := make([]string, 0, len(v))
		for _, f := range v {
			head := d.member(f.name) + ": "
			member := head + d.write(f.value, depth+1, len(inner)+utf8.RuneCountInString(head)+1)
			members = append(members, strings.Replace(member, head+"\n", head[:len(head)-1]+"\n", 1))
		}
		return d.broken("{", members, "}", outer, inner)
	case text:
		if d.long != nil && strings.Contains(string(v), " ") {
			return d.long(string(v), outer, inner)
		}
	}
	return d.scalar(v)
}

// broken puts each part on a line of its own.
func (d dialect) broken(open string, parts []string, end, outer, inner string) string {
	if len(parts) == 0 {
		return open + end
	}
	last := "\n"
	if d.trailing {
		last = ",\n"
	}
	return open + "\n" + inner + strings.Join(parts, ",\n"+inner) + last + outer + end
}

// line returns v on one line, and whether it is one that may stand so.
func (d dialect) line(v value) (string, bool) {
	switch v := v.(type) {
	case list:
		parts := make([]string, 0, len(v))
		for _, item := range v {
			part, ok := d.line(item)
			if !ok {
				return "", false
			}
			parts = append(parts, part)
		}
		return "[" + strings.Join(parts, ", ") + "]", true
	case fields:
		if len(v) == 0 {
			return "{}", true
		}
		if !d.compact || len(v) > 1 {
			return "", false
		}
		part, ok := d.line(v[0].value)
		return "{" + d.pad + d.member(v[0].name) + ": " + part + d.pad + "}", ok
	}
	return d.scalar(v), true
}

func (d dialect) scalar(v value) string {
	switch v := v.(type) {
	case text:
		return d.text(string(v))
	case number:
		return string(v)
	case name:
		return string(v)
	case secret:
		return d.secret(v)
	case flag:
		if v {
			return d.yes
		}
		return d.no
	}
	return d.null
}

// pieces cuts s after spaces so that no piece has more than room characters, but for words that are longer.
func pieces(s string, room int) []string {
	var out []string
	piece, length := "", 0
	for _, word := range strings.SplitAfter(s, " ") {
		n := utf8.RuneCountInString(word)
		if piece != "" && length+n > room {
			out = append(out, piece)
			piece, length = "", 0
		}
		piece, length = piece+word, length+n
	}
	return append(out, piece)
}
