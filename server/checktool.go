package server

import (
	"fmt"
	"reflect"
	"regexp"
	"time"

	"github.com/comity-mcp/comity/fault"
)

// scopeToken is RFC 6749 section 3.3, scope-token.
var scopeToken = regexp.MustCompile(`^[\x21\x23-\x5B\x5D-\x7E]+$`)

func checkTool(i int, d *declaration) fault.Problems {
	where := d.where(i)
	if d == nil {
		return fault.Problems{ruleTools.Problem(where, "This Tool is empty; make it with server.Read or server.Write.")}
	}
	var found fault.Problems
	add := func(r fault.Rule, field, says string, args ...any) {
		found = append(found, r.Problem(where+"."+field, fmt.Sprintf(says, args...)))
	}
	if d.spec.Access.IsZero() {
		add(ruleAccess, "access", "Access is not stated; set it to auth.Scopes(...), auth.AnyCaller(), auth.Optional(...) or auth.Anyone().")
	}
	for _, scope := range d.spec.Access.Scopes() {
		if !scopeToken.MatchString(scope) {
			add(ruleScope, "access", "%q is no scope; write one without spaces, quotes and backslashes, for example \"inventory:read\", and each as an argument of its own.", scope)
		}
	}
	if !d.reads && !d.effect.Valid() {
		add(ruleEffect, "effect", "The effect is %v, which states none; use annotations.Creates, Ensures, Alters, Sends, Replaces or Deletes, or declare the tool with server.Read if it changes nothing.", d.effect)
	}
	if d.spec.World != 0 && !d.spec.World.Valid() {
		add(ruleToolWorld, "world", "World is %v; use annotations.Closed or annotations.Open, or leave it out to take the server's.", d.spec.World)
	}
	if d.missing {
		add(ruleHandler, "handler", "The handler is nil; give a func(ctx, In) (Out, error).")
	}
	if b := d.spec.Budget; b < 0 {
		add(ruleBudget, "budget", "Budget is %v; leave it zero for %v, or set a shorter time.", b, longestBudget)
	} else if b > longestBudget {
		add(ruleBudget, "budget", "Budget is %v; it is at most %v. Let one tool start longer work and return an identifier, and let another tool fetch the result.", b, longestBudget)
	} else if b > 0 && b < time.Millisecond {
		add(ruleBudget, "budget", "Budget is %v, which no call can meet; it is a time.Duration, so write for example 5*time.Second.", b)
	}
	if n := d.spec.MaxResult; n > largestResult {
		add(ruleResult, "max_result", "MaxResult is %d bytes; it is at most %d. Page the result with limit and cursor instead.", n, largestResult)
	} else if n != 0 && n < smallestResult {
		add(ruleResult, "max_result", "MaxResult is %d bytes; leave it zero for %d, or set at least %d.", n, usualResult, smallestResult)
	}
	found = append(found, d.checkExample(where)...)
	found = append(found, rebased(d.inputs, where+".input")...)
	found = append(found, rebased(d.outputs, where+".output")...)
	for i := range found {
		found[i].At = d.at
	}
	return found
}

// checkExample refuses an example of another type, or one that the tool itself would refuse.
func (d *declaration) checkExample(where string) fault.Problems {
	if d.spec.Example == nil || d.input == nil || d.inputs.Err() != nil {
		return nil
	}
	path := where + ".example"
	if got := reflect.TypeOf(d.spec.Example); got != d.in {
		return fault.Problems{ruleExample.Problem(path, fmt.Sprintf("The example is a %v; give a %v, the handler's parameter type.", got, d.in))}
	}
	if _, err := d.example(); err != nil {
		return fault.Problems{ruleExample.Problem(path, fmt.Sprintf("The tool would refuse its own example: %v", err))}
	}
	return nil
}

// checkNames looks at the names that tools give of each other.
func checkNames(c Config) fault.Problems {
	byName, former := map[string]*declaration{}, map[string]string{}
	all := declarations(c.Tools)
	for _, d := range all {
		if d != nil {
			byName[d.spec.Name] = d
		}
	}
	var found fault.Problems
	for _, d := range all {
		if d == nil {
			continue
		}
		name := d.spec.Name
		add := func(r fault.Rule, field, says string, args ...any) {
			p := r.Problem(name+"."+field, fmt.Sprintf(says, args...))
			p.At = d.at
			found = append(found, p)
		}
		for _, was := range d.spec.Was {
			switch by := former[was]; {
			case byName[was] != nil:
				add(ruleWas, "was", "%q is the name of a tool today; remove it from Was.", was)
			case by != "" && by != name:
				add(ruleWas, "was", "%q is given as a former name of %s too; leave it with one of them.", was, by)
			case was == "":
				add(ruleWas, "was", "A former name is empty; remove it from Was.")
			}
			former[was] = name
		}
		if with := d.spec.CheckWith; with != "" {
			switch other := byName[with]; {
			case d.reads:
				add(ruleCheckWith, "check_with", "CheckWith is for writing tools; remove it from a tool that changes nothing.")
			case other == nil:
				add(ruleCheckWith, "check_with", "There is no tool %q here; name a read tool of this server%s", with, DidYouMean(with, names(c.Tools)))
			case !other.reads:
				add(ruleCheckWith, "check_with", "%q is a writing tool; name a read tool that shows whether the call took effect.", with)
			}
		}
	}
	return found
}

func names(tools []Tool) []string {
	var out []string
	for _, d := range declarations(tools) {
		if d != nil {
			out = append(out, d.spec.Name)
		}
	}
	return out
}

// rebased puts a type's problems under a path.
func rebased(ps fault.Problems, under string) fault.Problems {
	out := make(fault.Problems, len(ps))
	for i, p := range ps {
		if p.Path == "" {
			p.Path = under
		} else {
			p.Path = under + "." + p.Path
		}
		out[i] = p
	}
	return out
}
