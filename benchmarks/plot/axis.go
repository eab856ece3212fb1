package plot

import (
	"errors"
	"fmt"
	"math"
	"strconv"
)

// Axis says how one direction is read.
type Axis struct {
	// Name is what it shows, with the unit.
	Name string
	// Log is whether equal distances are equal ratios; its values are then above zero. Otherwise the axis
	// begins at zero.
	Log bool
	// Label writes a value. Nil writes the number.
	Label func(float64) string
}

func (a Axis) label(v float64) string {
	if a.Label != nil {
		return a.Label(v)
	}
	return strconv.FormatFloat(v, 'f', -1, 64)
}

// scale is an axis over the values there are.
type scale struct {
	log       bool
	low, high float64
	ticks     []float64
}

var errNoPoints = errors.New("there is nothing to draw")

func (a Axis) over(lines []Line, value func(Point) float64) (scale, error) {
	low, high, any := math.Inf(1), math.Inf(-1), false
	for _, l := range lines {
		for _, p := range l.Points {
			v := value(p)
			if a.Log && v <= 0 {
				return scale{}, fmt.Errorf("%v has no place on the axis %q, whose values are above zero", v, a.Name)
			}
			low, high, any = min(low, v), max(high, v), true
		}
	}
	if !any {
		return scale{}, errNoPoints
	}
	if a.Log {
		return logarithmic(low, high), nil
	}
	return linear(high), nil
}

func logarithmic(low, high float64) scale {
	s := scale{log: true, low: math.Pow(10, math.Floor(math.Log10(low)+1e-9)), high: math.Pow(10, math.Ceil(math.Log10(high)-1e-9))}
	if s.low == s.high {
		s.high *= 10
	}
	for t := s.low; t <= s.high*1.001; t *= 10 {
		s.ticks = append(s.ticks, t)
	}
	return s
}

// linear has at most seven ticks at 1, 2 or 5 times a power of ten.
func linear(high float64) scale {
	if high <= 0 {
		high = 1
	}
	step := math.Pow(10, math.Floor(math.Log10(high)))
	for _, f := range []float64{0.2, 0.5, 1} {
		if high/(step*f) <= 6 {
			step *= f
			break
		}
	}
	s := scale{high: math.Ceil(high/step-1e-9) * step}
	for n := 0; float64(n)*step <= s.high*1.001; n++ {
		s.ticks = append(s.ticks, math.Round(float64(n)*step*1e6)/1e6) // 3*0.2 is 0.6
	}
	return s
}

// place is where a value lies, from 0 to 1.
func (s scale) place(v float64) float64 {
	if s.log {
		return (math.Log10(v) - math.Log10(s.low)) / (math.Log10(s.high) - math.Log10(s.low))
	}
	return (v - s.low) / (s.high - s.low)
}

// Bytes labels a size, in powers of ten.
func Bytes(v float64) string {
	switch {
	case v >= 1e6:
		return fmt.Sprintf("%.4g MB", v/1e6)
	case v >= 1e3:
		return fmt.Sprintf("%.4g kB", v/1e3)
	}
	return fmt.Sprintf("%.4g B", v)
}
