package server_test

import (
	"bufio"
	"context"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/comity-mcp/comity/annotations"
	"github.com/comity-mcp/comity/handles"
	"github.com/comity-mcp/comity/server"
)

// A client that gives a progress token is told how far the work is while it waits, in both eras.
func TestProgressIsSentToWhoeverAsks(t *testing.T) {
	step := make(chan struct{})
	h := func(ctx context.Context, _ Recount, p *handles.Progress) (Recounted, error) {
		for i := range 3 {
			p.Report(float64(i+1), 3, "counting")
			<-step
		}
		return Recounted{3}, nil
	}
	c, r := jobConfig(t, h), run()
	r.Wait = 9 * time.Second
	c.Tools = []server.Tool{server.Job(jobSpec(), annotations.Creates, r, h)}
	srv := serving(t, c)
	for _, version := range []string{"2025-06-18", "2026-07-28"} {
		t.Run(version, func(t *testing.T) {
			meta := `"_meta":{"progressToken":"p1"}`
			if version >= "2026-07-28" {
				meta = strings.Replace(modernMeta, `"_meta":{`, `"_meta":{"progressToken":"p1",`, 1)
			}
			req, _ := http.NewRequest(http.MethodPost, srv.URL+"/mcp", strings.NewReader(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"start_recount","arguments":{"warehouse":"Chicago"},`+meta+`}}`))
			for k, v := range map[string]string{"Content-Type": "application/json", "Accept": "application/json, text/event-stream",
				"MCP-Protocol-Version": version, "Mcp-Method": "tools/call", "Mcp-Name": "start_recount"} {
				req.Header.Set(k, v)
			}
			res, err := http.DefaultClient.Do(req)
			if err != nil {
				t.Fatal(err)
			}
			defer res.Body.Close()
			told, answered := 0, false
			for lines := bufio.NewScanner(res.Body); lines.Scan(); {
				line := lines.Text()
				switch {
				case strings.Contains(line, "notifications/progress"):
					told++
					if !strings.Contains(line, `"progressToken":"p1"`) || !strings.Contains(line, `"total":3`) || answered {
						t.Errorf("got %s", line)
					}
					step <- struct{}{}
				case strings.Contains(line, `"status":"completed"`):
					answered = true
				}
			}
			if told != 3 || !answered {
				t.Errorf("%d notifications, answered %v", told, answered)
			}
		})
	}
}
