package schema_test

import (
	"encoding/json"
	"errors"
	"reflect"
	"slices"
	"strings"
	"testing"

	jsonv2 "github.com/go-json-experiment/json"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/comity-mcp/comity/schema"
)

// TestR037VerdictsAgreeWithThePublishedSchema compares many types and documents with another validator:
// what is published is what is enforced.
func TestR037VerdictsAgreeWithThePublishedSchema(t *testing.T) {
	valid, invalid := 0, 0
	for seed := range uint64(600) {
		for _, ok := range compareWithOracle(t, seed) {
			if ok {
				valid++
			} else {
				invalid++
			}
		}
		if t.Failed() {
			return
		}
	}
	if valid < 1000 || invalid < 1000 {
		t.Errorf("got %d valid and %d invalid documents, want at least 1000 of each: the generator has drifted", valid, invalid)
	}
}

func FuzzCheckAgainstOracle(f *testing.F) {
	for seed := range uint64(20) {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, seed uint64) { compareWithOracle(t, seed) })
}

// compareWithOracle makes one type a side and four documents for each, and returns the verdicts.
func compareWithOracle(t *testing.T, seed uint64) []bool {
	var verdicts []bool
	for _, input := range []bool{false, true} {
		g := newGenerator(seed, input)
		goType := g.structType(3)
		of := schema.OutputOf
		if input {
			of = schema.InputOf
		}
		core, problems := of(goType)
		if err := problems.Err(); err != nil {
			t.Errorf("seed %d: %v\n%v", seed, err, goType)
			return nil
		}
		oracle := compileOracle(t, core.JSON())
		tree, err := readPublished(core.JSON())
		if err != nil {
			t.Fatalf("seed %d: reading the published schema: %v\n%s", seed, err, core.JSON())
		}
		for range 4 {
			doc := g.document(tree)
			got := core.Check(json.RawMessage(doc))
			want := oracle(doc, input)
			if (got == nil) != (want == nil) {
				t.Errorf("seed %d, input %t: got %v, want %v\ndocument %s\nschema   %s", seed, input, got, want, doc, core.JSON())
			}
			verdicts = append(verdicts, want == nil)
			if input {
				checkDecode(t, core, goType, doc, got == nil)
				checkNullIsAbsence(t, core, goType, doc, got == nil)
			} else if got == nil {
				checkRoundTrip(t, core, goType, doc, oracle)
			}
		}
	}
	return verdicts
}

// checkDecode holds Decode to the verdict of Check.
func checkDecode(t *testing.T, core *schema.Core, goType reflect.Type, doc string, valid bool) {
	err := core.Decode(json.RawMessage(doc), reflect.New(goType).Interface())
	if (err == nil) != valid {
		t.Errorf("got Decode error %v, want valid %t\ndocument %s\nschema   %s", err, valid, doc, core.JSON())
	}
}

// checkNullIsAbsence holds that a handler cannot tell null from absence: the same arguments without the
// nulls of their optional members decode to the same value.
func checkNullIsAbsence(t *testing.T, core *schema.Core, goType reflect.Type, doc string, valid bool) {
	if !valid {
		return
	}
	published, err := jsonschema.UnmarshalJSON(strings.NewReader(string(core.JSON())))
	if err != nil {
		t.Fatal(err)
	}
	v, err := jsonschema.UnmarshalJSON(strings.NewReader(doc))
	if err != nil {
		t.Fatal(err)
	}
	without, err := json.Marshal(dropNulls(published, v))
	if err != nil {
		t.Fatal(err)
	}
	got, want := reflect.New(goType), reflect.New(goType)
	if err := core.Decode(without, got.Interface()); err != nil {
		t.Errorf("got %v without the nulls, want none\ndocument %s\nwithout  %s", err, doc, without)
		return
	}
	if err := core.Decode(json.RawMessage(doc), want.Interface()); err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(got.Interface(), want.Interface()) {
		t.Errorf("got %+v without the nulls, want %+v\ndocument %s", got.Elem(), want.Elem(), doc)
	}
}

// dropNulls removes the members that are null. Items of lists stay: there null is a value.
func dropNulls(document, v any) any {
	s := document.(map[string]any)
	list, _ := v.([]any)
	for i := range list {
		list[i] = dropNulls(s["items"], list[i])
	}
	members, _ := v.(map[string]any)
	for name, value := range members {
		if value == nil {
			delete(members, name)
			continue
		}
		members[name] = dropNulls(s["properties"].(map[string]any)[name], value)
	}
	return v
}

// checkRoundTrip encodes a Go value and holds the bytes to both validators. A value may be refused: one
// that its own bounds do not allow.
func checkRoundTrip(t *testing.T, core *schema.Core, goType reflect.Type, doc string, oracle func(string, bool) error) {
	v := reflect.New(goType)
	if err := jsonv2.Unmarshal([]byte(doc), v.Interface()); err != nil {
		return // 1.0 for an integer
	}
	b, err := core.Encode(v.Interface())
	if err != nil {
		if _, ok := errors.AsType[schema.Faults](err); !ok {
			t.Errorf("got %v, want Faults", err)
		}
		return
	}
	if faults := core.Check(b); faults != nil {
		t.Errorf("got %v, want none for what Encode wrote\n%s\n%s", faults, b, core.JSON())
	}
	if err := oracle(string(b), false); err != nil {
		t.Errorf("the oracle refuses what Encode wrote: %v\n%s\n%s", err, b, core.JSON())
	}
}

// compileOracle returns the verdict of santhosh-tekuri/jsonschema, for arguments after the leniencies
// have been applied.
func compileOracle(t *testing.T, published json.RawMessage) func(doc string, lenient bool) error {
	document, err := jsonschema.UnmarshalJSON(strings.NewReader(string(published)))
	if err != nil {
		t.Fatalf("published schema is not JSON: %v\n%s", err, published)
	}
	c := jsonschema.NewCompiler()
	c.AssertFormat()
	if err := c.AddResource("schema.json", document); err != nil {
		t.Fatalf("published schema: %v\n%s", err, published)
	}
	compiled, err := c.Compile("schema.json")
	if err != nil {
		t.Fatalf("published schema does not compile: %v\n%s", err, published)
	}
	return func(doc string, lenient bool) error {
		v, err := jsonschema.UnmarshalJSON(strings.NewReader(doc))
		if err != nil {
			return err
		}
		if lenient && v == nil {
			v = map[string]any{} // arguments that are null are {}
		}
		if lenient {
			v = forgive(document, v)
		}
		return compiled.Validate(v)
	}
}

// forgive applies the leniencies for arguments to a document: an absent nullable member is null, and
// null for a member that is not required is its absence.
func forgive(document, v any) any {
	s := document.(map[string]any)
	if items, ok := s["items"]; ok {
		list, _ := v.([]any)
		for i := range list {
			list[i] = forgive(items, list[i])
		}
		return v
	}
	properties, ok := s["properties"].(map[string]any)
	members, isObject := v.(map[string]any)
	if !ok || !isObject {
		return v
	}
	required := s["required"].([]any)
	for name, p := range properties {
		_, nullable := p.(map[string]any)["type"].([]any)
		value, present := members[name]
		switch {
		case !present && nullable && slices.Contains(required, any(name)):
			members[name] = nil
		case present && value == nil && !slices.Contains(required, any(name)):
			delete(members, name)
		case present:
			members[name] = forgive(p, value)
		}
	}
	return members
}
