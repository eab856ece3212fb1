package server_test

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/comity-mcp/comity/annotations"
	"github.com/comity-mcp/comity/handles"
	"github.com/comity-mcp/comity/handles/sql"
	"github.com/comity-mcp/comity/server"
)

// sharedIn names the directory of the file when this test program is one of the stdio servers.
const sharedIn = "COMITY_TEST_SHARED"

// This test program is also the other processes of its tests.
func TestMain(m *testing.M) {
	dir := os.Getenv(sharedIn)
	if dir == "" {
		os.Exit(m.Run())
	}
	if err := serveShared(dir); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// serveShared is a stdio server over the file in dir.
func serveShared(dir string) error {
	c, err := shared(dir)
	if err != nil {
		return err
	}
	defer c.Jobs.Close()
	srv, err := server.New(c)
	if err != nil {
		return err
	}
	return srv.Stdio(context.Background())
}

// shared is a declaration over the file in dir, with a journal of what its handlers did.
func shared(dir string) (server.Config, error) {
	// Shorter than the patience of a second call, and long enough for a machine that is busy.
	engine, err := sql.Open(context.Background(), filepath.Join(dir, "jobs.db"), handles.Options{Lease: 4 * time.Second})
	if err != nil {
		return server.Config{}, err
	}
	did := func(what string) error {
		f, err := os.OpenFile(filepath.Join(dir, "journal"), os.O_APPEND|os.O_WRONLY|os.O_CREATE, 0o600)
		if err != nil {
			return err
		}
		defer f.Close()
		_, err = fmt.Fprintln(f, what)
		return err
	}
	c := keyed(annotations.Creates, engine, &counting{do: func(ctx context.Context, in NewCount, _ int) (Counted, error) {
		err := did(in.SKU)
		if in.SKU == "SKU-HANGS" {
			fmt.Fprintln(os.Stderr, "the handler hangs")
			<-ctx.Done()
		}
		return Counted{Number: float64(os.Getpid())}, err
	}})
	c.Tools = append(c.Tools, server.Job(jobSpec(), annotations.Creates, run(), func(_ context.Context, in Recount, _ *handles.Progress) (Recounted, error) {
		return Recounted{len(in.Warehouse)}, did(in.Warehouse)
	}))
	return c, nil
}

// spoken is a client of one of the servers.
type spoken struct {
	t *testing.T
	*mcp.ClientSession
}

func speak(t *testing.T, over mcp.Transport) spoken {
	t.Helper()
	session, err := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, nil).Connect(t.Context(), over, nil)
	if err != nil {
		t.Fatal(err)
	}
	return spoken{t, session}
}

// call returns the text of an answer, and whether the call failed.
func (s spoken) call(tool string, args any) (text string, failed bool) {
	r, err := s.CallTool(s.t.Context(), &mcp.CallToolParams{Name: tool, Arguments: args})
	if err != nil {
		return err.Error(), true
	}
	return r.Content[0].(*mcp.TextContent).Text, r.IsError
}

// job returns the record that start or get answers with.
func (s spoken) job(tool string, args any) recounted {
	text, failed := s.call(tool, args)
	var got recounted
	if err := json.Unmarshal([]byte(text), &got); failed || err != nil {
		s.t.Errorf("%s %v: %s", tool, args, text)
	}
	return got
}

// process starts a stdio server over the file in dir; it returns a client, the process and what it says
// on standard error.
func process(t *testing.T, dir string) (spoken, *exec.Cmd, *bufio.Scanner) {
	t.Helper()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), sharedIn+"="+dir)
	said, err := cmd.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	s := speak(t, &mcp.CommandTransport{Command: cmd})
	t.Cleanup(func() { cmd.Process.Kill(); s.Close() })
	return s, cmd, bufio.NewScanner(said)
}

