package plan

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"time"

	"github.com/comity-mcp/comity/benchmarks/load"
	"github.com/comity-mcp/comity/benchmarks/stock"
)

// Profile is a CPU profile over so long of the only server there is, under calls of 2026-07-28 on 16
// connections.
func (b *Bench) Profile(over time.Duration) ([]byte, error) {
	if len(b.targets) != 1 || !b.targets[0].goes() {
		return nil, errors.New("a profile is of one server in Go; name it with -only, for example -only comity")
	}
	s, err := b.open(b.targets[0], opening{tools: few, callers: 16})
	if err != nil {
		return nil, err
	}
	defer s.Stop()
	loop, err := load.Dial(s.address, 16)
	if err != nil {
		return nil, err
	}
	defer loop.Close()
	var profile []byte
	got := make(chan error, 1)
	go func() {
		var err error
		profile, err = fetch(fmt.Sprintf("http://%s/profile?seconds=%d", s.meter, int(over.Seconds())))
		got <- err
	}()
	requests := s.wire(load.Stateless).Calls(stock.Checks(distinct))
	if _, err := loop.Run(requests, load.Plan{For: over + time.Second}); err != nil {
		return nil, err
	}
	return profile, <-got
}

func fetch(url string) ([]byte, error) {
	res, err := http.Get(url)
	if err != nil {
		return nil, fmt.Errorf("fetching a profile: %w", err)
	}
	defer res.Body.Close()
	b, err := io.ReadAll(res.Body)
	if err == nil && res.StatusCode != http.StatusOK {
		err = fmt.Errorf("status %d: %.200s", res.StatusCode, b)
	}
	if err != nil {
		return nil, fmt.Errorf("fetching a profile: %w", err)
	}
	return b, nil
}
