package main

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"github.com/comity-mcp/comity/auth"
	"github.com/comity-mcp/comity/handles"
	"github.com/comity-mcp/comity/server/servertest"
)

// job is what the three tools of the recount give.
type job struct {
	ID       string `json:"recount_id"`
	Status   string
	Progress *struct {
		Done, Total float64
		Message     string
	}
	Result *RecountReport
	Reason *string
}

// expected is the report that the tables call for, worked out by SQL in one go.
func expected(t *testing.T, s *store, city string) RecountReport {
	t.Helper()
	want := RecountReport{Warehouse: city, Discrepancies: []Discrepancy{}}
	rows, err := column(t.Context(), s.reader, `
		SELECT json_array(s.sku, s.on_hand, c.counted, c.counted_on) FROM stock s
		JOIN warehouses w ON w.code = s.warehouse LEFT JOIN counts c USING (sku, warehouse) WHERE w.city = ? ORDER BY s.sku`, city)
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range rows {
		var d Discrepancy
		var counted *int
		var on *string
		if err := json.Unmarshal([]byte(row), &[]any{&d.ProductSKU, &d.OnHand, &counted, &on}); err != nil {
			t.Fatal(err)
		}
		want.RowsChecked++
		if counted == nil {
			want.RowsNotCounted++
		} else if *counted != d.OnHand {
			d.Counted, d.Difference, d.CountedOn = *counted, *counted-d.OnHand, *on
			want.RowsThatDiffer++
			want.UnitsMissing += max(0, -d.Difference)
			want.UnitsSurplus += max(0, d.Difference)
			want.Discrepancies = append(want.Discrepancies, d)
		}
	}
	slices.SortStableFunc(want.Discrepancies, func(a, b Discrepancy) int {
		return cmp.Compare(max(b.Difference, -b.Difference), max(a.Difference, -a.Difference))
	})
	return want
}

// same compares reports but for when they were made.
func same(t *testing.T, got *RecountReport, want RecountReport) {
	t.Helper()
	if got == nil {
		t.Fatalf("there is no report, want %+v", want)
	}
	want.AsOf = got.AsOf
	if g, w := fmt.Sprintf("%+v", *got), fmt.Sprintf("%+v", want); g != w || got.AsOf.IsZero() {
		t.Errorf("the report is\n%s\nwant\n%s", g, w)
	}
}

// slow is a client of a server whose recounts stay a second at each row, and its data.
func slow(t *testing.T) (*servertest.Client, *store) {
	t.Helper()
	s := opened(t, t.TempDir())
	return servertest.Connect(t, declaredSlow(t, s, "http://127.0.0.1:8080/mcp", time.Second), auth.LocalCaller()), s
}

// A busy machine takes no time here: the clock is that of synctest.
func TestAQuickRecountIsAnsweredAtOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c, s := connected(t)
		for _, site := range sites {
			var got job
			c.Call("start_recount", args{"warehouse": strings.ToUpper(site.city), "request_key": nil}).Into(t, &got)
			if got.Status != "completed" {
				t.Fatalf("start_recount = %+v", got)
			}
			same(t, got.Result, expected(t, s, site.city))
			if r := got.Result; r.RowsNotCounted == 0 || r.UnitsMissing == 0 || r.UnitsSurplus == 0 || r.RowsThatDiffer != len(r.Discrepancies) {
				t.Errorf("the data of %s has nothing to find: %+v", site.city, r)
			}
		}
	})
}

func TestAReportListsTheHundredLargestDifferences(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c, s := connected(t)
		if _, err := s.writer.Exec("UPDATE counts SET counted = counted + 50 WHERE warehouse = 'CHI01'"); err != nil {
			t.Fatal(err)
		}
		want := expected(t, s, "Chicago")
		want.Discrepancies = want.Discrepancies[:100]
		var got job
		c.Call("start_recount", args{"warehouse": "Chicago", "request_key": nil}).Into(t, &got)
		same(t, got.Result, want)
	})
}

func TestARecountChangesNothing(t *testing.T) {
	c, s := connected(t)
	const all = "SELECT group_concat(s.sku || s.warehouse || on_hand || reserved || coalesce(counted, '')) FROM stock s LEFT JOIN counts USING (sku, warehouse)"
	before, err := column(t.Context(), s.reader, all)
	if err != nil {
		t.Fatal(err)
	}
	c.Call("start_recount", args{"warehouse": "Chicago", "request_key": nil})
	if after, err := column(t.Context(), s.reader, all); err != nil || !slices.Equal(after, before) {
		t.Errorf("stock or counts changed, %v", err)
	}
}

