package handles_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/comity-mcp/comity/handles"
)

func Example() {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	engine := handles.Memory()
	defer engine.Close()

	// In every process that may do the work.
	go engine.Work(ctx, "recount", 4, func(ctx context.Context, r handles.Record, p *handles.Progress) (json.RawMessage, error) {
		for row := range 3 {
			p.Report(float64(row+1), 3, "counting")
		}
		return json.RawMessage(`{"counted":3}`), nil
	})

	// In the call that starts it.
	owner := handles.Owner{Issuer: "https://login.example.com", Subject: "alice"}
	r, _, err := engine.Start(ctx, handles.NewJob{
		Tool: "recount", Prefix: "rc", Owner: owner, Arguments: json.RawMessage(`{"warehouse":"Chicago"}`),
		Keep: 24 * time.Hour, Repeat: handles.Safe,
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	// In a later one.
	for !r.State.Final() {
		if r, err = engine.Wait(ctx, owner, r.ID, r.Revision); err != nil {
			fmt.Println(err)
			return
		}
	}
	fmt.Println(r.State, string(r.Result), r.Progress.Done, "of", r.Progress.Total)
	// Output: completed {"counted":3} 3 of 3
}

func ExampleMemory() {
	engine := handles.Memory()
	defer engine.Close()
	_, err := engine.Get(context.Background(), handles.Owner{Issuer: "i", Subject: "s"}, handles.NewID("rc"))
	fmt.Println(err)
	// Output: there is no such handle; use one that a start returned, or start anew
}

// Two engines over one store share their jobs, as two processes do.
func ExampleOver() {
	ctx := context.Background()
	store := handles.MemoryStore(nil)
	here, there := handles.Over(store, handles.Options{}), handles.Over(store, handles.Options{Lease: time.Second})
	defer here.Close()
	defer there.Close()
	owner := handles.Owner{Issuer: "https://login.example.com", Subject: "alice"}
	r, _, err := here.Start(ctx, handles.NewJob{Tool: "recount", Prefix: "rc", Owner: owner, Keep: time.Hour, Repeat: handles.Once})
	if err != nil {
		fmt.Println(err)
		return
	}
	r, err = there.Cancel(ctx, owner, r.ID)
	fmt.Println(r.State, err)
	// Output: cancelled <nil>
}

func ExampleMemoryStore() {
	now := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	store := handles.MemoryStore(func() time.Time { return now })
	fmt.Println(store.Now(context.Background()))
	// Output: 2026-03-01 12:00:00 +0000 UTC <nil>
}

// Do makes a write safe to retry: the second call with the same key gets the first call's result.
func ExampleEngine_do() {
	ctx := context.Background()
	engine := handles.Memory()
	defer engine.Close()
	reorder := handles.NewJob{
		Tool: "create_reorder", Prefix: "ro", Owner: handles.Owner{Issuer: "https://login.example.com", Subject: "alice"},
		Key: "2026-03-01", Arguments: json.RawMessage(`{"product_sku":"SKU-4421"}`), Keep: 24 * time.Hour, Repeat: handles.Once,
	}
	for range 2 {
		r, existed, err := engine.Do(ctx, reorder, func(context.Context, handles.Record, *handles.Progress) (json.RawMessage, error) {
			fmt.Println("ordering")
			return json.RawMessage(`{"reorder_id":"7"}`), nil
		})
		fmt.Println(r.State, string(r.Result), existed, err)
	}
	reorder.Arguments = json.RawMessage(`{"product_sku":"SKU-9999"}`)
	_, _, err := engine.Do(ctx, reorder, nil)
	fmt.Println(errors.As(err, new(*handles.ConflictError)))
	// Output:
	// ordering
	// completed {"reorder_id":"7"} false <nil>
	// completed {"reorder_id":"7"} true <nil>
	// true
}

func ExampleNewID() {
	id := handles.NewID("rc")
	fmt.Println(id[:3], len(id), handles.WellFormed(id))
	// Output: rc_ 29 true
}

func ExampleWellFormed() {
	fmt.Println(handles.WellFormed("rc_aaaaaaaaaaaaaaaaaaaaaaaaaa"), handles.WellFormed("rc_42"))
	// Output: true false
}

// Basket is an author's own state; its handle is handles.ID[Basket].
type Basket struct{ Lines []string }

// Handle says how a basket's handles begin and what it is called.
func (Basket) Handle() (prefix, noun string) { return "bk", "basket" }

func ExampleID() {
	pattern, description := handles.ID[Basket]("").SchemaString()
	fmt.Println(pattern)
	fmt.Println(description)
	// Output:
	// ^bk_[a-z2-7]{26}$
	// Handle of a basket, as an earlier call returned it, e.g. bk_ and 26 letters or digits. Pass it on unchanged; it cannot be made up
}

func ExampleNew() {
	id := handles.New[Basket]()
	fmt.Println(id[:3], id.WellFormed())
	// Output: bk_ true
}

func ExampleDigest() {
	fmt.Println(handles.Digest([]byte(`{"a":1,"b":2}`)) == handles.Digest([]byte(`{ "b": 2, "a": 1 }`)))
	// Output: true
}

func ExampleSealer() {
	sealer, err := handles.NewSealer(nil, []byte("32 random bytes, kept in a secret"))
	if err != nil {
		fmt.Println(err)
		return
	}
	binding := handles.Binding{
		Purpose: "cursor of list_products", Owner: handles.Owner{Issuer: "https://login.example.com", Subject: "alice"},
		Digest: handles.Digest([]byte(`{"query":"tea"}`)),
	}
	cursor, err := sealer.Seal(binding, time.Hour, []byte("after SKU-4421"))
	if err != nil {
		fmt.Println(err)
		return
	}
	text, err := sealer.Open(binding, cursor)
	fmt.Println(string(text), err)
	binding.Owner.Subject = "bob"
	_, err = sealer.Open(binding, cursor)
	fmt.Println(err)
	// Output:
	// after SKU-4421 <nil>
	// this was not issued for this caller and these arguments; begin again without it
}

// A test of a body gives it a Progress of its own.
func ExampleProgress() {
	var p handles.Progress
	p.Report(3, 10, "aisle 3")
	p.Report(2, 10, "back at 2")
	fmt.Printf("%+v\n", p.Measure())
	// Output: {Done:3 Total:10 Message:back at 2}
}

func ExampleRecord_Unanswered() {
	r := handles.Record{
		Requests:  map[string]json.RawMessage{"shelf": nil, "aisle": nil, "floor": nil},
		Responses: map[string]json.RawMessage{"floor": json.RawMessage(`"2"`)},
	}
	fmt.Println(r.Unanswered())
	// Output: [aisle shelf]
}
