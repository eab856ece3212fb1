package schema_test

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/invopop/jsonschema"

	"github.com/comity-mcp/comity/fault"
	"github.com/comity-mcp/comity/schema"
)

// Failures seen in the field, of what is published. Each test is named for its case.

func TestR001NoArgumentsHasProperties(t *testing.T) {
	got := string(input[struct{}](t).JSON())
	if want := `{"type":"object","properties":{},"required":[],"additionalProperties":false}`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestR002NothingIsNullInTheSchema(t *testing.T) {
	type inner struct{}
	type in struct {
		Inner inner   `json:"inner" jsonschema_description:"d"`
		List  []inner `json:"list" jsonschema_description:"d"`
	}
	for _, doc := range []string{string(input[in](t).JSON()), string(output[in](t).JSON())} {
		if strings.Contains(doc, "null") {
			t.Errorf("got %s, want no null", doc)
		}
	}
}

func TestR004AnyIsRefusedWithItsPath(t *testing.T) {
	type out struct {
		Name  string `json:"name"`
		Value any    `json:"value"`
	}
	_, problems := schema.Output[out]()
	wantProblem(t, problems, "schema-any", "value")
}

func TestR005ListsOfAnyAreRefused(t *testing.T) {
	type in struct {
		Xs []any `json:"xs" jsonschema_description:"d"`
	}
	_, problems := schema.Input[in]()
	wantProblem(t, problems, "schema-any", "xs[]")
}

type embeddedTime struct{ time.Time }

func TestR007EmbeddedTimeIsRefused(t *testing.T) {
	type in struct {
		D embeddedTime `json:"d" jsonschema_description:"d"`
	}
	_, problems := schema.Input[in]()
	wantProblem(t, problems, "schema-own-encoding", "d")
	_, problems = schema.Input[embeddedTime]()
	wantProblem(t, problems, "schema-own-encoding", "")
}

func TestR008TimeIsADateTimeAndEncodes(t *testing.T) {
	type out struct {
		At time.Time `json:"at" jsonschema_description:"When"`
	}
	got := string(output[out](t).JSON())
	if want := `"at":{"type":"string","description":"When","format":"date-time"}`; !strings.Contains(got, want) {
		t.Errorf("got %s, want it to hold %s", got, want)
	}
	if got, want := encode(t, out{At: time.Unix(0, 0).UTC()}), `{"at":"1970-01-01T00:00:00Z"}`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestR010TextAfterACommaIsNotLost(t *testing.T) {
	type cut struct {
		S string `json:"s" jsonschema:"description=Stock level, in units"`
	}
	_, problems := schema.Input[cut]()
	wantProblem(t, problems, "schema-tag-word", "s")
	type whole struct {
		Escaped string `json:"escaped" jsonschema:"description=Stock level\\, in units"`
		Own     string `json:"own" jsonschema_description:"Stock level, in units"`
	}
	got := string(input[whole](t).JSON())
	if n := strings.Count(got, `"description":"Stock level, in units"`); n != 2 {
		t.Errorf("got %s, want both descriptions whole", got)
	}
}

func TestR011PatternsAreWholeOrRefused(t *testing.T) {
	type cut struct {
		S string `json:"s" jsonschema:"pattern=^[A-Z]{0,3}$,maxLength=10" jsonschema_description:"d"`
	}
	_, problems := schema.Input[cut]()
	wantProblem(t, problems, "schema-pattern", "s")
	wantProblem(t, problems, "schema-tag-word", "s")
	type whole struct {
		S string `json:"s" jsonschema:"pattern=^[A-Z]{0\\,3}$,maxLength=10" jsonschema_description:"d"`
	}
	got := string(input[whole](t).JSON())
	if want := `"pattern":"^[A-Z]{0,3}$","maxLength":10`; !strings.Contains(got, want) {
		t.Errorf("got %s, want it to hold %s", got, want)
	}
}

// City is a string whose hook describes it.
type City string

func (City) JSONSchemaExtend(s *jsonschema.Schema) {
	s.Description = "Warehouse city, e.g. Chicago"
	s.Title = "City"
}

func TestR013DescriptionOfATypeSurvives(t *testing.T) {
	type in struct {
		From City   `json:"from"`
		To   City   `json:"to" jsonschema_description:"Where it goes"`
		Via  *City  `json:"via"`
		All  []City `json:"all" jsonschema_description:"Every stop"`
	}
	got := string(input[in](t).JSON())
	for _, want := range []string{
		`"from":{"type":"string","title":"City","description":"Warehouse city, e.g. Chicago"}`,
		`"to":{"type":"string","title":"City","description":"Where it goes"}`,
		`"via":{"type":["string","null"],"title":"City","description":"Warehouse city, e.g. Chicago"}`,
		`"items":{"type":"string","title":"City","description":"Warehouse city, e.g. Chicago"}`,
	} {
		if !strings.Contains(got, want) {
			t.Errorf("got %s, want it to hold %s", got, want)
		}
	}
}

type treeNode struct {
	Name string
	Kids []*treeNode
}

func TestR014RecursionIsReported(t *testing.T) {
	_, problems := schema.Output[treeNode]()
	wantProblem(t, problems, "schema-recursive-type", "Kids[]")
}

func TestL05RecursionOfEveryShapeIsReported(t *testing.T) {
	_, problems := schema.Output[recursions]()
	for _, path := range []string{"direct.next", "mutual.b.a[]", "list[]", "lists[][]", "mapped{}.m", "embedded.inner"} {
		wantProblem(t, problems, "schema-recursive-type", path)
	}
	_, problems = schema.Output[struct{ embedsItself }]()
	wantProblem(t, problems, "schema-embedding", "")
}

type (
	recursions struct {
		Direct   directly          `json:"direct"`
		Mutual   mutualA           `json:"mutual"`
		List     listOfItself      `json:"list"`
		Lists    listA             `json:"lists"`
		Mapped   map[string]mapped `json:"mapped"`
		Embedded embedder          `json:"embedded"`
	}
	directly struct {
		Next *directly `json:"next"`
	}
	mutualA struct {
		B *mutualB `json:"b"`
	}
	mutualB struct {
		A []mutualA `json:"a"`
	}
	listOfItself []listOfItself
	listA        []listB
	listB        []listA
	mapped       struct {
		M map[string]mapped `json:"m"`
	}
	embedder struct{ embedded }
	embedded struct {
		Inner *embedder `json:"inner"`
	}
	embedsItself struct{ *embedsItself }
)

func TestR016SharedStructsAreInlined(t *testing.T) {
	type address struct {
		Street string `json:"street" jsonschema_description:"Street"`
	}
	type in struct {
		A address `json:"a" jsonschema_description:"From"`
		B address `json:"b" jsonschema_description:"To"`
	}
	got := string(input[in](t).JSON())
	if strings.Contains(got, "$") || strings.Count(got, `"street":{"type":"string"`) != 2 {
		t.Errorf("got %s, want both inlined", got)
	}
}

func TestR017RootHasATypeLiterally(t *testing.T) {
	for name, doc := range map[string]json.RawMessage{"input": input[checkInventory](t).JSON(), "output": output[stockLevel](t).JSON()} {
		if want := `{"type":"object",`; !strings.HasPrefix(string(doc), want) {
			t.Errorf("%s: got %s, want it to begin with %s", name, doc, want)
		}
	}
}

// Alternative adds what strict hosts refuse.
type Alternative string

func (Alternative) JSONSchemaExtend(s *jsonschema.Schema) {
	s.OneOf = []*jsonschema.Schema{{Type: "integer"}, {Type: "string"}}
}

func TestR019AlternativesAreRefused(t *testing.T) {
	type in struct {
		Tag  string      `json:"tag" jsonschema:"oneof_type=integer;string" jsonschema_description:"d"`
		Hook Alternative `json:"hook" jsonschema_description:"d"`
	}
	_, problems := schema.Input[in]()
	wantProblem(t, problems, "schema-tag-word", "tag")
	wantProblem(t, problems, "schema-hook", "hook")
}

func TestR020MapsAreRefusedInArgumentsAndTypedInResults(t *testing.T) {
	type open struct {
		Labels map[string]any `json:"labels" jsonschema_description:"d"`
	}
	_, problems := schema.Input[open]()
	wantProblem(t, problems, "schema-map-input", "labels")
	_, problems = schema.Output[open]()
	wantProblem(t, problems, "schema-any", "labels{}")
	type typed struct {
		Labels map[string]string `json:"labels" jsonschema_description:"d"`
	}
	got := string(output[typed](t).JSON())
	if want := `"labels":{"type":"object","description":"d","additionalProperties":{"type":"string"}}`; !strings.Contains(got, want) {
		t.Errorf("got %s, want it to hold %s", got, want)
	}
}

func TestR022NoDialectNoID(t *testing.T) {
	for _, doc := range []json.RawMessage{input[everything](t).JSON(), output[stockLevel](t).JSON()} {
		if strings.Contains(string(doc), `"$`) {
			t.Errorf("got %s, want no keyword that begins with a dollar", doc)
		}
	}
}

func TestR025DefaultsAreValid(t *testing.T) {
	type in struct {
		Null  *string `json:"null" jsonschema:"default=null" jsonschema_description:"d"`
		Enum  *string `json:"enum" jsonschema:"enum=a,enum=b,default=c" jsonschema_description:"d"`
		Type  *int    `json:"type" jsonschema:"default=ten" jsonschema_description:"d"`
		Bound *int    `json:"bound" jsonschema:"maximum=9,default=10" jsonschema_description:"d"`
		Must  int     `json:"must" jsonschema:"default=10" jsonschema_description:"d"`
		Fine  *int    `json:"fine" jsonschema:"maximum=9,default=9" jsonschema_description:"d"`
	}
	_, problems := schema.Input[in]()
	want := []string{"bound schema-default", "enum schema-default", "must schema-default", "null schema-default", "type schema-tag-value"}
	if got := identify(problems); !equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestR026DurationIsRefused(t *testing.T) {
	type in struct {
		Timeout time.Duration `json:"timeout" jsonschema_description:"d"`
	}
	_, problems := schema.Input[in]()
	wantProblem(t, problems, "schema-duration", "timeout")
}

func TestR041WideIDsAreStrings(t *testing.T) {
	type in struct {
		ID      int64   `json:"id" jsonschema_description:"d"`
		OrderID *uint64 `json:"order_id" jsonschema_description:"d"`
		ItemIDs []int   `json:"item_ids" jsonschema_description:"d"`
		Small   int32   `json:"small_id" jsonschema_description:"d"`
		Count   int64   `json:"count" jsonschema_description:"d"`
		Text    int64   `json:"text_id,string" jsonschema_description:"d"`
	}
	_, problems := schema.Input[in]()
	want := []string{"id schema-64-bit-id", "item_ids schema-64-bit-id", "order_id schema-64-bit-id"}
	if got := identify(problems); !equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	type text struct {
		ID int64 `json:"id,string" jsonschema_description:"d"`
	}
	if got, want := decode[text](t, `{"id":"-9223372036854775808"}`).ID, int64(-1<<63); got != want {
		t.Errorf("got %d, want %d", got, want)
	}
}

func TestL01JSONNumberIsRefused(t *testing.T) {
	type out struct {
		N json.Number `json:"n"`
	}
	_, problems := schema.Output[out]()
	wantProblem(t, problems, "schema-json-number", "n")
}

func TestL02PointersAreNullableInBothSchemaAndBytes(t *testing.T) {
	type out struct {
		P *string `json:"p" jsonschema_description:"d"`
	}
	got := string(output[out](t).JSON())
	if want := `"p":{"type":["string","null"],"description":"d"}},"required":["p"]`; !strings.Contains(got, want) {
		t.Errorf("got %s, want it to hold %s", got, want)
	}
	if got, want := encode(t, out{}), `{"p":null}`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestL04UnsignedHasMinimumZero(t *testing.T) {
	type in struct {
		N uint `json:"n" jsonschema_description:"d"`
	}
	if got, want := string(input[in](t).JSON()), `"n":{"type":"integer","description":"d","minimum":0}`; !strings.Contains(got, want) {
		t.Errorf("got %s, want it to hold %s", got, want)
	}
	if got, want := refusal[in](t, `{"n":-1}`), "n: -1 is out of range: at least 0, at most 18446744073709551615 (d)."; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// identify gives path and rule of each problem.
func identify(problems fault.Problems) []string {
	var ids []string
	for _, p := range problems {
		ids = append(ids, p.Path+" "+p.Rule.ID)
	}
	return ids
}

func wantProblem(t *testing.T, problems fault.Problems, rule, path string) {
	t.Helper()
	for _, p := range problems {
		if p.Rule.ID == rule && p.Path == path {
			return
		}
	}
	t.Errorf("got %q, want %s at %q", identify(problems), rule, path)
}

func equal(got, want []string) bool {
	return strings.Join(got, "\n") == strings.Join(want, "\n")
}
