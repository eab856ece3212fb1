package server_test

import (
	"bytes"
	"runtime"
	"strconv"
	"sync"
	"testing"

	"github.com/rs/zerolog"

	"github.com/comity-mcp/comity/server"
)

func quiet() *zerolog.Logger {
	l := zerolog.Nop()
	return &l
}

// journal is a log that a test can read while the server writes it.
type journal struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (j *journal) Write(p []byte) (int, error) {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.b.Write(p)
}

func (j *journal) String() string {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.b.String()
}

func (j *journal) logger() *zerolog.Logger {
	l := zerolog.New(j)
	return &l
}

func mustNew(t testing.TB, c server.Config) *server.Server {
	t.Helper()
	srv, err := server.New(c)
	if err != nil {
		t.Fatal(err)
	}
	return srv
}

func here() (uintptr, string, int, bool) { return runtime.Caller(1) }

func itoa(n int) string { return strconv.Itoa(n) }
