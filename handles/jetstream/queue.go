package jetstream

import "cmp"

// A queue holds the jobs of a tool that wait for a worker, the one created first on top. What waits no
// more is taken out when it comes to the top.
type queue []waiting

// waiting is a job that waits as of the message with a sequence.
type waiting struct {
	id      string
	created int64 // microseconds
	seq     uint64
}

func (q queue) Len() int { return len(q) }

func (q queue) Less(i, j int) bool {
	return cmp.Or(cmp.Compare(q[i].created, q[j].created), cmp.Compare(q[i].seq, q[j].seq)) < 0
}

func (q queue) Swap(i, j int) { q[i], q[j] = q[j], q[i] }

// Push is for container/heap.
func (q *queue) Push(w any) { *q = append(*q, w.(waiting)) }

// Pop is for container/heap.
func (q *queue) Pop() any {
	last := len(*q) - 1
	w := (*q)[last]
	(*q)[last] = waiting{}
	*q = (*q)[:last]
	return w
}
