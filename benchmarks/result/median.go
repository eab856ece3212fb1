package result

import "slices"

// Cell names what samples of several rounds have in common.
type Cell struct {
	Phase  Phase
	Target string
	Era    string
	At     int
}

// Value picks a number of a sample.
type Value func(Sample) float64

// The numbers that are reported.
var (
	CPU         Value = func(s Sample) float64 { return s.CPU }
	Generator   Value = func(s Sample) float64 { return s.Generator }
	Rate        Value = func(s Sample) float64 { return s.Rate }
	Half        Value = func(s Sample) float64 { return s.Half }
	Most        Value = func(s Sample) float64 { return s.Most }
	Allocations Value = func(s Sample) float64 { return s.Allocations }
	KiB         Value = func(s Sample) float64 { return s.KiB }
	Idle        Value = func(s Sample) float64 { return s.Idle }
	Peak        Value = func(s Sample) float64 { return s.Peak }
)

// Median is the median over the rounds of a cell; false when there is none.
func (r Run) Median(c Cell, v Value) (float64, bool) {
	return middle(r.values(c, v))
}

// Spread is the distance between the quartiles as a share of the median: half of all rounds lie within.
func (r Run) Spread(c Cell, v Value) (float64, bool) {
	values := sorted(r.values(c, v))
	m, ok := middle(values)
	if !ok || m == 0 {
		return 0, false
	}
	return (at(values, 0.75) - at(values, 0.25)) / m, true
}

// Ratio is the median over the rounds of the ratio within a round, which leaves out what changed on the
// machine between rounds.
func (r Run) Ratio(over, under Cell, v Value) (float64, bool) {
	above, below := r.values(over, v), r.values(under, v)
	var ratios []float64
	for round, a := range above {
		if b := below[round]; b > 0 {
			ratios = append(ratios, a/b)
		}
	}
	slices.Sort(ratios)
	if len(ratios) == 0 {
		return 0, false
	}
	return at(ratios, 0.5), true
}

// Ats are the settings that a phase was measured at for a target, rising.
func (r Run) Ats(p Phase, target, era string) []int {
	var out []int
	for _, s := range r.Samples {
		if s.Phase == p && s.Target == target && s.Era == era && !slices.Contains(out, s.At) {
			out = append(out, s.At)
		}
	}
	slices.Sort(out)
	return out
}

// Answers is how many answers were checked in all.
func (r Run) Answers() int {
	n := 0
	for _, s := range r.Samples {
		n += s.Answers
	}
	return n
}

// values are by round; a round that measured a cell several times counts by the median of them.
func (r Run) values(c Cell, v Value) map[int]float64 {
	rounds := map[int][]float64{}
	for _, s := range r.Samples {
		if (Cell{s.Phase, s.Target, s.Era, s.At}) == c {
			rounds[s.Round] = append(rounds[s.Round], v(s))
		}
	}
	out := map[int]float64{}
	for round, values := range rounds {
		slices.Sort(values)
		out[round] = at(values, 0.5)
	}
	return out
}

func sorted(values map[int]float64) []float64 {
	var out []float64
	for _, v := range values {
		out = append(out, v)
	}
	slices.Sort(out)
	return out
}

func middle[T []float64 | map[int]float64](values T) (float64, bool) {
	var s []float64
	switch v := any(values).(type) {
	case []float64:
		s = v
	case map[int]float64:
		s = sorted(v)
	}
	if len(s) == 0 {
		return 0, false
	}
	return at(s, 0.5), true
}

// at is the quantile q of sorted values, between two of them where it falls there.
func at(values []float64, q float64) float64 {
	place := q * float64(len(values)-1)
	low := int(place)
	if low == len(values)-1 {
		return values[low]
	}
	return values[low] + (place-float64(low))*(values[low+1]-values[low])
}
