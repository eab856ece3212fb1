package result

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"
)

// Steady is one run of the program steady: a server under half its load for a long time.
type Steady struct {
	Date, Commit string
	Machine      Machine
	Quick        bool
	// Asked is how many requests a second were sent, Possible how many the server can answer.
	Asked, Possible float64
	// Right and Refused are how many answers were checked: to good requests, and to wrong ones.
	Right, Refused int
	// Kinds are the wrong requests that were sent.
	Kinds []string
	// Half and Most are the milliseconds within which 50 % and 99 % of the answers came.
	Half, Most float64
	Seen       []Observation
}

// Observation is what the server held at one time.
type Observation struct {
	// At is seconds since the start.
	At float64
	// Heap is MiB of live objects after a collection, Resident MiB in memory.
	Heap, Resident float64
	Goroutines     int
	Files          int
	Threads        int
}

// Early and Late are the medians over the second tenth and over the last tenth of the time: the first tenth
// is left out, in which pools and caches fill.
func (s Steady) Early() Observation { return s.over(0.1, 0.2) }

// Late is described at [Steady.Early].
func (s Steady) Late() Observation { return s.over(0.9, 1) }

func (s Steady) over(from, to float64) Observation {
	n := len(s.Seen)
	if n == 0 {
		return Observation{}
	}
	part := s.Seen[min(int(from*float64(n)), n-1):max(int(to*float64(n)), min(int(from*float64(n))+1, n))]
	of := func(v func(Observation) float64) float64 {
		values := map[int]float64{}
		for i, o := range part {
			values[i] = v(o)
		}
		m, _ := middle(values)
		return m
	}
	return Observation{
		At:         of(func(o Observation) float64 { return o.At }),
		Heap:       of(func(o Observation) float64 { return o.Heap }),
		Resident:   of(func(o Observation) float64 { return o.Resident }),
		Goroutines: int(of(func(o Observation) float64 { return float64(o.Goroutines) })),
		Files:      int(of(func(o Observation) float64 { return float64(o.Files) })),
		Threads:    int(of(func(o Observation) float64 { return float64(o.Threads) })),
	}
}

// Grown are what has grown from early to late beyond what comes and goes: 5 % and 1 MiB of live heap, 10 %
// and 4 MiB of memory, 4 goroutines, files or threads.
func (s Steady) Grown() []string {
	early, late := s.Early(), s.Late()
	var out []string
	grown := func(name string, was, is, share, slack float64) {
		if is > was*(1+share)+slack {
			out = append(out, fmt.Sprintf("%s from %.4g to %.4g", name, was, is))
		}
	}
	grown("the live heap in MiB", early.Heap, late.Heap, 0.05, 1)
	grown("the resident memory in MiB", early.Resident, late.Resident, 0.1, 4)
	grown("goroutines", float64(early.Goroutines), float64(late.Goroutines), 0, 4)
	grown("open files", float64(early.Files), float64(late.Files), 0, 4)
	grown("threads", float64(early.Threads), float64(late.Threads), 0, 4)
	return out
}

// Verdict says in a sentence whether anything has grown.
func (s Steady) Verdict() string {
	if grown := s.Grown(); len(grown) > 0 {
		return "Grown: " + strings.Join(grown, "; ") + "."
	}
	return "Nothing has grown."
}

// Write keeps the run in a file.
func (s Steady) Write(path string) error {
	b, err := json.MarshalIndent(s, "", " ")
	if err == nil {
		err = os.WriteFile(path, append(b, '\n'), 0o644)
	}
	if err != nil {
		return fmt.Errorf("writing the steady run: %w", err)
	}
	return nil
}

// ReadSteady reads what [Steady.Write] wrote; nil when there is no such file.
func ReadSteady(path string) (*Steady, error) {
	b, err := os.ReadFile(path)
	if os.IsNotExist(err) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("reading the steady run: %w", err)
	}
	var s Steady
	if err := json.Unmarshal(b, &s); err != nil {
		return nil, fmt.Errorf("reading the steady run in %s: %w", path, err)
	}
	return &s, nil
}
