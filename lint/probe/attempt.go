package probe

import (
	"maps"
	"slices"

	"github.com/comity-mcp/comity/lint"
)

// An attempt is one kind of arguments to call a tool with.
type attempt struct {
	with      lint.With
	field     string
	arguments map[string]any
}

// extra is an argument that no tool has.
const extra = "comity_probe"

// attempts are all calls of a tool, one after the other: with valid arguments, a read twice, then with wrong ones.
func (s *subject) attempts() []attempt {
	var all []attempt
	if s.valid != nil {
		valid := attempt{with: lint.WithValid, arguments: s.valid}
		if all = append(all, valid); s.tool.ReadOnly() {
			all = append(all, valid)
		}
	}
	return append(all, s.wrong()...)
}

// wrong are the attempts with which a tool must not succeed, and null for what may be left out.
func (s *subject) wrong() []attempt {
	var all []attempt
	add := func(with lint.With, name string, value any) {
		arguments := map[string]any{}
		maps.Copy(arguments, s.valid)
		arguments[name] = value
		all = append(all, attempt{with, name, arguments})
	}
	done := map[lint.With]bool{}
	once := func(with lint.With, is bool) bool {
		is = is && !done[with]
		done[with] = done[with] || is
		return is
	}
	if s.valid != nil {
		add(lint.WithExtra, extra, true)
	}
	for _, p := range s.properties() {
		kinds := types(p.schema)
		nullable := slices.Contains(kinds, "null")
		bound := p.schema["x-mcp-header"] != nil // a header that is wrong is refused before the argument is looked at
		if !bound && once(lint.WithMissing, p.required && len(kinds) > 0 && !nullable && p.schema["default"] == nil) {
			arguments := map[string]any{}
			maps.Copy(arguments, s.valid)
			delete(arguments, p.name)
			all = append(all, attempt{lint.WithMissing, p.name, arguments})
		}
		if s.valid == nil {
			continue // another fault would hide this one
		}
		if value, ok := mistyped(kinds); !bound && ok && once(lint.WithWrongType, true) {
			add(lint.WithWrongType, p.name, value)
		}
		if values, _ := p.schema["enum"].([]any); !bound && once(lint.WithWrongEnum, texts(values) && slices.Contains(kinds, "string")) {
			add(lint.WithWrongEnum, p.name, "comity_none")
		}
		if once(lint.WithNull, !p.required && len(kinds) > 0) {
			add(lint.WithNull, p.name, nil)
		}
	}
	return all
}

// texts reports whether there are values, and all are strings or null.
func texts(values []any) bool {
	return len(values) > 0 && !slices.ContainsFunc(values, func(v any) bool {
		_, ok := v.(string)
		return !ok && v != nil
	})
}

// mistyped is a value of none of the types, that no server would turn into one of them.
func mistyped(kinds []string) (any, bool) {
	switch {
	case len(kinds) == 0:
		return nil, false
	case !slices.Contains(kinds, "object"):
		return map[string]any{extra: true}, true
	case !slices.Contains(kinds, "string"):
		return extra, true
	}
	return nil, false
}
