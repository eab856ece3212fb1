package command_test

import (
	"bytes"
	"errors"
	"flag"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/comity-mcp/comity/catalog"
	"github.com/comity-mcp/comity/internal/command"
)

var yes = true

// stock is a server with one read-only tool and one other.
func stock() catalog.Catalog {
	return catalog.Catalog{
		Server: catalog.Server{Name: "stock", Title: "Stock", Version: "1.0.0", Description: "Units on the shelves.", URL: "https://stock.example.com/mcp"},
		Tools: []catalog.Tool{
			{Name: "check_stock", InputSchema: []byte(`{"type":"object"}`), Annotations: &catalog.Annotations{ReadOnlyHint: &yes}},
			{Name: "add_stock", InputSchema: []byte(`{"type":"object"}`)},
		},
	}
}

// run does what a command line says, and returns the exit code and what was printed.
func run(t *testing.T, c catalog.Catalog, args ...string) (code int, out, errs string) {
	t.Helper()
	var s command.Snippets
	set := flag.NewFlagSet("test", flag.ContinueOnError)
	set.SetOutput(io.Discard)
	s.Define(set)
	if err := set.Parse(args); err != nil {
		return command.NotRun, "", err.Error()
	}
	if err := s.Fault(); err != nil {
		return command.NotRun, "", err.Error()
	}
	var o, e bytes.Buffer
	code = s.Run(c, &o, &e)
	return code, o.String(), e.String()
}

const block = "# Stock\n\n<!-- comity:snippets claude-code-json -->\n<!-- /comity:snippets -->\n\nThe end.\n"

// readme writes a file and returns its path.
func readme(t *testing.T, content string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "README.md")
	if err := os.WriteFile(file, []byte(content), 0o640); err != nil {
		t.Fatal(err)
	}
	return file
}

