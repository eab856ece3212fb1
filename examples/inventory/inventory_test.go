package main

import (
	"context"
	"testing"
	"time"

	"github.com/rs/zerolog"

	"github.com/comity-mcp/comity/auth"
	"github.com/comity-mcp/comity/handles"
	"github.com/comity-mcp/comity/server"
	"github.com/comity-mcp/comity/server/servertest"
)

// opened opens a store and closes it with the test.
func opened(t *testing.T, dir string) *store {
	t.Helper()
	s, err := open(context.Background(), dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

// declared is the example's server on a store, with recounts as quick as they get.
func declared(t *testing.T, s *store, url string) *server.Server {
	t.Helper()
	return declaredSlow(t, s, url, 0)
}

// declaredSlow is one whose recounts stay at each row for that long.
func declaredSlow(t *testing.T, s *store, url string, delay time.Duration) *server.Server {
	t.Helper()
	jobs := handles.Memory()
	t.Cleanup(func() { jobs.Close() })
	c := declare(app{s, jobs, delay}, url, auth.OAuth{Issuers: []string{"http://127.0.0.1:8081"}})
	quiet := zerolog.Nop()
	c.Logger = &quiet
	srv, err := server.New(c)
	if err != nil {
		t.Fatal(err)
	}
	return srv
}

// connected is a client of a new server with data of its own.
func connected(t *testing.T) (*servertest.Client, *store) {
	t.Helper()
	s := opened(t, t.TempDir())
	return servertest.Connect(t, declared(t, s, "http://127.0.0.1:8080/mcp"), auth.LocalCaller()), s
}

// args are arguments as a model writes them.
type args = map[string]any

func TestEveryHostSeesTheGoldenTools(t *testing.T) {
	servertest.Golden(t, declared(t, nil, "http://127.0.0.1:8080/mcp"), "testdata/tools")
}

func TestTheLastReleaseIsKept(t *testing.T) {
	servertest.Released(t, declared(t, nil, "https://inventory.example.com/mcp"), "testdata/released.json")
}

func TestNothingIsLeftToMend(t *testing.T) {
	for _, w := range declared(t, nil, "http://127.0.0.1:8080/mcp").Warnings() {
		t.Errorf("New warns: %v", w)
	}
}
