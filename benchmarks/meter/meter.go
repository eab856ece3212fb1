// Package meter tells a benchmark what a Go server has allocated. It belongs to the servers of this
// benchmark and listens on an address of its own, so that the server under test is as its author would run
// it.
package meter

import (
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"net/http/pprof"
	"runtime"
)

// Reading is what the process has used since it started.
type Reading struct {
	// Allocated is bytes, Mallocs objects; neither goes down.
	Allocated, Mallocs uint64
	// Heap is the live and not yet swept bytes of objects.
	Heap uint64
	// Collections is how often the garbage was collected.
	Collections uint32
	// Goroutines is how many there are now.
	Goroutines int
}

// Serve answers on address until the process ends: GET /reading with a [Reading], after a collection of the
// garbage when it has ?collect, and GET /profile?seconds=N with a CPU profile. An empty address does
// nothing.
func Serve(address string) error {
	if address == "" {
		return nil
	}
	l, err := net.Listen("tcp", address)
	if err != nil {
		return fmt.Errorf("listening for the meter: %w", err)
	}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /reading", func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Query().Has("collect") {
			runtime.GC()
		}
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		json.NewEncoder(w).Encode(Reading{m.TotalAlloc, m.Mallocs, m.HeapAlloc, m.NumGC, runtime.NumGoroutine()})
	})
	mux.HandleFunc("GET /profile", pprof.Profile)
	go http.Serve(l, mux)
	return nil
}
