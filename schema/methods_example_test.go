package schema_test

import (
	"encoding/json"
	"errors"
	"fmt"

	"github.com/comity-mcp/comity/schema"
)

// Port is a dock at a warehouse; what it says of a text is for its author.
type Port struct{ name string }

// UnmarshalText reads a name of one letter.
func (p *Port) UnmarshalText(b []byte) error {
	if p.name = string(b); len(b) != 1 {
		return fmt.Errorf("no row of table docks has key %q", b)
	}
	if b[0] == '?' {
		panic("index out of range")
	}
	return nil
}

func ExampleFaults_Unwrap() {
	type dock struct {
		Port Port `json:"port" jsonschema_description:"Letter of the dock, e.g. C"`
	}
	core, _ := schema.Input[dock]()
	err := core.Decode(json.RawMessage(`{"port":"north"}`), new(dock))
	fmt.Println("to the model:", err)
	fmt.Println("to the log:", errors.Unwrap(err))
	// Output:
	// to the model: port: "north" is not accepted (Letter of the dock, e.g. C).
	// to the log: port: no row of table docks has key "north"
}

func ExamplePanic() {
	type dock struct {
		Port Port `json:"port" jsonschema_description:"Letter of the dock, e.g. C"`
	}
	core, _ := schema.Input[dock]()
	err := core.Decode(json.RawMessage(`{"port":"?"}`), new(dock))
	if p, ok := errors.AsType[*schema.Panic](err); ok {
		fmt.Println(p.Value, len(p.Stack) > 0)
	}
	// Output: index out of range true
}
