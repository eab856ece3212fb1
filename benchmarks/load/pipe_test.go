package load_test

import (
	"bufio"
	"io"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/comity-mcp/comity/benchmarks/load"
	"github.com/comity-mcp/comity/benchmarks/stock"
)

// piped is a server over pipes. It answers what has come so far in reverse, and spoils what it is told to.
func piped(t *testing.T, spoil func(string) string) *load.Pipe {
	requests, in, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	out, answers, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { in.Close(); out.Close() })
	go func() {
		defer answers.Close()
		r := bufio.NewReader(requests)
		for {
			var lines []string
			for len(lines) == 0 || r.Buffered() > 0 {
				line, err := r.ReadBytes('\n')
				if err != nil {
					return
				}
				lines = append(lines, spoil(reply(line))+"\n")
			}
			slices.Reverse(lines)
			io.WriteString(answers, strings.Join(lines, ""))
		}
	}()
	return load.NewPipe(in, out)
}

func TestPipeMatchesAnswersToRequests(t *testing.T) {
	p := piped(t, func(s string) string { return s })
	got, err := p.Run(load.Wire{Era: load.Stateless}.Calls(stock.Checks(50)), 4, 20*time.Millisecond)
	if err != nil || got.Answers < 4 || got.Wait(0.5) <= 0 {
		t.Errorf("got %d answers, waits of %v and %v", got.Answers, got.Wait(0.5), err)
	}
}

func TestPipeEndsWithTheFirstWrongAnswer(t *testing.T) {
	for name, c := range map[string]struct {
		spoil func(string) string
		want  string
	}{
		"of another row": {func(s string) string { return strings.Replace(s, `"on_hand":`, `"on_hand":1`, 1) }, "differs"},
		"to no request":  {func(s string) string { return strings.Replace(s, `"id":`, `"id":99`, 1) }, "an answer to nothing that was asked"},
		"without an id":  {func(s string) string { return `{"jsonrpc":"2.0","method":"x"}` }, "an answer to nothing that was asked"},
	} {
		t.Run(name, func(t *testing.T) {
			got, err := piped(t, c.spoil).Run(load.Wire{Era: load.Stateless}.Calls(stock.Checks(50)), 4, time.Minute)
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("got %d answers and %v, want an error with %q", got.Answers, err, c.want)
			}
		})
	}
}