func TestASlowRecountTellsHowFarItIs(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c, s := slow(t)
		want := expected(t, s, "Chicago")
		var got job
		c.Call("start_recount", args{"warehouse": "Chicago", "request_key": nil}).Into(t, &got)
		asked, done := 0, 0.0
		for got.Status == "working" {
			if p := got.Progress; asked > 0 && (p == nil || p.Total != float64(want.RowsChecked) || p.Done <= done || !strings.HasPrefix(p.Message, "looking at SKU-")) {
				t.Fatalf("the progress after %d calls of get_recount is %+v, before it was %v of %d", asked, p, done, want.RowsChecked)
			} else if p != nil {
				done = p.Done
			}
			c.Call("get_recount", args{"recount_id": got.ID}).Into(t, &got)
			asked++
		}
		if asked < 40 { // some 400 rows, a second each, and get answers after 9 seconds
			t.Errorf("get_recount was called %d times", asked)
		}
		same(t, got.Result, want)
	})
}

func TestACancelledRecountHasNoReport(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c, _ := slow(t)
		var got job
		c.Call("start_recount", args{"warehouse": "Chicago", "request_key": nil}).Into(t, &got)
		for _, tool := range []string{"cancel_recount", "get_recount"} {
			c.Call(tool, args{"recount_id": got.ID}).Into(t, &got)
			if got.Status != "cancelled" || got.Result != nil {
				t.Errorf("%s = %+v", tool, got)
			}
		}
	})
}

func TestARecountStopsWhereItIsWhenItIsCancelled(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancelCause(t.Context())
		time.AfterFunc(10*time.Second+time.Millisecond, func() { cancel(handles.ErrCancelled) })
		began, p := time.Now(), &handles.Progress{}
		_, err := app{opened(t, t.TempDir()), nil, time.Second}.recount(ctx, Recount{"Chicago"}, p)
		if took := time.Since(began); !errors.Is(err, handles.ErrCancelled) || p.Measure().Done != 10 || took > 11*time.Second {
			t.Errorf("it returned %v after %v with %+v, want the cause after 10 rows", err, took, p.Measure())
		}
	})
}

func TestTheSameRecountTwiceIsOne(t *testing.T) {
	c, _ := connected(t)
	ids := map[string]bool{}
	servertest.Repeat(t, c, "start_recount", args{"warehouse": "Chicago", "request_key": "monday-chicago"}, func() any {
		var got job
		c.Call("start_recount", args{"warehouse": "Chicago", "request_key": "monday-chicago"}).Into(t, &got)
		ids[got.ID] = true
		return len(ids)
	})
}

func TestARecountOfAnUnknownCitySaysWhichThereAre(t *testing.T) {
	c, _ := connected(t)
	var got job
	c.Call("start_recount", args{"warehouse": "Chicgo", "request_key": nil}).Into(t, &got)
	const want = `Unknown warehouse "Chicgo". Warehouses go by city: Atlanta, Chicago, Dallas, Denver, Phoenix, Seattle; did you mean Chicago?`
	if got.Status != "failed" || got.Reason == nil || *got.Reason != want {
		t.Errorf("start_recount = %+v, want it failed: %s", got, want)
	}
}

// call calls a tool and reads its structured result.
func (s served) call(t *testing.T, token, tool, arguments string, result any) {
	t.Helper()
	_, b := s.post(t, token, fmt.Sprintf(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":%q,"arguments":%s}}`, tool, arguments))
	structured(t, b, result)
}

// The program ends in the middle of a recount. It starts again, and whoever asks with the same handle gets
// the whole report.
func TestARecountSurvivesTheEndOfTheProgram(t *testing.T) {
	for _, c := range []struct {
		claim  string
		signal syscall.Signal
		asked  int // calls of get_recount, each of which waits 9 seconds
	}{
		{"a program that is killed is silent for 6 seconds first", syscall.SIGKILL, 2},
		{"a program that is asked to stop hands the job back", syscall.SIGTERM, 1},
	} {
		t.Run(c.claim, func(t *testing.T) {
			dir, address := t.TempDir(), addressToReturnTo(t)
			first := serve(t, dir, "-addr", address, "-recount-delay", "50ms") // some 20 seconds
			const arguments = `{"warehouse":"Chicago","request_key":"monday-chicago"}`
			var before, got job
			first.call(t, first.token(t), "start_recount", arguments, &before)
			if before.Status != "working" || before.Progress == nil || before.Progress.Done == 0 {
				t.Fatalf("it is not in the middle: %+v", before)
			}
			if err := first.process.Process.Signal(c.signal); err != nil {
				t.Fatal(err)
			}
			if err := first.process.Wait(); c.signal == syscall.SIGTERM && err != nil {
				t.Errorf("the program ended with %v", err)
			}
			second := serve(t, dir, "-addr", address) // the issuer is next to it, and a handle belongs to a caller of one issuer
			token := second.token(t)
			for asked := 0; asked < c.asked && got.Status != "completed"; asked++ {
				second.call(t, token, "get_recount", fmt.Sprintf(`{"recount_id":%q}`, before.ID), &got)
			}
			if got.Status != "completed" || got.ID != before.ID {
				t.Fatalf("afterwards %s is %+v", before.ID, got)
			}
			same(t, got.Result, expected(t, opened(t, dir), "Chicago"))
			second.call(t, token, "start_recount", arguments, &got)
			if got.ID != before.ID {
				t.Errorf("the same start is %s, before it was %s", got.ID, before.ID)
			}
		})
	}
}
