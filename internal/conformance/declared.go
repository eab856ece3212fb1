package conformance

import (
	"context"

	"github.com/comity-mcp/comity/auth"
	"github.com/comity-mcp/comity/server"
)

// declared lists the fixtures that are declared as an author would.
func declared() []server.Tool {
	return []server.Tool{
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
	}
}

// none is the input of a tool without arguments.
type none struct{}

type sentence struct {
	Text string `json:"text" jsonschema_description:"The sentence"`
}