func content(t *testing.T, file string) string {
	t.Helper()
	b, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func TestAFileIsFilledAndKeptCurrent(t *testing.T) {
	file := readme(t, block)
	code, out, errs := run(t, stock(), "-check", file)
	if code != command.Stale || !strings.Contains(out, `+      "url": "https://stock.example.com/mcp"`) || !strings.Contains(errs, "is stale") || !strings.Contains(errs, "-write") {
		t.Errorf("an empty block: exit %d\n%s\n%s", code, out, errs)
	}
	if content(t, file) != block {
		t.Error("a check has written")
	}
	if code, out, errs := run(t, stock(), "-write", file); code != command.OK || out != "" || errs != file+" is filled.\n" {
		t.Errorf("filling: exit %d, %q, %q", code, out, errs)
	}
	filled := content(t, file)
	if !strings.Contains(filled, "https://stock.example.com/mcp") || !strings.HasSuffix(filled, "\n\nThe end.\n") {
		t.Errorf("filled with %s", filled)
	}
	if info, err := os.Stat(file); err != nil || info.Mode().Perm() != 0o640 {
		t.Errorf("the file has the mode %v, %v, want that of before", info.Mode(), err)
	}
	if code, out, errs := run(t, stock(), "-check", file); code != command.OK || out+errs != "" {
		t.Errorf("a current file: exit %d, %q, %q", code, out, errs)
	}
	if code, _, errs := run(t, stock(), "-write", file); code != command.OK || errs != file+" is current.\n" {
		t.Errorf("filling again: exit %d, %q", code, errs)
	}
	moved := stock()
	moved.Server.URL = "https://elsewhere.example.com/mcp"
	if code, out, _ := run(t, moved, "-check", file); code != command.Stale || !strings.Contains(out, `-      "url": "https://stock.`) || !strings.Contains(out, `+      "url": "https://elsewhere.`) {
		t.Errorf("a server that moved: exit %d\n%s", code, out)
	}
	if left, err := os.ReadDir(filepath.Dir(file)); err != nil || len(left) != 1 {
		t.Errorf("left behind are %v, %v", left, err)
	}
}

func TestSeveralFilesAreEachTold(t *testing.T) {
	stale, current, absent := readme(t, block), readme(t, block), filepath.Join(t.TempDir(), "absent.md")
	run(t, stock(), "-write", current)
	if code, out, _ := run(t, stock(), "-check", current, "-check", stale); code != command.Stale || out == "" {
		t.Errorf("exit %d, want %d for one that is stale", code, command.Stale)
	}
	code, out, errs := run(t, stock(), "-check", absent+","+stale)
	if code != command.NotRun || out == "" || !strings.Contains(errs, "there is no file "+absent) {
		t.Errorf("exit %d, %q, %q, want %d for one that cannot be read, and the diff of the other", code, out, errs, command.NotRun)
	}
}

func TestADiffNamesItsFile(t *testing.T) {
	one, two := readme(t, block), readme(t, block)
	_, out, _ := run(t, stock(), "-check", one, "-check", two)
	for _, file := range []string{one, two} {
		if want := "--- " + file + "\n+++ " + file + "\n@@ -1,6 +1,16 @@\n"; !strings.Contains(out, want) {
			t.Errorf("got\n%s\nwant %s", out, want)
		}
	}
}

func TestAReadOnlyFileIsLeftAsItIs(t *testing.T) {
	file := readme(t, block)
	if err := os.Chmod(file, 0o444); err != nil {
		t.Fatal(err)
	}
	code, out, errs := run(t, stock(), "-write", file)
	if want := "writing " + file + ": it is read-only; allow it to be written (chmod u+w), or fill a copy\n"; code != command.NotRun || out != "" || errs != want {
		t.Errorf("exit %d, %q, %q, want %q", code, out, errs, want)
	}
	if got := content(t, file); got != block {
		t.Errorf("it has %q", got)
	}
}

func TestATerminalIsToldNothingByTheServer(t *testing.T) {
	c := stock()
	c.Server.Title = "Stock\x1b]0;owned\x07\nfits everything\u202e"
	c.Server.URL, c.Server.Command = "", []string{"stock\x1b[2J", "stdio"}
	_, listed, _ := run(t, c, "-list")
	if want := `Stock\u001b]0;owned\u0007 fits everything\u202e, at stock\u001b[2J stdio:` + "\n\n"; !strings.HasPrefix(listed, want) {
		t.Errorf("got %q, want %q", listed[:min(len(listed), 100)], want)
	}
	if _, _, errs := run(t, c); errs != "\nPrint one with -client ID. The snippets are for stock\\u001b[2J stdio; the words after -- say another command.\n" {
		t.Errorf("got %q", errs)
	}
}

// A full is a disk without room.
type full struct{}

func (full) Write([]byte) (int, error) {
	return 0, &os.PathError{Op: "write", Path: "/dev/stdout", Err: errors.New("no space left on device")}
}

func TestASnippetThatCouldNotBeWrittenIsNone(t *testing.T) {
	file := readme(t, block)
	for _, args := range [][]string{{"-client", "codex"}, {"-client", "codex,cursor"}, {"-list"}, {"-check", file}, nil} {
		var s command.Snippets
		set := flag.NewFlagSet("test", flag.ContinueOnError)
		s.Define(set)
		if err := set.Parse(args); err != nil {
			t.Fatal(err)
		}
		var errs bytes.Buffer
		if code := s.Run(stock(), full{}, &errs); code != command.NotRun || !strings.HasSuffix(errs.String(), "writing standard output: no space left on device\n") {
			t.Errorf("%q: exit %d, %q", args, code, errs.String())
		}
	}
}

func TestALinkStaysOne(t *testing.T) {
	file := readme(t, block)
	link := filepath.Join(t.TempDir(), "link.md")
	if err := os.Symlink(file, link); err != nil {
		t.Fatal(err)
	}
	run(t, stock(), "-write", link)
	if info, err := os.Lstat(link); err != nil || info.Mode()&os.ModeSymlink == 0 || !strings.Contains(content(t, file), "stock.example.com") {
		t.Errorf("the link is %v, %v, and its file %q", info.Mode(), err, content(t, file))
	}
}

func TestWhatCanNotBeDoneIsToldWithTheWayOut(t *testing.T) {
	odd := readme(t, "<!-- comity:snippets claude-kode -->\n<!-- /comity:snippets -->\n<!-- comity:snippets codex -->\n")
	nowhere := stock()
	nowhere.Server.URL = ""
	for _, c := range []struct {
		claim   string
		catalog catalog.Catalog
		args    []string
		says    []string
	}{
		{"a client that is not", stock(), []string{"-client", "claude-code-jso"}, []string{`did you mean "claude-code-json"`, "-list shows all"}},
		{"every client that is not", stock(), []string{"-client", "a-b-c,x-y-z"}, []string{`"a-b-c"`, `"x-y-z"`}},
		{"an empty client", stock(), []string{"-client", ""}, []string{"it is empty"}},
		{"flags that do not go together", stock(), []string{"-client", "codex", "-write", odd, "-list"}, []string{"-client and -list and -write do not go together"}},
		{"a client that does not fit", nowhere, []string{"-client", "codex"}, []string{"rendering codex: Codex calls a URL"}},
		{"a server that nothing fits", catalog.Catalog{}, nil, []string{"No client fits this server, at no address; -list says what it lacks for each.\n"}},
		{"every fault of a file", stock(), []string{"-check", odd}, []string{odd + `: line 1: no client is called "claude-kode"`, odd + ": line 3: the block is not closed"}},
		{"every fault of a file that is to be filled", stock(), []string{"-write", odd}, []string{odd + ": line 1: ", odd + ": line 3: "}},
		{"a file without blocks", stock(), []string{"-check", readme(t, "Nothing here.\n")}, []string{"no block to fill"}},
		{"a file that is not there", stock(), []string{"-write", "absent.md"}, []string{"there is no file absent.md; make it"}},
		{"a directory", stock(), []string{"-write", t.TempDir()}, []string{"reading ", ": is a directory"}},
	} {
		t.Run(c.claim, func(t *testing.T) {
			code, out, errs := run(t, c.catalog, c.args...)
			if code != command.NotRun || out != "" {
				t.Errorf("exit %d, %q, want %d and nothing", code, out, command.NotRun)
			}
			for _, want := range c.says {
				if !strings.Contains(errs, want) {
					t.Errorf("got  %s\nwant ...%s...", errs, want)
				}
			}
		})
	}
}

func TestClientsAreListedAndPrinted(t *testing.T) {
	code, out, errs := run(t, stock())
	if code != command.OK || !strings.Contains(out, "openai-responses-python ") || !strings.Contains(errs, "-client ID") || !strings.Contains(errs, "https://stock.example.com/mcp") {
		t.Errorf("without flags: exit %d\n%s\n%s", code, out, errs)
	}
	near := stock()
	near.Server.URL = "http://127.0.0.1:8080/mcp"
	code, out, _ = run(t, near, "-list")
	fits, lacks, found := strings.Cut(out, "Not for this server:")
	if code != command.OK || !found || strings.Contains(fits, "openai-responses-python ") || !strings.Contains(lacks, `"http://127.0.0.1:8080/mcp" is no public https URL`) ||
		strings.Contains(lacks, "claude-code-json ") || !strings.Contains(fits, "claude-code-json ") {
		t.Errorf("-list: exit %d\n%s", code, out)
	}
	code, out, errs = run(t, stock(), "-client", "claude-code-json")
	if code != command.OK || !strings.HasPrefix(out, "{\n") || !strings.HasSuffix(out, "}\n") || errs != "\nThis belongs in .mcp.json.\n" {
		t.Errorf("one client: exit %d, %q, %q", code, out, errs)
	}
	code, out, errs = run(t, stock(), "-client", "claude-code-json", "-client", "codex")
	if code != command.OK || !strings.Contains(out, "==> claude-code-json: ") || !strings.Contains(out, "==> codex: ") || errs != "" {
		t.Errorf("two clients: exit %d, %q, %q", code, out, errs)
	}
}
