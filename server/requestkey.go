package server

import (
	"reflect"
	"time"

	"github.com/comity-mcp/comity/fault"
)

// A RequestKey lets the caller name a call of a writing tool, so that the call is done once however often
// it is sent. Embed it by value at the top level of the In of a [Write]; the server needs an engine in
// Config.Jobs, which keeps the key and what the call came to for 24 hours.
//
// It is published as the optional argument request_key. The same key with the same arguments, from the
// same caller, is answered with what the first call came to, an [Error] of the handler's included, and
// the handler does not run; with other arguments it is refused. While the first call runs a second waits
// for it. When nobody knows how the first ended (its process died, it panicked, ran out of its budget or
// returned an error that is no [Error]), the second is refused and names [Spec].CheckWith, unless the
// effect says that repeating does no harm: then it runs again. Without a key the handler simply runs.
// Keys of callers who did not sign in are refused, except with auth.Off, where all callers are one.
type RequestKey struct {
	// Key is the caller's name for the call, nil when none was sent. The server has dealt with it when
	// the handler runs.
	Key *string `json:"request_key" jsonschema:"minLength=8,maxLength=64" jsonschema_description:"A name of the caller's choice for this call. The same call again with the same name returns the first result and does nothing more. null: every call counts"`
}

var requestKeyType = reflect.TypeFor[RequestKey]()

// keptCall is how long the answer to a call with a key is kept: longer than any host retries.
const keptCall = 24 * time.Hour

// keyPath leads to the RequestKey among the arguments, as reflect's FieldByIndex takes it.
type keyPath []int

// of returns the key that was sent in the arguments that in points to, "" for none.
func (p keyPath) of(in any) string {
	if p == nil {
		return ""
	}
	if k := reflect.ValueOf(in).Elem().FieldByIndex(p).Interface().(RequestKey); k.Key != nil {
		return *k.Key
	}
	return ""
}

// keys are the places of a RequestKey in a type.
type keys struct {
	top   []keyPath // where it may be
	lower []string  // anywhere else, as a person finds it
}

// one returns the only key when it is where it may be, otherwise nil.
func (k keys) one() keyPath {
	if len(k.top) != 1 || len(k.lower) > 0 {
		return nil
	}
	return k.top[0]
}

// keysIn finds every RequestKey in the type of arguments, also where it may not be.
func keysIn(t reflect.Type) keys {
	var found keys
	seen := map[reflect.Type]bool{}
	var below func(t reflect.Type, place string)
	below = func(t reflect.Type, place string) {
		switch t.Kind() {
		case reflect.Pointer, reflect.Slice, reflect.Array, reflect.Map:
			below(t.Elem(), place)
		case reflect.Struct:
			if t == requestKeyType {
				found.lower = append(found.lower, place)
				return
			}
			if seen[t] {
				return
			}
			seen[t] = true
			for i := range t.NumField() {
				below(t.Field(i).Type, place+"."+t.Field(i).Name)
			}
		}
	}
	var top func(t reflect.Type, path keyPath)
	top = func(t reflect.Type, path keyPath) {
		for i := range t.NumField() {
			f := t.Field(i)
			at := append(append(keyPath(nil), path...), i)
			_, named := f.Tag.Lookup("json")
			switch embedded := f.Anonymous && !named && f.Type.Kind() == reflect.Struct; {
			case embedded && f.Type == requestKeyType:
				found.top = append(found.top, at)
			case embedded:
				top(f.Type, at)
			default:
				below(f.Type, f.Name)
			}
		}
	}
	if t != nil && t.Kind() == reflect.Struct {
		top(t, nil)
	}
	return found
}

// checkKeys looks at the request keys that tools take.
func checkKeys(c Config) fault.Problems {
	var found fault.Problems
	for i, t := range c.Tools {
		if t.d == nil {
			continue
		}
		d, what := t.d, ""
		switch {
		case d.parts != nil:
			d, what = d.parts[0], "start_"+d.spec.Name+" takes a request_key of its own"
		case d.reads:
			what = "a tool that changes nothing may be called as often as one likes"
		}
		where := t.d.where(i) + ".input"
		add := func(r fault.Rule, says string) {
			p := r.Problem(where, says)
			p.At = t.d.at
			found = append(found, p)
		}
		keys := keysIn(d.in)
		switch n := len(keys.top) + len(keys.lower); {
		case n == 0:
		case what != "":
			add(ruleKeyTool, "The arguments have a server.RequestKey, and "+what+"; remove it.")
		case n > 1:
			add(ruleKeyTwice, "The arguments have more than one server.RequestKey; keep the one that is embedded at the top level.")
		case len(keys.lower) > 0:
			add(ruleKeyPlace, "The server.RequestKey at "+keys.lower[0]+" is not embedded by value at the top level, where it would be found; write server.RequestKey on a line of its own in the struct of the arguments.")
		case c.Jobs == nil:
			add(ruleKeyEngine, "The tool takes a server.RequestKey and there is no engine to keep it; set Config.Jobs, for example to handles.Memory() in a test.")
		}
	}
	return found
}
