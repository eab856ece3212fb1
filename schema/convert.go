package schema

import (
	"cmp"
	"errors"
	"fmt"
	"reflect"
	"strconv"

	jsonv2 "github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// faultOf turns an error of the JSON library into a fault that names the member. Errors of arguments
// that passed their check are rare: a method of the type refused, at the last moment, what it accepted
// before.
func (c *Core) faultOf(doing string, err error) error {
	if p, ok := errors.AsType[*Panic](err); ok {
		return c.misbehaves(doing, p)
	}
	var pointer jsontext.Pointer
	var goType reflect.Type
	cause := err
	if semantic, ok := errors.AsType[*jsonv2.SemanticError](err); ok {
		pointer, goType = semantic.JSONPointer, semantic.GoType
		if semantic.Err != nil {
			cause = semantic.Err
		}
	} else if syntactic, ok := errors.AsType[*jsontext.SyntacticError](err); ok {
		pointer = syntactic.JSONPointer
		if syntactic.Err != nil {
			cause = syntactic.Err
		}
	}
	path, n := c.steps(pointer)
	at := checker{side: c.side, path: path}
	if c.side == Arguments {
		at.notAccepted(n, "", cause)
		return at.faults
	}
	says := "cannot be sent as JSON"
	if goType == nil || goType == timeType || !encodingOf(goType).any() { // the library's words, not a method's
		says += fmt.Sprintf(" (%s)", clip(cause.Error(), 200))
	}
	at.fault("", "", "", says)
	at.faults[0].cause = cause
	return at.faults
}

// misbehaves is the error for a method of a type that panicked.
func (c *Core) misbehaves(doing string, p *Panic) error {
	return fmt.Errorf("%s the %s, a %s: %w", doing, c.side, c.goType, p)
}

// steps follows a JSON pointer (RFC 6901) along the nodes, so that it reads like every other path, and
// returns the last node on it.
func (c *Core) steps(pointer jsontext.Pointer) ([]step, *node) {
	var path []step
	n, last := c.root, c.root
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
		last = cmp.Or(n, last)
	}
	return path, last
}
