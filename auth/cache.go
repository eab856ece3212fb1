package auth

import (
	"crypto/sha256"
	"sync"
	"time"
)

// A digest stands for a token wherever one must be remembered.
type digest [sha256.Size]byte

// digestOf returns the SHA-256 of token. It copies the token piece by piece onto the stack, so that nothing
// is allocated however long it is.
func digestOf(token string) digest {
	var piece [512]byte
	h := sha256.New()
	for token != "" {
		n := copy(piece[:], token)
		h.Write(piece[:n])
		token = token[n:]
	}
	var d digest
	h.Sum(d[:0])
	return d
}

// A cache remembers the outcome for a token until a time. It holds two generations: when the younger is
// full it becomes the older, and what was the older is forgotten. It is safe for concurrent use.
type cache[T any] struct {
	mu         sync.RWMutex
	young, old map[digest]kept[T]
	size       int // bytes of tokens in young
	maxEntries int // of one generation
	maxSize    int // of one generation, in bytes of tokens, which what is kept of them is in proportion to
}

type kept[T any] struct {
	value T
	until time.Time
}

func newCache[T any](maxEntries, maxSize int) *cache[T] {
	return &cache[T]{young: map[digest]kept[T]{}, maxEntries: maxEntries, maxSize: maxSize}
}

// get returns what is kept for key and still good at now.
func (c *cache[T]) get(key digest, now time.Time) (value T, ok bool) {
	c.mu.RLock()
	k, ok := c.young[key]
	if !ok {
		k, ok = c.old[key]
	}
	c.mu.RUnlock()
	if !ok || !now.Before(k.until) {
		return value, false
	}
	return k.value, true
}

// remembers reports whether something was kept for key lately, be it still good or not.
func (c *cache[T]) remembers(key digest) bool {
	c.mu.RLock()
	defer c.mu.RUnlock()
	_, young := c.young[key]
	_, old := c.old[key]
	return young || old
}

// put keeps value for a token of size bytes until a time.
func (c *cache[T]) put(key digest, value T, size int, until time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.young) >= c.maxEntries || c.size+size > c.maxSize {
		c.old, c.young, c.size = c.young, map[digest]kept[T]{}, 0
	}
	if _, again := c.young[key]; !again {
		c.size += size
	}
	c.young[key] = kept[T]{value, until}
}
