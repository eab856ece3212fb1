package plot_test

import (
	"fmt"
	"strings"

	"github.com/comity-mcp/comity/benchmarks/plot"
)

func ExampleChart_SVG() {
	svg, err := plot.Chart{
		Title: "Cost of a call", Description: "Flat.",
		X: plot.Axis{Name: "tools", Log: true}, Y: plot.Axis{Name: "microseconds"},
		Lines: []plot.Line{{Name: "Comity", Points: []plot.Point{{1, 20}, {1000, 21}}}},
	}.SVG()
	fmt.Println(err, strings.Count(svg, "<circle"))
	// Output: <nil> 3
}
