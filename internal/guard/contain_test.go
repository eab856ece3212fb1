package guard_test

import (
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/comity-mcp/comity/internal/guard"
)

func TestAPanicIsAnsweredAndMasked(t *testing.T) {
	r := newRig(t, public, func(o *guard.Options) {
		o.Stateless = http.HandlerFunc(func(http.ResponseWriter, *http.Request) { panic("password=hunter2") })
	})
	a := r.send(t, "POST", "/mcp", list)
	a.is(t, 500, -32603)
	if strings.Contains(a.body, "hunter2") || !strings.Contains(a.says, "reference") {
		t.Errorf("got %s\nwant a masked sentence with a reference", a.body)
	}
	for _, want := range []string{"hunter2", "contain_test.go"} {
		if !strings.Contains(r.log.String(), want) {
			t.Errorf("got log %s\nwant %s in it", r.log, want)
		}
	}
	r.send(t, "GET", "/healthz", "").isStatus(t, 200)
}

func TestAPanicInAnAnswerCutsTheConnection(t *testing.T) {
	for name, panics := range map[string]func(http.ResponseWriter){
		"after a write":     func(w http.ResponseWriter) { _, _ = io.WriteString(w, "half"); panic("x") },
		"after a flush":     func(w http.ResponseWriter) { _ = http.NewResponseController(w).Flush(); panic("x") },
		"as an abort":       func(http.ResponseWriter) { panic(http.ErrAbortHandler) },
		"after the headers": func(w http.ResponseWriter) { w.WriteHeader(http.StatusOK); panic("x") },
	} {
		t.Run(name, func(t *testing.T) {
			r := newRig(t, public, func(o *guard.Options) {
				o.Stateless = http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { panics(w) })
			})
			defer func() {
				if v := recover(); v != http.ErrAbortHandler {
					t.Errorf("got %v\nwant http.ErrAbortHandler", v)
				}
			}()
			r.send(t, "POST", "/mcp", list)
			t.Error("the answer ended as if it were whole")
		})
	}
}
