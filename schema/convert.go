package schema

import (
	"errors"
	"fmt"
	"strconv"

	jsonv2 "github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// faultOf turns an error of the JSON library into a fault that names the member. Errors of arguments
// that passed their check are rare: a method of the type refused, at the last moment, what it accepted
// before.
func (c *Core) faultOf(err error) error {
	var pointer jsontext.Pointer
	cause := err
	if semantic, ok := errors.AsType[*jsonv2.SemanticError](err); ok {
		pointer = semantic.JSONPointer
		if semantic.Err != nil {
			cause = semantic.Err
		}
	} else if syntactic, ok := errors.AsType[*jsontext.SyntacticError](err); ok {
		pointer = syntactic.JSONPointer
		if syntactic.Err != nil {
			cause = syntactic.Err
		}
	}
	at := checker{side: c.side, path: c.steps(pointer)}
	what := "cannot be sent as JSON"
	if c.side == Arguments {
		what = "is not accepted"
	}
	at.fault("", "", "", fmt.Sprintf("%s (%s)", what, clip(cause.Error(), 200)))
	return at.faults
}

// steps follows a JSON pointer (RFC 6901) along the nodes, so that it reads like every other path.
func (c *Core) steps(pointer jsontext.Pointer) []step {
	var path []step
	n := c.root
	for token := range pointer.Tokens() {
		switch {
		case n == nil:
			path = append(path, step{name: token})
		case n.kind == array:
			index, _ := strconv.Atoi(token)
			path = append(path, step{index: index})
			n = n.items
		case n.kind == mapping:
			path = append(path, step{name: token, key: true})
			n = n.items
		default:
			path = append(path, step{name: token})
			if i := n.find([]byte(token), 0); i >= 0 {
				n = n.properties[i].node
			} else {
				n = nil
			}
		}
	}
	return path
}
