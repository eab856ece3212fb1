package schema

import (
	"encoding"
	"encoding/json"
	"fmt"
	"net/url"
	"reflect"
	"time"

	jsonv2 "github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// A StringType is a type that travels as a JSON string and says which strings: a pattern (ECMA-262,
// empty for any) and a description for whoever reads the schema. The method is called on the zero value
// and must always say the same. The string comes from the type's kind, its MarshalText or its
// MarshalJSON.
type StringType interface {
	SchemaString() (pattern, description string)
}

// An ownEncoding is what a type's methods say about its form on the wire.
type ownEncoding struct {
	marshalJSON, unmarshalJSON bool
	marshalText, unmarshalText bool
	stringType                 bool
}

func (e ownEncoding) json() bool { return e.marshalJSON || e.unmarshalJSON }
func (e ownEncoding) text() bool { return e.marshalText || e.unmarshalText }
func (e ownEncoding) any() bool  { return e.json() || e.text() || e.stringType }

func encodingOf(t reflect.Type) ownEncoding {
	if methodless(t) {
		return ownEncoding{}
	}
	return ownEncoding{
		marshalJSON:   does[json.Marshaler](t) || does[jsonv2.MarshalerTo](t),
		unmarshalJSON: does[json.Unmarshaler](t) || does[jsonv2.UnmarshalerFrom](t),
		marshalText:   does[encoding.TextMarshaler](t) || does[encoding.TextAppender](t),
		unmarshalText: does[encoding.TextUnmarshaler](t),
		stringType:    does[StringType](t),
	}
}

// methodless says whether neither t nor a pointer to it has a method, which is so of most types and soon seen.
func methodless(t reflect.Type) bool {
	return t.Kind() == reflect.Interface || t.NumMethod() == 0 && reflect.PointerTo(t).NumMethod() == 0
}

// does says whether t or a pointer to it has the methods of I.
func does[I any](t reflect.Type) bool {
	of := reflect.TypeFor[I]()
	return t.Kind() != reflect.Interface && (t.Implements(of) || reflect.PointerTo(t).Implements(of))
}

var (
	timeType     = reflect.TypeFor[time.Time]()
	durationType = reflect.TypeFor[time.Duration]()
	urlType      = reflect.TypeFor[url.URL]()
	numberType   = reflect.TypeFor[json.Number]()
	rawType      = reflect.TypeFor[json.RawMessage]()
	valueType    = reflect.TypeFor[jsontext.Value]()
)

// encoded reads a type whose form is not that of its kind. done is false for every other type.
func (r *reader) encoded(t reflect.Type, path string) (n *node, done bool) {
	n = r.encodedNode(t, path)
	e := encodingOf(t)
	known := t == durationType || t == urlType || t == numberType
	if n == nil && !known && !e.any() {
		return nil, false
	}
	if n == nil {
		r.refused[t] = true
	}
	return n, true
}

func (r *reader) encodedNode(t reflect.Type, path string) *node {
	e := encodingOf(t)
	switch {
	case t == timeType:
		return &node{kind: text, format: dateTime}
	case t == durationType:
		r.problem(ruleDuration, path, "time.Duration travels as a number whose unit nobody sees; use an integer with the unit in its name (timeout_seconds), or a string")
	case t == urlType:
		r.problem(ruleURL, path, "url.URL travels as the fields of its struct; use a string and parse it in the handler")
	case t == numberType:
		r.problem(ruleNumber, path, "json.Number may be any number; use int64 or float64, or a string for digits that must not be rounded")
	case t == rawType || t == valueType:
		r.problem(ruleRawJSON, path, "%s may hold JSON of any shape; name the type it holds, or pass the text as a string", t)
	case e.any() && takenOver(t, e) != nil:
		r.problem(ruleOwnEncoding, path, "%s embeds %s and with it the form on the wire, which replaces the whole struct; use the inner type itself, "+
			"or give the embedded field a name", t, takenOver(t, e))
	case e.stringType:
		return r.stringType(t, path, e)
	case e.json():
		r.problem(ruleOwnEncoding, path, "%s writes or reads its own JSON, so its form is not known; give it SchemaString() (pattern, description string) "+
			"when that is a string, or use plain fields", t)
	case e.text():
		if !r.hasHalf(t, path, e) {
			return nil
		}
		return &node{kind: text, parse: r.parser(t, e)}
	}
	return nil
}

// hasHalf says whether a type can do what its side needs, and reports when it cannot.
func (r *reader) hasHalf(t reflect.Type, path string, e ownEncoding) bool {
	switch {
	case r.side == Arguments && !e.unmarshalText && e.marshalText:
		r.problem(ruleTextHalf, path, "%s has MarshalText and no UnmarshalText, so it cannot be read back; add UnmarshalText, or use a string", t)
		return false
	case r.side == Result && !e.marshalText && e.unmarshalText:
		r.problem(ruleTextHalf, path, "%s has UnmarshalText and no MarshalText, so it would be written as its Go form; add MarshalText, or use a string", t)
		return false
	}
	return true
}

func (r *reader) stringType(t reflect.Type, path string, e ownEncoding) *node {
	pattern, description, err := schemaString(t)
	if err != nil {
		r.problem(ruleStringType, path, "%s.SchemaString cannot be asked (%v); let it return two constants", t, err)
		return nil
	}
	ok := r.hasHalf(t, path, e)
	if t.Kind() != reflect.String && !e.makesString(r.side) {
		r.problem(ruleStringType, path, "%s has SchemaString and is no string on the wire; give it MarshalText and UnmarshalText, or make it a string type", t)
		ok = false
	}
	n := &node{kind: text, pattern: pattern, description: description, parse: r.parser(t, e)}
	if pattern != "" {
		if n.matches, err = compile(pattern); err != nil {
			r.problem(ruleStringType, path, "the pattern of %s.SchemaString is not portable: %v", t, err)
			ok = false
		}
	}
	if !ok {
		return nil
	}
	return n
}

// makesString says whether the methods of one side make a string of a value that is none.
func (e ownEncoding) makesString(s Side) bool {
	if s == Arguments {
		return e.unmarshalText || e.unmarshalJSON
	}
	return e.marshalText || e.marshalJSON
}

func schemaString(t reflect.Type) (pattern, description string, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("it panics: %v", p)
		}
	}()
	pattern, description = reflect.New(t).Interface().(StringType).SchemaString()
	return pattern, description, nil
}

// parser asks the type itself whether it accepts a text. Only arguments are asked about.
func (r *reader) parser(t reflect.Type, e ownEncoding) func([]byte) error {
	if r.side != Arguments || !e.unmarshalText {
		return nil
	}
	return func(s []byte) (err error) {
		defer recovered(&err)
		return reflect.New(t).Interface().(encoding.TextUnmarshaler).UnmarshalText(s)
	}
}

// takenOver returns the embedded type whose methods stand for the whole struct, nil when there is none.
// A struct that says what it is with a SchemaString of its own has methods of its own.
func takenOver(t reflect.Type, e ownEncoding) reflect.Type {
	if t.Kind() != reflect.Struct {
		return nil
	}
	for i := range t.NumField() {
		f := t.Field(i)
		if !f.Anonymous {
			continue
		}
		if of := encodingOf(f.Type); of.stringType || of.any() && !e.stringType {
			return f.Type
		}
	}
	return nil
}
