package report_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/comity-mcp/comity/catalog"
	"github.com/comity-mcp/comity/fault"
	"github.com/comity-mcp/comity/lint"
	"github.com/comity-mcp/comity/lint/report"
)

var update = flag.Bool("update", false, "rewrite the goldens")

// judged is the report on a small server with something of everything.
func judged(t testing.TB) lint.Report {
	t.Helper()
	var c catalog.Catalog
	if err := c.ReadTools([]byte(`{"tools": [{
		"name": "check_inventory", "title": "Check inventory",
		"description": "Returns on-hand and reserved stock. IMPORTANT: one product only.",
		"inputSchema": {"type": "object", "properties": {"wh": {"type": "string", "description": "Warehouse city"}}, "required": ["wh"]},
		"outputSchema": {"type": "object", "properties": {"on_hand": {"type": "integer"}}, "required": [], "additionalProperties": false},
		"annotations": {"title": "Check inventory", "readOnlyHint": true, "destructiveHint": false, "idempotentHint": true, "openWorldHint": false}
	}, {
		"name": "bad\u001b[31mname", "description": "x"
	}]}`)); err != nil {
		t.Fatal(err)
	}
	c.Server = catalog.Server{Name: "inventory", Title: "Inventory", Version: "1.4.0", URL: "https://inventory.example.com/mcp",
		Description: "Product inventory lookup and stock levels for a retail supply chain."}
	r := lint.Judge(lint.Subject{Catalog: c}, lint.Options{Waivers: []lint.Waiver{
		{Rule: "name-argument-abbreviated", Path: "check_inventory.*", Reason: "wh is what the warehouse staff say"},
		{Rule: "title-missing", Path: "get_reorder.title", Reason: "the tool is gone since"},
	}})
	r.Rules = 150 // whatever their number is today
	return r
}

// clean is one on a server without anything to mend.
func clean() lint.Report {
	return lint.Report{Server: catalog.Server{Name: "inventory", Version: "1.4.0"}, Profile: lint.Anthropic, Rules: 140, Probed: true}
}

