package schema_test

import (
	"strings"
	"testing"

	"github.com/comity-mcp/comity/schema"
)

// An argument that a gateway routes by is marked in the arguments, and plain where the same type is a result.
func TestAnArgumentCanBeMarkedAsAHeader(t *testing.T) {
	type place struct {
		Region string `json:"region" jsonschema_extras:"x-mcp-header=Region" jsonschema_description:"Region of the warehouse, e.g. eu-west"`
	}
	in, problems := schema.Input[place]()
	if problems != nil {
		t.Fatal(problems)
	}
	if got, want := string(in.JSON()), `"x-mcp-header":"Region"`; !strings.Contains(got, want) {
		t.Errorf("got %s, want in it %s", got, want)
	}
	out, problems := schema.Output[place]()
	if problems != nil {
		t.Fatal(problems)
	}
	if got := string(out.JSON()); strings.Contains(got, "x-mcp-header") {
		t.Errorf("a result has a header: %s", got)
	}
}
