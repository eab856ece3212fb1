package annotations_test

import (
	"fmt"

	"github.com/comity-mcp/comity/annotations"
)

func Example() {
	fmt.Printf("%+v\n", annotations.Reads(annotations.Closed))
	fmt.Printf("%+v\n", annotations.Writes(annotations.Creates, annotations.Closed))
	// Output:
	// {ReadOnly:true Destructive:false Idempotent:true OpenWorld:false}
	// {ReadOnly:false Destructive:false Idempotent:false OpenWorld:false}
}

func ExampleReads() {
	fmt.Println(annotations.Reads(annotations.Open).OpenWorld)
	// Output: true
}

func ExampleWrites() {
	for e := annotations.Creates; e <= annotations.Deletes; e++ {
		h := annotations.Writes(e, annotations.Closed)
		fmt.Printf("%-8v destructive %-5v idempotent %v\n", e, h.Destructive, h.Idempotent)
	}
	// Output:
	// creates  destructive false idempotent false
	// ensures  destructive false idempotent true
	// alters   destructive true  idempotent false
	// sends    destructive true  idempotent false
	// replaces destructive true  idempotent true
	// deletes  destructive true  idempotent true
}

func ExampleEffect_Valid() {
	fmt.Println(annotations.Sends.Valid(), annotations.Effect(0).Valid(), annotations.Effect(0))
	// Output: true false effect(0)
}

func ExampleWorld_Valid() {
	fmt.Println(annotations.Open.Valid(), annotations.World(0).Valid(), annotations.Open, annotations.Closed, annotations.World(9))
	// Output: true false open closed world(9)
}