func TestGoldens(t *testing.T) {
	goldens := map[string]func(io.Writer) error{
		"report.txt":   func(w io.Writer) error { return report.Text(w, judged(t)) },
		"report.json":  func(w io.Writer) error { return report.JSON(w, judged(t)) },
		"report.sarif": func(w io.Writer) error { return report.SARIF(w, judged(t), "testdata/released.json") },
		"clean.txt":    func(w io.Writer) error { return report.Text(w, clean()) },
		"clean.json":   func(w io.Writer) error { return report.JSON(w, clean()) },
		"clean.sarif":  func(w io.Writer) error { return report.SARIF(w, clean(), "") },
	}
	for name, write := range goldens {
		var got, again bytes.Buffer
		if err := write(&got); err != nil {
			t.Fatal(err)
		}
		if err := write(&again); err != nil || !bytes.Equal(again.Bytes(), got.Bytes()) {
			t.Errorf("%s: a second time it is different (%v)", name, err)
		}
		file := filepath.Join("testdata", name)
		if *update {
			if err := os.WriteFile(file, got.Bytes(), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(file)
		if err != nil || got.String() != string(want) {
			t.Errorf("%s (%v): got\n%s\nwant\n%s", name, err, got.String(), want)
		}
	}
	files, err := os.ReadDir("testdata")
	const others = 2 // the shape of SARIF, and the listing of the page
	if err != nil || len(files) != len(goldens)+others {
		t.Errorf("got %d files in testdata (%v), want %d", len(files), err, len(goldens)+others)
	}
}

func TestThePageShowsWhatIsPrinted(t *testing.T) {
	page, err := os.ReadFile("../../docs/lint.md")
	if err != nil {
		t.Fatal(err)
	}
	snapshot, err := os.ReadFile("testdata/page.json")
	if err != nil {
		t.Fatal(err)
	}
	c, err := catalog.ReadSnapshot(snapshot)
	if err != nil {
		t.Fatal(err)
	}
	r := lint.Judge(lint.Subject{Catalog: c}, lint.Options{})
	r.Rules = 150 // whatever their number is today
	var out bytes.Buffer
	if err := report.Text(&out, r); err != nil {
		t.Fatal(err)
	}
	if want := "```text\n" + out.String() + "```\n"; !strings.Contains(string(page), want) {
		t.Errorf("docs/lint.md lacks\n%s", want)
	}
}

func TestWhatIsWrittenIsSARIF(t *testing.T) {
	compiler := jsonschema.NewCompiler()
	compiler.AssertFormat()
	shape, err := compiler.Compile("testdata/sarif-shape.json")
	if err != nil {
		t.Fatal(err)
	}
	for name, r := range map[string]lint.Report{"something of everything": judged(t), "nothing": clean()} {
		var out bytes.Buffer
		if err := report.SARIF(&out, r, ""); err != nil {
			t.Fatal(err)
		}
		document, err := jsonschema.UnmarshalJSON(bytes.NewReader(out.Bytes()))
		if err != nil {
			t.Fatal(err)
		}
		if err := shape.Validate(document); err != nil {
			t.Errorf("%s: %v\n%s", name, err, out.String())
		}
	}
}

func TestEachSARIFResultLeadsToItsRule(t *testing.T) {
	var out bytes.Buffer
	if err := report.SARIF(&out, judged(t), ""); err != nil {
		t.Fatal(err)
	}
	var log struct {
		Runs []struct {
			Tool struct {
				Driver struct {
					Rules []struct{ ID, HelpURI string }
				}
			}
			Results []struct {
				RuleID              string
				RuleIndex           int
				PartialFingerprints map[string]string
				Suppressions        []struct{ Justification string }
			}
		}
	}
	if err := json.Unmarshal(out.Bytes(), &log); err != nil {
		t.Fatal(err)
	}
	run := log.Runs[0]
	seen, suppressed := map[string]bool{}, 0
	for _, r := range run.Results {
		rule := run.Tool.Driver.Rules[r.RuleIndex]
		if rule.ID != r.RuleID || !strings.HasPrefix(rule.HelpURI, "https://") {
			t.Errorf("%s leads to %+v", r.RuleID, rule)
		}
		if mark := r.PartialFingerprints["ruleAndPath/v1"]; seen[mark] || mark == "" {
			t.Errorf("%s: the fingerprint %q is taken", r.RuleID, mark)
		} else {
			seen[mark] = true
		}
		suppressed += len(r.Suppressions)
	}
	if want := judged(t); len(run.Results) != len(want.Found)+len(want.Waived) || suppressed != len(want.Waived) {
		t.Errorf("got %d results, %d of them suppressed; want %d and %d", len(run.Results), suppressed, len(want.Found)+len(want.Waived), len(want.Waived))
	}
}

// A server chooses its own names, and a report is read on a terminal.
func TestNothingHiddenIsWritten(t *testing.T) {
	rule := fault.Rule{ID: "x", Doc: "A rule.", Level: fault.Warning}
	r := lint.Report{
		Server:  catalog.Server{Name: "a\x1b[2J", Version: "\u202e1", URL: "https://example.com/\x07"},
		Profile: lint.Portable,
		Found:   fault.Problems{rule.Problem("tool.input.\x1b]0;b", "It has \u200b\u009b in it: drop it.")},
		Waived:  []lint.Waived{{Problem: rule.Problem("tool.\x08", "It is."), Reason: "because\r"}},
	}
	for name, write := range map[string]func(io.Writer) error{
		"text":  func(w io.Writer) error { return report.Text(w, r) },
		"SARIF": func(w io.Writer) error { return report.SARIF(w, r, "") },
	} {
		var out bytes.Buffer
		if err := write(&out); err != nil {
			t.Fatal(err)
		}
		for _, hidden := range []rune{0x1b, 0x202e, 0x200b, 0x9b, 7, 8, '\r'} {
			if slices.Contains([]rune(out.String()), hidden) {
				t.Errorf("%s has U+%04X:\n%q", name, hidden, out.String())
			}
		}
	}
}

func TestAWriterThatFailsIsTold(t *testing.T) {
	full := errors.New("disk full")
	for name, err := range map[string]error{
		"text":  report.Text(broken{full}, clean()),
		"JSON":  report.JSON(broken{full}, clean()),
		"SARIF": report.SARIF(broken{full}, clean(), ""),
	} {
		if !errors.Is(err, full) {
			t.Errorf("%s: got %v, want %v", name, err, full)
		}
	}
}

type broken struct{ err error }

func (b broken) Write([]byte) (int, error) { return 0, b.err }
