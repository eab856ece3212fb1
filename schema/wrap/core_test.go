package wrap_test

import (
	"encoding/json"
	"testing"
	"time"

	"github.com/comity-mcp/comity/schema"
	"github.com/comity-mcp/comity/schema/wrap"
)

type line struct {
	SKU      string  `json:"sku" jsonschema:"pattern=^SKU-[0-9]{4}$" jsonschema_description:"Product SKU"`
	Quantity int     `json:"quantity" jsonschema:"minimum=1,maximum=1000" jsonschema_description:"Units"`
	Note     *string `json:"note" jsonschema_description:"Free text"`
}

type reorder struct {
	RequestKey string     `json:"request_key" jsonschema:"minLength=8,maxLength=64" jsonschema_description:"Key of this request"`
	Lines      []line     `json:"lines" jsonschema:"minItems=1,maxItems=20" jsonschema_description:"What to order"`
	Unit       *string    `json:"unit" jsonschema:"enum=each,enum=case" jsonschema_description:"Unit of quantities"`
	Due        *time.Time `json:"due" jsonschema_description:"Latest delivery"`
	Urgent     bool       `json:"urgent" jsonschema_description:"Whether to ship at once"`
}

type nothing struct{}

// What package schema publishes reaches OpenAI's API, through either SDK or none, as the very bytes that
// the server enforces, unless the author asked for a plain optional.
func TestCoresAreFixedPointsOfStrictConversion(t *testing.T) {
	for name, of := range map[string]func() (*schema.Core, error){
		"nested, bounded and nullable": input[reorder],
		"without arguments":            input[nothing],
	} {
		core, err := of()
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if err := wrap.FixedPoint(core.JSON()); err != nil {
			t.Errorf("%s: got %v, want a fixed point in %s", name, err, core.JSON())
		}
		refused, err := wrap.StrictRefusals(core.JSON())
		if err != nil || len(refused) > 0 {
			t.Errorf("%s: got refusals %+v and error %v, want none", name, refused, err)
		}
		w, err := wrap.OpenAIFunction(wrap.Tool{Name: "t", Input: core.JSON()})
		if err != nil {
			t.Fatal(err)
		}
		want := `{"type":"function","name":"t","description":"","parameters":` + string(core.JSON()) + `,"strict":true}`
		if string(w.JSON) != want || len(w.LeftOut) > 0 {
			t.Errorf("%s:\n got %s, left out %+v\nwant %s", name, w.JSON, w.LeftOut, want)
		}
	}
}

func input[T any]() (*schema.Core, error) {
	core, problems := schema.Input[T]()
	return core, problems.Err()
}

// What a model sends to a wrapper's form must pass the core: null for each optional that was made nullable.
func TestArgumentsForAWrapperPassTheCore(t *testing.T) {
	type search struct {
		Query string `json:"query" jsonschema_description:"Words"`
		Limit int    `json:"limit,omitempty" jsonschema_description:"At most so many"`
	}
	core, problems := schema.Input[search]()
	if err := problems.Err(); err != nil {
		t.Fatal(err)
	}
	w, err := wrap.OpenAIFunction(wrap.Tool{Name: "t", Input: core.JSON()})
	if err != nil {
		t.Fatal(err)
	}
	if len(w.LeftOut) != 1 || w.LeftOut[0].Path != "limit" || w.LeftOut[0].Keyword != "required" {
		t.Errorf("left out: got %+v, want that limit is sent as required", w.LeftOut)
	}
	var in search
	if err := core.Decode(json.RawMessage(`{"query":"bolts","limit":null}`), &in); err != nil {
		t.Errorf("got %v, want null taken for the optional", err)
	}
}
