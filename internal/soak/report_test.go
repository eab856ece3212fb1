//go:build soak

package soak_test

import (
	"strings"
	"testing"
	"time"
)

// report judges what became of every piece and prints it.
func report(t *testing.T, f *fleet, pieces []*piece, where string, took time.Duration) {
	t.Helper()
	began := f.began()
	ids := map[string]bool{}
	var completed, interrupted, neverRan int
	reruns := map[int]int{} // how many safe ones began so often
	for _, p := range pieces {
		ids[p.id] = true
		ran := began[p.item]
		delete(began, p.item)
		whole := p.end.Status == "completed" && p.end.Result != nil && p.end.Result.Item == p.item && p.end.Result.Steps == p.arguments()["steps"]
		switch {
		case p.name == safe && !whole:
			t.Errorf("item %d may run again, and is %+v after it began %d times", p.item, p.end, ran)
		case p.name == safe && ran == 0, p.name == once && whole && ran != 1:
			t.Errorf("item %d is completed and began %d times", p.item, ran)
		case p.name == safe:
			reruns[ran]++
		case ran > 1:
			t.Errorf("item %d may run once, and began %d times", p.item, ran)
		case whole:
			completed++
		case p.end.Status == "failed" && strings.Contains(p.end.Reason, "interrupted"):
			interrupted++
			neverRan += 1 - ran
		default:
			t.Errorf("item %d may run once, and is %+v", p.item, p.end)
		}
	}
	if len(ids) != jobs || len(began) != 0 {
		t.Errorf("there are %d handles of %d jobs; ran without being started: %v", len(ids), jobs, began)
	}
	if f.lost.Load() == 0 || interrupted == 0 || reruns[1] == 2*jobs/3 {
		t.Errorf("%d calls lost their answer, %d jobs were interrupted, and of those that may run again %v began so often: the kills hit nothing",
			f.lost.Load(), interrupted, reruns)
	}
	t.Logf("%d jobs on %s, by %d processes that were killed %d times, in %v", jobs, where, processes, kills, took.Round(time.Second))
	t.Logf("%d calls went unanswered and were repeated, as were %d that were told to come again", f.lost.Load(), f.told.Load())
	for n := 1; n <= kills+1; n++ {
		if reruns[n] > 0 {
			t.Logf("may run again: %3d completed after they began %d times", reruns[n], n)
		}
	}
	t.Logf("may run once:  %3d completed, %d interrupted (%d of them before the handler began)", completed, interrupted, neverRan)
}
