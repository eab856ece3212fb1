package handlestest_test

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"github.com/comity-mcp/comity/handles"
	"github.com/comity-mcp/comity/handles/handlestest"
)

// In a test of an engine, with t from the test.
func ExampleRun() {
	store := handles.MemoryStore(nil) // a store for each s.Storage, by s.Now, in earnest
	_ = func(t *testing.T) {
		handlestest.Run(t, func(t testing.TB, s handlestest.Setup) handlestest.Opened {
			gate := handlestest.NewGate(store)
			return handlestest.Opened{Engine: handles.Over(gate, s.Options), Reach: gate}
		})
	}
	fmt.Println(handlestest.Cases()[0].Name)
	// Output: what Start returned can be read at once through every engine, the same
}

func ExampleCases() {
	for _, c := range handlestest.Cases()[5:8] {
		fmt.Println(c.Name)
	}
	// Output:
	// a foreign, an unknown and a malformed handle are one error, whatever is asked
	// retention counts from the end of the job, and an expired handle says when to its owner only
	// an expired handle still says when after it was swept
}

func ExampleNewGate() {
	gate := handlestest.NewGate(handles.MemoryStore(nil))
	engine := handles.Over(gate, handles.Options{Trouble: func(error) {}})
	defer engine.Close()
	gate.Cut()
	_, err := engine.Get(context.Background(), handles.Owner{Issuer: "i", Subject: "s"}, handles.NewID("rc"))
	fmt.Println(errors.Is(err, handles.ErrUnavailable))
	gate.Mend()
	_, err = engine.Get(context.Background(), handles.Owner{Issuer: "i", Subject: "s"}, handles.NewID("rc"))
	fmt.Println(errors.Is(err, handles.ErrNotFound))
	// Output:
	// true
	// true
}
