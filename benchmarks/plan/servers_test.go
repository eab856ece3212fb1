package plan

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/comity-mcp/comity/benchmarks/load"
	"github.com/comity-mcp/comity/benchmarks/result"
	"github.com/comity-mcp/comity/benchmarks/stock"
)

// started is a bench with every server that can be started here; those in Go always can.
func started(t *testing.T) *Bench {
	b := &Bench{Dir: "..", Extent: Quick(), Report: func(s string) { t.Log(s) }}
	b.Extent.Warm, b.Extent.For = 10*time.Millisecond, 30*time.Millisecond
	b.Extent.Listed, b.Extent.Tools, b.Extent.Callers, b.Extent.Sizes = []int{2}, []int{3}, []int{5}, []int{1000}
	if err := b.Prepare(&result.Run{}); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(b.Close)
	return b
}

// A server that does not check its arguments would win by what it leaves out.
func TestServersRefuseWhatTheirSchemasForbid(t *testing.T) {
	b := started(t)
	for _, target := range b.turned(0, func(t Target) bool { return plain(t) && t.Name != Floor }) {
		t.Run(target.Name, func(t *testing.T) {
			s, err := b.open(target, opening{tools: 1})
			if err != nil {
				t.Fatal(err)
			}
			defer s.Stop()
			l, err := load.Dial(s.address, 1)
			if err != nil {
				t.Fatal(err)
			}
			defer l.Close()
			for _, era := range load.Eras {
				requests := s.wire(era).Calls([]stock.Call{
					{Tool: "check_inventory", Arguments: `{"product_sku":"SKU-0001","warehouse":"Chicago","colour":"red"}`},
					{Tool: "check_inventory", Arguments: `{"product_sku":"sku-1","warehouse":"Chicago"}`},
					{Tool: "note_stock", Arguments: `{"product_sku":"SKU-0001","note":"dry","colour":"red"}`},
					{Tool: "note_stock", Arguments: `{"product_sku":"SKU-0001"}`},
				})
				for i := range requests {
					requests[i].Check = load.Refuses()
				}
				if _, err := l.Run(requests, load.Plan{For: longest, Most: len(requests)}); err != nil {
					t.Errorf("%v: %v", era, err)
				}
			}
		})
	}
}

func TestEveryPhaseIsMeasured(t *testing.T) {
	b := started(t)
	b.targets = slices.DeleteFunc(b.targets, func(t Target) bool { return !t.goes() })
	if err := b.Measure(); err != nil {
		t.Fatal(err)
	}
	got := map[result.Phase][]string{}
	for _, s := range b.run.Samples {
		if s.Answers == 0 || s.Phase != result.Start && (s.Rate == 0 || s.Allocations == 0 || s.KiB == 0 || s.Peak == 0) {
			t.Errorf("an empty sample: %+v", s)
		}
		if !slices.Contains(got[s.Phase], s.Target) {
			got[s.Phase] = append(got[s.Phase], s.Target)
		}
	}
	all := []string{Floor, Comity, ComityQuiet, ComityFile, ComityTokens, GoSDK, McpGo}
	some := []string{Floor, Comity, GoSDK, McpGo}
	want := map[result.Phase][]string{
		result.Call: all, result.List: some, result.Stdio: {Comity, GoSDK, McpGo}, result.Start: some, result.Memory: some,
		result.Arguments: some, result.Results: some, result.Tools: some, result.Callers: {ComityTokens},
	}
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("got\n%v\nwant\n%v", got, want)
	}
}

func TestTheOrderTurnsByOneARound(t *testing.T) {
	b := &Bench{targets: []Target{{Name: "a"}, {Name: "b"}, {Name: "c"}}}
	for round, want := range []string{"abc", "bca", "cab", "abc"} {
		got := ""
		for _, target := range b.turned(round, every) {
			got += target.Name
		}
		if got != want {
			t.Errorf("round %d: got %s, want %s", round, got, want)
		}
	}
}
