package jetstream

import (
	"sync"
	"time"
)

// A clock is that of the cluster, as last heard of and carried on by the monotonic clock of this process,
// so that a jump of the wall clock here changes nothing.
type clock struct {
	told func() time.Time // in its place

	mu   sync.Mutex
	then time.Time // what the cluster said
	at   time.Time // when
}

// set takes in what the cluster said between two times here.
func (c *clock) set(said, asked, heard time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.then, c.at = said, asked.Add(heard.Sub(asked)/2)
}

func (c *clock) now() time.Time {
	if c.told != nil {
		return c.told()
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.then.Add(time.Since(c.at))
}
