package result_test

import (
	"path/filepath"
	"reflect"
	"testing"

	"github.com/comity-mcp/comity/benchmarks/result"
)

// sampled are rounds of two servers, the second three times as dear in each, while the machine slows down.
func sampled() result.Run {
	r := result.Run{Date: "2026-07-28", Rounds: 3, Machine: result.Machine{Cores: 2, Server: []int{1}}, Versions: map[string]string{"Go": "1.26"}}
	for round, cpu := range []float64{10, 20, 40} {
		r.Samples = append(r.Samples,
			result.Sample{Phase: result.Call, Target: "a", Era: "e", At: 16, Round: round, CPU: cpu, Answers: 5},
			result.Sample{Phase: result.Call, Target: "b", Era: "e", At: 16, Round: round, CPU: 3 * cpu, Answers: 5})
	}
	return r
}

func TestMedianSpreadAndRatio(t *testing.T) {
	r := sampled()
	a, b := result.Cell{Phase: result.Call, Target: "a", Era: "e", At: 16}, result.Cell{Phase: result.Call, Target: "b", Era: "e", At: 16}
	none := result.Cell{Phase: result.List, Target: "a", Era: "e", At: 16}
	type got struct {
		v  float64
		ok bool
	}
	of := func(v float64, ok bool) got { return got{v, ok} }
	for name, c := range map[string]struct{ got, want got }{
		"the median is the middle round":                  {of(r.Median(a, result.CPU)), got{20, true}},
		"the spread is between the quartiles, as a share": {of(r.Spread(a, result.CPU)), got{0.75, true}},
		"a ratio is taken within rounds":                  {of(r.Ratio(b, a, result.CPU)), got{3, true}},
		"there is no median of what was not measured":     {of(r.Median(none, result.CPU)), got{}},
		"there is no ratio to what was not measured":      {of(r.Ratio(a, none, result.CPU)), got{}},
		"there is no spread of zeros":                     {of(r.Spread(a, result.KiB)), got{}},
	} {
		t.Run(name, func(t *testing.T) {
			if c.got != c.want {
				t.Errorf("got %v, want %v", c.got, c.want)
			}
		})
	}
	r.Samples = append(r.Samples, result.Sample{Phase: result.Call, Target: "a", Era: "e", At: 1, CPU: 4})
	if got, want := r.Ats(result.Call, "a", "e"), []int{1, 16}; !reflect.DeepEqual(got, want) {
		t.Errorf("got the settings %v, want %v", got, want)
	}
	if got := r.Answers(); got != 30 {
		t.Errorf("got %d answers, want 30", got)
	}
}

func TestARoundThatMeasuredACellOftenCountsOnce(t *testing.T) {
	r := sampled()
	for range 4 {
		r.Samples = append(r.Samples, result.Sample{Phase: result.Call, Target: "a", Era: "e", At: 16, Round: 0, CPU: 10})
	}
	if got, _ := r.Median(result.Cell{Phase: result.Call, Target: "a", Era: "e", At: 16}, result.CPU); got != 20 {
		t.Errorf("got %v, want 20", got)
	}
}

func TestARunIsReadAsItWasWritten(t *testing.T) {
	want, path := sampled(), filepath.Join(t.TempDir(), "run.json")
	if err := want.Write(path); err != nil {
		t.Fatal(err)
	}
	got, err := result.Read(path)
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("got %v and\n%+v\nwant\n%+v", err, got, want)
	}
}
