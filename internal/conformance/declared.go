package conformance

import (
	"context"
	"sync/atomic"

	"github.com/comity-mcp/comity/annotations"
	"github.com/comity-mcp/comity/auth"
	"github.com/comity-mcp/comity/server"
)

// declared lists the fixtures that are declared as an author would. The first is the one that http-header-validation
// calls, which takes whatever tool comes first; the others are called by name.
func declared() []server.Tool {
	var entries atomic.Int64
	return []server.Tool{
		server.Write(server.Spec{
			Name: "add_entry", Title: "Add an entry",
			Description: "Adds one entry to a journal in memory and returns how many there are.",
			Access:      auth.Anyone(),
		}, annotations.Creates, func(context.Context, none) (journal, error) {
			return journal{entries.Add(1)}, nil
		}),
		server.Read(server.Spec{
			Name: "test_simple_text", Title: "Simple text",
			Description: "Returns one sentence. Takes no arguments.",
			Access:      auth.Anyone(),
		}, func(context.Context, none) (sentence, error) {
			return sentence{"This is a simple text response for testing."}, nil
		}),
		server.Read(server.Spec{
			Name: "test_error_handling", Title: "Error handling",
			Description: "Always fails, with an error written for its reader.",
			Access:      auth.Anyone(),
		}, func(context.Context, none) (sentence, error) {
			return sentence{}, server.Errorf(server.Unavailable, "This tool intentionally returns an error for testing.")
		}),
		server.Read(server.Spec{
			Name: "test_x_mcp_header", Title: "An argument in a header",
			Description: "Takes a region that is also sent as Mcp-Param-Region.",
			Access:      auth.Anyone(),
		}, func(context.Context, place) (sentence, error) {
			return sentence{"Header and body agree."}, nil
		}),
	}
}

// none is the input of a tool without arguments.
type none struct{}

type sentence struct {
	Text string `json:"text" jsonschema_description:"The sentence"`
}

// place has an argument that clients repeat in a header of its own (SEP-2243).
type place struct {
	Region *string `json:"region,omitempty" jsonschema_extras:"x-mcp-header=Region" jsonschema_description:"Also sent as Mcp-Param-Region"`
	Level  *int    `json:"level" jsonschema_description:"Sent in the body only"`
}

type journal struct {
	Entries int64 `json:"entries" jsonschema_description:"Entries in the journal"`
}
