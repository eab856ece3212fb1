package schema

import (
	"cmp"
	"reflect"
	"strings"
)

// settle checks what the words of a node mean together, compiles patterns and notes where defaults are.
// It runs last: by then the node says everything it will say.
func (r *reader) settle(n *node, path string) {
	switch n.kind {
	case array:
		n.items.around = cmp.Or(n.description, n.around)
		r.settle(n.items, path+"[]")
	case mapping:
		n.items.around = cmp.Or(n.description, n.around)
		r.settle(n.items, path+"{}")
	case object:
		for i := range n.properties {
			p := &n.properties[i]
			r.described(p, join(path, p.name))
			r.settle(p.node, join(path, p.name))
			r.settleDefault(p, join(path, p.name))
		}
	}
	before := len(r.problems)
	r.settleText(n, path)
	r.settleRoom(n, path)
	if len(r.problems) > before {
		return
	}
	r.settleEnum(n, path)
	for _, example := range n.examples {
		if r.slipped(path, "example") {
			break
		}
		if says := r.verdict(n, example); says != "" {
			r.problem(ruleExample, path, "the example %s is not valid here: %s; correct it, or remove it", example, says)
		}
	}
}

func (r *reader) described(p *property, path string) {
	if strings.TrimSpace(p.node.description) != "" || r.slipped(path, "description") {
		return
	}
	r.undescribed(path)
}

// describedTag is described for a field whose type was refused: only its tags can speak for it.
func (r *reader) describedTag(f reflect.StructField, path string) {
	if strings.TrimSpace(tagText(f)) == "" {
		r.undescribed(path)
	}
}

func (r *reader) undescribed(path string) {
	if r.side == Arguments {
		r.problem(ruleDescribed, path, "this argument is not described, and the description is all a model has to fill it in; add jsonschema_description:\"...\" with an example")
		return
	}
	r.problem(ruleDescribedOutput, path, "this member of the result is not described; add jsonschema_description:\"...\"")
}

func (r *reader) settleText(n *node, path string) {
	if n.kind != text {
		return
	}
	if n.format != "" && !formatKnown(n.format) {
		r.problem(ruleFormat, path, "the format %q is not enforced here or fails on a host; use one of %s, or a pattern", n.format, strings.Join(formats, ", "))
	}
	if n.pattern != "" && n.matches == nil {
		re, err := compile(n.pattern)
		if err != nil {
			r.problem(rulePattern, path, "the pattern %s is not portable: %v", n.pattern, err)
		}
		n.matches = re
	}
}

func (r *reader) settleEnum(n *node, path string) {
	members := n.enum
	if members == nil || r.slipped(path, "enum") {
		return
	}
	n.enum = nil // each is judged by the rest of the schema
	seen := map[string]bool{}
	for _, m := range members {
		if seen[m.json] {
			r.problem(ruleEnum, path, "the enum has %s twice; keep one", m.text)
		}
		seen[m.json] = true
		if m.text == "" {
			r.problem(ruleEnum, path, "the enum has an empty value; give it a word such as none, or make the field a pointer")
		}
		if says := r.verdict(n, []byte(m.json)); says != "" || m.json == "null" {
			r.problem(ruleEnum, path, "the enum value %s is not valid here: %s; correct it, or the bounds", m.text, says)
		}
	}
	n.enum = members
}

// settleDefault refuses a default that would never be filled in or is not valid itself.
func (r *reader) settleDefault(p *property, path string) {
	n := p.node
	switch {
	case n.standard == nil, r.slipped(path, "default"):
		return
	case r.side == Result:
		r.problem(ruleDefault, path, "a result has no defaults: the handler sets what it returns; remove default=%s", n.standard)
	case !p.optional:
		r.problem(ruleDefault, path, "a required argument is always sent, so its default=%s would never be used; make the field a pointer", n.standard)
	case string(n.standard) == `"null"`, string(n.standard) == "null":
		r.problem(ruleDefault, path, "default=null is what an optional argument without a default has; remove it")
	default:
		if says := r.verdict(n, n.standard); says != "" {
			r.problem(ruleDefault, path, "default=%s is not valid here: %s; correct it, or remove it", n.standard, says)
		}
	}
}

// verdict says in words why a value is not valid at a node, and nothing when it is.
func (r *reader) verdict(n *node, value []byte) string {
	bare := *n
	bare.description, bare.around = "", ""
	faults, _ := newChecker(r.side).check(&bare, value)
	if len(faults) == 0 {
		return ""
	}
	says := strings.TrimSuffix(strings.TrimPrefix(faults[0].Says, r.side.String()+": "), ".")
	if cause := faults[0].cause; cause != nil { // an author may read it
		says += " (" + clip(cause.Error(), 120) + ")"
	}
	return says
}
