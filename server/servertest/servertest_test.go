package servertest_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/rs/zerolog"

	"github.com/comity-mcp/comity/annotations"
	"github.com/comity-mcp/comity/auth"
	"github.com/comity-mcp/comity/server"
	"github.com/comity-mcp/comity/server/servertest"
)

type note struct {
	Text string `json:"text" jsonschema:"maxLength=100" jsonschema_description:"What the note says"`
}

type count struct {
	Notes int `json:"notes" jsonschema_description:"How many notes there are now"`
}

// notes declares a server whose create_note repeats its effect and whose ensure_note does not.
func notes(t testing.TB) *server.Server {
	t.Helper()
	var all []string
	quiet := zerolog.Nop()
	add := func(_ context.Context, in note) (count, error) {
		all = append(all, in.Text)
		return count{len(all)}, nil
	}
	ensure := func(ctx context.Context, in note) (count, error) {
		for _, n := range all {
			if n == in.Text {
				return count{len(all)}, nil
			}
		}
		return add(ctx, in)
	}
	fail := func(context.Context, note) (count, error) {
		return count{}, server.Errorf(server.Conflict, "The notebook is full.")
	}
	spec := func(name, title, description string) server.Spec {
		return server.Spec{Name: name, Title: title, Description: description, Access: auth.Anyone()}
	}
	srv, err := server.New(server.Config{
		Name: "notes", Title: "Notebook", Version: "1.0.0", StdioOnly: true, Auth: auth.Local{}, Logger: &quiet,
		Description: "A notebook in memory, for the tests of the package that tests servers in memory.",
		World:       annotations.Closed,
		Tools: []server.Tool{
			server.Write(spec("create_note", "Create a note", "Creates a note in the notebook of this server. Repeating it creates another one."), annotations.Creates, add),
			server.Write(spec("add_note_once", "Add a note once", "Adds a note unless one with the same text is there. Repeating it changes nothing."), annotations.Ensures, ensure),
			server.Write(spec("create_page", "Create a page", "Creates a page in the notebook of this server. It fails while the notebook is full."), annotations.Creates, fail),
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	return srv
}

// watched is a testing.TB that keeps what was reported instead of failing.
type watched struct {
	testing.TB
	failed []string
}

func (w *watched) Helper() {}
func (w *watched) Errorf(format string, args ...any) {
	w.failed = append(w.failed, fmt.Sprintf(format, args...))
}
func (w *watched) Fatalf(format string, args ...any) {
	w.Errorf(format, args...)
	runtime.Goexit()
}
func (w *watched) Fatal(args ...any) { w.Fatalf("%s", fmt.Sprint(args...)) }

// watch runs f and returns what it reported.
func watch(t *testing.T, f func(testing.TB)) []string {
	t.Helper()
	w := &watched{TB: t}
	done := make(chan struct{})
	go func() {
		defer close(done)
		f(w)
	}()
	<-done
	return w.failed
}

// R061: a tool that says it is idempotent is called twice and compared.
func TestR061RepeatTellsASecondEffect(t *testing.T) {
	c := servertest.Connect(t, notes(t), auth.Caller{})
	servertest.Repeat(t, c, "add_note_once", note{"milk"}, nil)
	got := watch(t, func(tb testing.TB) { servertest.Repeat(tb, c, "create_note", note{"milk"}, nil) })
	if len(got) != 1 || !strings.Contains(got[0], "another result the second time") {
		t.Errorf("got %q", got)
	}
	got = watch(t, func(tb testing.TB) { servertest.Repeat(tb, c, "create_page", note{"milk"}, nil) })
	if len(got) != 1 || !strings.Contains(got[0], "The notebook is full.") {
		t.Errorf("got %q", got)
	}
	looks := 0
	got = watch(t, func(tb testing.TB) {
		servertest.Repeat(tb, c, "add_note_once", note{"milk"}, func() any { looks++; return looks })
	})
	if len(got) != 1 || !strings.Contains(got[0], "had a second effect") {
		t.Errorf("got %q", got)
	}
}

func TestGoldenTellsWhatChanged(t *testing.T) {
	srv := notes(t)
	servertest.Golden(t, srv, "testdata/tools")

	dir := t.TempDir()
	got := watch(t, func(tb testing.TB) { servertest.Golden(tb, srv, dir) })
	if len(got) != 3 || !strings.Contains(got[0], "there is no golden file") {
		t.Errorf("missing files: %q", got)
	}
	for _, name := range []string{"create_note", "add_note_once", "create_page"} {
		b, err := os.ReadFile(filepath.Join("testdata", "tools", name+".json"))
		if err != nil {
			t.Fatal(err)
		}
		if name == "create_note" {
			b = []byte(strings.Replace(string(b), "Create a note", "Create note", 1))
		}
		if err := os.WriteFile(filepath.Join(dir, name+".json"), b, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(filepath.Join(dir, "gone.json"), []byte("{}"), 0o600); err != nil {
		t.Fatal(err)
	}
	got = watch(t, func(tb testing.TB) { servertest.Golden(tb, srv, dir) })
	if len(got) != 2 || !strings.Contains(got[0], "has changed for every host") || !strings.Contains(got[1], "belongs to no tool") {
		t.Errorf("a change and a stray: %q", got)
	}
}

func TestTheClientSeesWhatAHostSees(t *testing.T) {
	srv := notes(t)
	c := servertest.Connect(t, srv, auth.Caller{})
	if got, want := len(c.Tools()), 3; got != want {
		t.Errorf("%d tools, want %d", got, want)
	}
	var n count
	c.Call("create_note", note{"eggs"}).Into(t, &n)
	if n.Notes != 1 {
		t.Errorf("got %+v", n)
	}
	got := watch(t, func(tb testing.TB) { c.Call("create_page", note{"eggs"}).Into(tb, &n) })
	if len(got) != 1 || got[0] != "the call failed: The notebook is full." {
		t.Errorf("got %q", got)
	}
	if _, err := c.Try(t.Context(), "create_note_now", nil); err == nil {
		t.Error("an unknown tool was called")
	}
}
