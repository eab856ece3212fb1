//go:build soak

package soak_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// fleet is the processes that share their jobs.
type fleet struct {
	testing.TB
	dir  string
	jobs string       // where they are kept
	lost atomic.Int64 // calls without an answer
	told atomic.Int64 // calls that were told to come again, since the jobs were out of reach

	mu      sync.Mutex
	members []member
}

type member struct {
	process *exec.Cmd
	url     string
}

func start(t testing.TB, jobs string, processes int) *fleet {
	f := &fleet{TB: t, dir: t.TempDir(), jobs: jobs}
	for range processes {
		f.members = append(f.members, f.spawn())
	}
	t.Cleanup(func() {
		for _, m := range f.members {
			m.kill()
		}
	})
	return f
}

// spawn starts a process, which is this test program, and waits until it serves.
func (f *fleet) spawn() member {
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), asServer+"="+f.dir, jobsAt+"="+f.jobs)
	cmd.Stderr = os.Stderr
	if _, err := cmd.StdinPipe(); err != nil { // closed when this process ends, however it does
		f.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		f.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		f.Fatal(err)
	}
	url, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		f.Fatalf("a process ended before it served: %v", err)
	}
	return member{cmd, strings.TrimSpace(url)}
}

func (m member) kill() {
	m.process.Process.Kill() // SIGKILL
	m.process.Wait()
}

// replace kills a process without a word and starts another one.
func (f *fleet) replace(i int) {
	f.mu.Lock()
	old := f.members[i]
	f.mu.Unlock()
	old.kill()
	fresh := f.spawn()
	f.mu.Lock()
	f.members[i] = fresh
	f.mu.Unlock()
}

func (f *fleet) any() string {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.members[rand.IntN(len(f.members))].url
}

// job is what the tools give, of either name.
type job struct {
	Again  string `json:"count_again_id"`
	Once   string `json:"count_once_id"`
	Status string
	Result *Counted
	Reason string
}

func (j job) id() string { return j.Again + j.Once }

// call calls a tool on one of the processes, on another one when there is no answer, as a client behind a
// load balancer does.
func (f *fleet) call(ctx context.Context, tool string, arguments map[string]any) (job, error) {
	for {
		j, answered, err := f.try(ctx, tool, arguments)
		if answered || ctx.Err() != nil {
			return j, err
		}
		select {
		case <-time.After(20 * time.Millisecond):
		case <-ctx.Done():
		}
	}
}

// outOfReach is what an answer says that may be otherwise in a moment: the same call is made again, as the
// answer asks for. What was started by then is found by its request key.
var outOfReach = regexp.MustCompile(`"isError":true.*(does not answer|did not answer in time|did not finish within)|(does not answer|did not answer in time|did not finish within).*"isError":true`)

// try says whether there was an answer to rely on.
func (f *fleet) try(ctx context.Context, tool string, arguments map[string]any) (j job, answered bool, err error) {
	body, err := json.Marshal(map[string]any{"jsonrpc": "2.0", "id": 1, "method": "tools/call",
		"params": map[string]any{"name": tool, "arguments": arguments}})
	if err != nil {
		return job{}, true, err
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, f.any(), bytes.NewReader(body))
	if err != nil {
		return job{}, true, err
	}
	req.Header.Set("Content-Type", "application/json")
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		f.lost.Add(1)
		return job{}, false, err
	}
	defer res.Body.Close()
	text, err := io.ReadAll(res.Body)
	if err != nil {
		f.lost.Add(1)
		return job{}, false, err
	}
	var answer struct {
		Result struct {
			IsError           bool
			StructuredContent *job
		}
	}
	if outOfReach.Match(text) {
		f.told.Add(1)
		return job{}, false, nil
	}
	if err := json.Unmarshal(text, &answer); err != nil || answer.Result.IsError || answer.Result.StructuredContent == nil {
		return job{}, true, fmt.Errorf("%s %v: %s %s", tool, arguments, res.Status, text)
	}
	return *answer.Result.StructuredContent, true, nil
}

// began counts how often the handler began each item.
func (f *fleet) began() map[int]int {
	text, err := os.ReadFile(filepath.Join(f.dir, "journal"))
	if err != nil && !os.IsNotExist(err) {
		f.Fatal(err)
	}
	times := map[int]int{}
	for line := range strings.Lines(string(text)) {
		item, err := strconv.Atoi(strings.TrimSpace(line))
		if err != nil {
			f.Fatalf("reading the journal: %v", err)
		}
		times[item]++
	}
	return times
}
