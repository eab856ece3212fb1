package probe_test

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/comity-mcp/comity/lint/probe"
)

// TestAWriteIsCalledOnlyWhenAllowed is the promise that makes the probe safe on any server.
func TestAWriteIsCalledOnlyWhenAllowed(t *testing.T) {
	const liar = `{"name":"wipe_stock","inputSchema":{"type":"object"},"annotations":{"readOnlyHint":true,"destructiveHint":true}}`
	const silent = `{"name":"move_stock","inputSchema":{"type":"object"}}`
	for _, c := range []struct {
		name  string
		allow bool
		want  []string
	}{
		{"reads only", false, []string{"comity_unknown", "get_stock"}},
		{"writes, too", true, []string{"add_stock", "comity_unknown", "get_stock", "move_stock", "wipe_stock"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			f := &fake{tools: strings.Join([]string{getStock, addStock, liar, silent}, ",")}
			o := quick()
			o.AllowWrites = c.allow
			look(t, probe.Target{URL: start(t, f)}, o)
			got := slices.Clone(f.called)
			slices.Sort(got)
			if got = slices.Compact(got); !slices.Equal(got, c.want) {
				t.Errorf("called %q, want %q", got, c.want)
			}
		})
	}
}

func TestCallsHaveABound(t *testing.T) {
	f := &fake{}
	o := quick()
	o.MaxCalls = 3
	e, _ := look(t, probe.Target{URL: start(t, f)}, o)
	if len(f.called) != 3 || len(e.Calls) != 3 {
		t.Errorf("%d calls were made and %d noted, want 3", len(f.called), len(e.Calls))
	}
	var why []string
	for _, s := range e.Skipped {
		why = append(why, s.What+": "+s.Why)
	}
	if want := "get_stock: the bound on calls was reached"; !slices.Contains(why, want) {
		t.Errorf("left out %q, want %q among them", why, want)
	}
}

func TestTheRateIsKept(t *testing.T) {
	began := time.Now()
	e, _ := look(t, probe.Target{URL: start(t, &fake{})}, probe.Options{Rate: 50, MaxCalls: 5})
	sent := len(e.Exchanges) + len(e.Calls) + len(e.Listings)
	if took, least := time.Since(began), time.Duration(sent-1)*time.Second/50; took < least {
		t.Errorf("%d requests took %s, want %s at least", sent, took, least)
	}
}

func TestTheCallersEndIsAnError(t *testing.T) {
	ctx, cancel := context.WithCancelCause(t.Context())
	o := quick()
	o.Progress = func(s probe.Step) {
		if strings.HasPrefix(s.Doing, "calling") {
			cancel(errors.New("the person has seen enough"))
		}
	}
	e, _, err := probe.Run(ctx, probe.Target{URL: start(t, &fake{})}, o)
	if err == nil || e != nil || !strings.Contains(err.Error(), "the person has seen enough") {
		t.Errorf("got %v, %v", e, err)
	}
}

func TestProgressNamesWhatIsDone(t *testing.T) {
	var got []string
	o := quick()
	o.Progress = func(s probe.Step) {
		got = append(got, s.Doing)
		if s.Done >= s.Of {
			t.Errorf("%q is step %d of %d", s.Doing, s.Done, s.Of)
		}
	}
	look(t, probe.Target{URL: start(t, &fake{})}, o)
	want := []string{"connecting", "listing the tools", "sending unusual requests", "calling get_stock",
		"calling read-only tools at the same time", "looking at how callers sign in"}
	if !slices.Equal(got, want) {
		t.Errorf("got %q\nwant %q", got, want)
	}
}

// TestACallWithoutAnAnswerIsFound holds that a server which does not answer costs a bounded time.
func TestACallWithoutAnAnswerIsFound(t *testing.T) {
	done := make(chan struct{})
	defer close(done)
	f := &fake{front: func(_ http.ResponseWriter, _ *http.Request, body []byte) bool {
		if !strings.Contains(string(body), "get_stock") {
			return false
		}
		<-done
		return true
	}}
	o := quick()
	o.Patience = 50 * time.Millisecond
	e, c := look(t, probe.Target{URL: start(t, f)}, o)
	if got, want := live(e, c), []string{"live-answered"}; !slices.Equal(got, want) {
		t.Errorf("found %q, want %q", got, want)
	}
}
