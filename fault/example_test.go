package fault_test

import (
	"errors"
	"fmt"

	"github.com/comity-mcp/comity/fault"
)

var (
	ruleTitle = fault.Rule{ID: "tool-title", Level: fault.Error, Doc: "A tool has a title, which a person sees."}
	ruleShort = fault.Rule{ID: "tool-description-short", Level: fault.Warning, Doc: "A description says when to use the tool."}
)

func Example() {
	found := fault.Problems{
		ruleShort.Problem("check_stock.description", "The description has 12 characters; say when to use the tool."),
		ruleTitle.Problem("check_stock.title", "The title is missing; set Spec.Title to what a person should see."),
	}
	if err := found.Err(); err != nil {
		fmt.Println(err)
	}
	// Output:
	// 1 problem in the declaration:
	//   check_stock.title: The title is missing; set Spec.Title to what a person should see. [tool-title]
}

func ExampleProblems_Err() {
	warned := fault.Problems{ruleShort.Problem("check_stock.description", "It is short; say more.")}
	fmt.Println(warned.Err())

	refused := append(warned, ruleTitle.Problem("check_stock.title", "It is missing; set it."))
	ps, ok := errors.AsType[fault.Problems](fmt.Errorf("declaring: %w", refused.Err()))
	fmt.Println(len(ps), ok)
	// Output:
	// <nil>
	// 2 true
}

func ExampleProblems_Of() {
	found := fault.Problems{ruleShort.Problem("a", "Say more."), ruleTitle.Problem("b", "Set it.")}
	for _, p := range found.Of(fault.Warning) {
		fmt.Println(p)
	}
	// Output: a: Say more. [tool-description-short]
}

func ExampleProblems_Sort() {
	found := fault.Problems{
		{Rule: ruleTitle, Path: "b.title", Says: "Set it.", At: "main.go:9"},
		{Rule: ruleShort, Path: "a.description", Says: "Say more.", At: "main.go:9"},
		{Rule: ruleTitle, Path: "c.title", Says: "Set it.", At: "main.go:5"},
	}
	found.Sort()
	for _, p := range found {
		fmt.Println(p)
	}
	// Output:
	// main.go:5: c.title: Set it. [tool-title]
	// main.go:9: a.description: Say more. [tool-description-short]
	// main.go:9: b.title: Set it. [tool-title]
}

func ExampleRule_Problem() {
	p := ruleTitle.Problem("check_stock.title", "The title is missing; set Spec.Title.")
	fmt.Println(p.Rule.Level, p)
	// Output: error check_stock.title: The title is missing; set Spec.Title. [tool-title]
}