// One file under an HTTP server and two stdio servers at once: whatever one of them started, all work on
// and the owner finds with any; a process that is killed takes nothing along.
func TestOneFileServesSeveralProcesses(t *testing.T) {
	dir := t.TempDir()
	c, err := shared(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Jobs.Close() })
	h := httptest.NewServer(mustNew(t, c).Handler())
	t.Cleanup(h.Close)
	first, cmd, said := process(t, dir)
	second, _, rest := process(t, dir)
	go func() {
		for rest.Scan() {
		}
	}()
	over := speak(t, &mcp.StreamableClientTransport{Endpoint: h.URL + "/mcp"})
	t.Cleanup(func() { over.Close() })

	t.Run("every job runs once and is found by its owner everywhere", func(t *testing.T) {
		var all sync.WaitGroup
		for i := range 4 {
			for name, pair := range map[string][2]spoken{"first": {first, second}, "second": {second, first}, "http": {over, over}} {
				all.Go(func() {
					started := pair[0].job("start_recount", map[string]any{"warehouse": fmt.Sprintf("%s-%d", name, i)})
					got := pair[1].job("get_recount", map[string]any{"recount_id": started.ID})
					if got.ID != started.ID || got.Status != "completed" || got.Result.Rows != len(name)+2 {
						t.Errorf("%s-%d: started %+v, got %+v", name, i, started, got)
					}
				})
			}
			all.Go(func() {
				args := map[string]any{"warehouse": fmt.Sprintf("both-%d", i), "request_key": fmt.Sprintf("both-key-%d", i)}
				ids := make(chan string, 2)
				for _, s := range []spoken{first, second} {
					go func() { ids <- s.job("start_recount", args).ID }()
				}
				if a, b := <-ids, <-ids; a != b {
					t.Errorf("one key, two handles: %s and %s", a, b)
				}
			})
		}
		all.Wait()
		for _, name := range []string{"first", "second", "http", "both"} {
			for i := range 4 {
				once(t, dir, fmt.Sprintf("%s-%d", name, i))
			}
		}
	})
	t.Run("a handle of somebody else is none", func(t *testing.T) {
		id := map[string]any{"recount_id": first.job("start_recount", map[string]any{"warehouse": "mine"}).ID}
		if text, failed := over.call("get_recount", id); !failed || !strings.HasPrefix(text, "There is no such recount_id") {
			t.Errorf("over HTTP: %s", text)
		}
	})
	t.Run("a call with a key is done once, whoever gets it", func(t *testing.T) {
		args := map[string]any{"product_sku": "SKU-4421", "request_key": "monday-count"}
		texts := make(chan string, 6)
		for range 3 {
			for _, s := range []spoken{first, second} {
				go func() { text, _ := s.call("create_count", args); texts <- text }()
			}
		}
		want := <-texts
		for range 5 {
			if got := <-texts; got != want || !strings.HasPrefix(got, `{"number":`) {
				t.Errorf("got %s, another call got %s", got, want)
			}
		}
		once(t, dir, "SKU-4421")
	})
	t.Run("a call whose process is killed is not made again", func(t *testing.T) {
		args := map[string]any{"product_sku": "SKU-HANGS", "request_key": "friday-count"}
		go first.call("create_count", args)
		for said.Scan() && said.Text() != "the handler hangs" {
		}
		if err := cmd.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		if text, failed := second.call("create_count", args); !failed || !strings.Contains(text, "its outcome is unknown. Nothing was done now. Look with check_stock") {
			t.Errorf("got %s", text)
		}
		once(t, dir, "SKU-HANGS")
	})
}

// once fails unless the journal in dir has a line exactly once.
func once(t *testing.T, dir, line string) {
	t.Helper()
	journal, err := os.ReadFile(filepath.Join(dir, "journal"))
	if err != nil {
		t.Fatal(err)
	}
	if n := strings.Count("\n"+string(journal), "\n"+line+"\n"); n != 1 {
		t.Errorf("%s was done %d times, want once", line, n)
	}
}
