package auth

import (
	"fmt"
	"testing"
	"time"
)

// TestTheCacheIsBounded looks inside, since thousands of tokens would be needed to see it from outside.
func TestTheCacheIsBounded(t *testing.T) {
	now := time.Unix(0, 0)
	held := func(c *cache[int]) int { return len(c.young) + len(c.old) }
	for _, c := range []struct {
		claim               string
		maxEntries, maxSize int
		size, most          int
	}{
		{"by entries", 10, 1 << 20, 1, 20},
		{"by size", 1 << 20, 100, 10, 20},
		{"an entry over the size is held alone", 1 << 20, 100, 1000, 2},
	} {
		t.Run(c.claim, func(t *testing.T) {
			cache := newCache[int](c.maxEntries, c.maxSize)
			for n := range 1000 {
				key := digest{byte(n), byte(n >> 8)}
				cache.put(key, n, c.size, now.Add(time.Minute))
				if got, ok := cache.get(key, now); !ok || got != n {
					t.Fatalf("what was put last is not there: got %d, %v", got, ok)
				}
				if got := held(cache); got > c.most {
					t.Fatalf("after %d entries %d are held, want at most %d", n+1, got, c.most)
				}
			}
			if got, ok := cache.get(digest{}, now); ok {
				t.Errorf("the first of a thousand is still there: %d", got)
			}
		})
	}
}

func TestAnOldEntryIsForgotten(t *testing.T) {
	cache, now := newCache[string](10, 100), time.Unix(0, 0)
	cache.put(digest{}, "first", 1, now.Add(time.Second))
	for _, c := range []struct {
		at   time.Duration
		want string
	}{{0, "first true"}, {time.Second - 1, "first true"}, {time.Second, " false"}} {
		got, ok := cache.get(digest{}, now.Add(c.at))
		if said := fmt.Sprint(got, " ", ok); said != c.want {
			t.Errorf("after %v: got %q, want %q", c.at, said, c.want)
		}
	}
}
