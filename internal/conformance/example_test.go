package conformance_test

import (
	"fmt"

	"github.com/rs/zerolog"

	"github.com/comity-mcp/comity/internal/conformance"
)

func ExampleNew() {
	srv, err := conformance.New(conformance.Declared, "http://127.0.0.1:41001/mcp", zerolog.Nop())
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, tool := range srv.Catalog().Tools {
		fmt.Println(tool.Name)
	}
	// Output:
	// add_entry
	// test_simple_text
	// test_error_handling
	// test_x_mcp_header
}
