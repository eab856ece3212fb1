package load

import (
	"slices"
	"time"
)

// Tally is what a run came to.
type Tally struct {
	// Answers is how many were checked and right.
	Answers int
	// Refused is how many of them were refusals of wrong requests.
	Refused int
	// Took is from the first request to the last answer.
	Took time.Duration
	// waits are how long each answer took, sorted at the first question.
	waits  []time.Duration
	sorted bool
}

// Rate is answers a second.
func (t *Tally) Rate() float64 {
	if t.Took == 0 {
		return 0
	}
	return float64(t.Answers) / t.Took.Seconds()
}

// Wait is the time within which the share q of all answers came, 0.5 for the median.
func (t *Tally) Wait(q float64) time.Duration {
	if len(t.waits) == 0 {
		return 0
	}
	if !t.sorted {
		slices.Sort(t.waits)
		t.sorted = true
	}
	return t.waits[min(int(q*float64(len(t.waits))), len(t.waits)-1)]
}
