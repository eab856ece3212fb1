package fault_test

import (
	"testing"

	"github.com/comity-mcp/comity/fault"
)

func TestLevelsHaveNames(t *testing.T) {
	for level, want := range map[fault.Level]string{fault.Error: "error", fault.Warning: "warning", fault.Info: "info", 0: "unknown", 9: "unknown"} {
		if got := level.String(); got != want {
			t.Errorf("Level(%d) is %q, want %q", int(level), got, want)
		}
	}
}

func TestErrorCountsWhatRefuses(t *testing.T) {
	ps := fault.Problems{ruleTitle.Problem("a", "x."), ruleShort.Problem("b", "y."), ruleTitle.Problem("c", "z.")}
	want := "2 problems in the declaration:\n  a: x. [tool-title]\n  c: z. [tool-title]"
	if got := ps.Error(); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if fault.Problems(nil).Err() != nil {
		t.Error("no problems are an error")
	}
}

func TestErrorWithoutErrorsSaysWhatThereIs(t *testing.T) {
	ruleHint := fault.Rule{ID: "tool-hint", Level: fault.Info, Doc: "A hint."}
	for _, c := range []struct {
		name string
		ps   fault.Problems
		want string
	}{
		{"one warning", fault.Problems{ruleShort.Problem("b", "y.")}, "1 warning in the declaration:\n  b: y. [tool-description-short]"},
		{"warnings before remarks", fault.Problems{ruleHint.Problem("a", "x."), ruleShort.Problem("b", "y."), ruleShort.Problem("c", "z.")},
			"2 warnings in the declaration:\n  b: y. [tool-description-short]\n  c: z. [tool-description-short]"},
		{"a remark", fault.Problems{ruleHint.Problem("a", "x.")}, "1 remark in the declaration:\n  a: x. [tool-hint]"},
		{"nothing", nil, "no problems in the declaration"},
	} {
		if got := c.ps.Error(); got != c.want {
			t.Errorf("%s: got %q\nwant %q", c.name, got, c.want)
		}
	}
}
