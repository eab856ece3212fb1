package result_test

import (
	"path/filepath"
	"reflect"
	"slices"
	"testing"

	"github.com/comity-mcp/comity/benchmarks/result"
)

// held is a run of 100 observations, in which change says how one differs from a level server.
func held(change func(i int, o *result.Observation)) result.Steady {
	s := result.Steady{Date: "2026-07-28"}
	for i := range 100 {
		o := result.Observation{At: float64(i), Heap: 10, Resident: 30, Goroutines: 40, Files: 20, Threads: 8}
		if i < 5 {
			o = result.Observation{At: float64(i), Heap: 4, Resident: 12, Goroutines: 5, Files: 8, Threads: 5}
		}
		if change != nil {
			change(i, &o)
		}
		s.Seen = append(s.Seen, o)
	}
	return s
}

func TestGrown(t *testing.T) {
	for name, c := range map[string]struct {
		change func(i int, o *result.Observation)
		want   []string
	}{
		"what fills at the start is no growth": {nil, nil},
		"a wave is none":                       {func(i int, o *result.Observation) { o.Heap += float64(i % 7); o.Goroutines += i % 5 }, nil},
		"one goroutine in ten seconds is":      {func(i int, o *result.Observation) { o.Goroutines += i / 10 }, []string{"goroutines from 41 to 49"}},
		"a heap that rises is":                 {func(i int, o *result.Observation) { o.Heap += float64(i) / 40 }, []string{"the live heap in MiB from 10.36 to 12.36"}},
		"memory that rises is":                 {func(i int, o *result.Observation) { o.Resident += float64(i) / 8 }, []string{"the resident memory in MiB from 31.81 to 41.81"}},
		"files and threads that stay are":      {func(i int, o *result.Observation) { o.Files += i; o.Threads += i }, []string{"open files from 34 to 114", "threads from 22 to 102"}},
	} {
		t.Run(name, func(t *testing.T) {
			if got := held(c.change).Grown(); !slices.Equal(got, c.want) {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}

func TestASteadyRunIsReadAsItWasWritten(t *testing.T) {
	want, path := held(nil), filepath.Join(t.TempDir(), "steady.json")
	if err := want.Write(path); err != nil {
		t.Fatal(err)
	}
	got, err := result.ReadSteady(path)
	if err != nil || !reflect.DeepEqual(*got, want) {
		t.Errorf("got %v and\n%+v\nwant\n%+v", err, got, want)
	}
	if got, err := result.ReadSteady(path + "x"); got != nil || err != nil {
		t.Errorf("got %v and %v for no file, want neither", got, err)
	}
}
