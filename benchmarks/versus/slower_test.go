package versus_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/comity-mcp/comity/benchmarks/versus"
)

// printed is what benchstat of golang.org/x/perf prints as CSV.
const printed = `goos: linux
goarch: amd64
pkg: x/lint
,before,,after,,,
,sec/op,CI,sec/op,CI,vs base,P
Run-2,1.01e-07,1%,1.51e-07,1%,+49.50%,p=0.002 n=6
Fast-2,1.01e-07,1%,0.51e-07,1%,-49.50%,p=0.002 n=6
Same-2,1.01e-07,1%,1.31e-07,40%,~,p=0.310 n=6
Little-2,1.00e-07,1%,1.05e-07,1%,+5.00%,p=0.002 n=6
New-2,,,5.0e-08,1%
Gone-2,5.0e-08,1%
geomean,1.01e-07,,1.51e-07,,+49.50%,

,before,,after,,,
,B/op,CI,B/op,CI,vs base,P
Run-2,0,0%,5,0%,?,p=0.002 n=6

,before,,after,,,
,B/s,CI,B/s,CI,vs base,P
Run-2,100,0%,200,0%,+100.00%,p=0.002 n=6

pkg: x/schema
,before,,after,,,
,allocs/op,CI,allocs/op,CI,vs base,P
Decode-2,10,0%,12,0%,+20.00%,p=0.002 n=6
`

func TestDearer(t *testing.T) {
	got, err := versus.Dearer(strings.NewReader(printed), 10)
	want := []versus.Change{
		{"x/lint", "Run-2", "sec/op", 49.5},
		{"x/lint", "Run-2", "B/op", 0},
		{"x/schema", "Decode-2", "allocs/op", 20},
	}
	if err != nil || !slices.Equal(got, want) {
		t.Errorf("got %v and\n%v\nwant\n%v", err, got, want)
	}
	lines := []string{want[0].String(), want[1].String()}
	if wanted := []string{"x/lint Run-2: sec/op is 49.5 % more", "x/lint Run-2: B/op was zero"}; !slices.Equal(lines, wanted) {
		t.Errorf("got %q, want %q", lines, wanted)
	}
}
