//go:build soak

package soak_test

import (
	"context"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/rs/zerolog"

	"github.com/comity-mcp/comity/annotations"
	"github.com/comity-mcp/comity/auth"
	"github.com/comity-mcp/comity/handles"
	"github.com/comity-mcp/comity/handles/jetstream"
	"github.com/comity-mcp/comity/handles/sql"
	"github.com/comity-mcp/comity/handles/sql/postgres"
	"github.com/comity-mcp/comity/server"
)

// Count is what the jobs take.
type Count struct {
	Item  int `json:"item" jsonschema:"minimum=0" jsonschema_description:"Number of the piece of work"`
	Steps int `json:"steps" jsonschema:"minimum=1,maximum=1000" jsonschema_description:"How many steps of 10 ms it takes"`
}

// Counted is what they give.
type Counted struct {
	Item  int `json:"item" jsonschema_description:"Number of the piece of work"`
	Steps int `json:"steps" jsonschema_description:"How many steps it took"`
}

// lease is short, so that what a killed process had is taken over soon.
const lease = time.Second

// serve is one of the two processes: a server over the jobs at an address, with a journal in dir. It prints
// its own address and runs until it is killed, or until whoever started it is gone.
func serve(dir, at string) error {
	go func() {
		io.Copy(io.Discard, os.Stdin)
		os.Exit(0)
	}()
	ctx := context.Background()
	jobs, err := open(ctx, at)
	if err != nil {
		return fmt.Errorf("opening the jobs: %w", err)
	}
	journal, err := os.OpenFile(filepath.Join(dir, "journal"), os.O_APPEND|os.O_WRONLY|os.O_CREATE, 0o600)
	if err != nil {
		return fmt.Errorf("opening the journal: %w", err)
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return fmt.Errorf("listening: %w", err)
	}
	url := "http://" + l.Addr().String() + "/mcp"
	quiet := zerolog.Nop()
	srv, err := server.New(server.Config{
		Name: "soak", Title: "Soak", Version: "1.0.0", URL: url, World: annotations.Closed, Logger: &quiet, Jobs: jobs,
		Description: "Counts to a number, slowly, while the processes that do so are killed.",
		Auth:        auth.Off{Because: "a test on this machine"},
		Tools:       []server.Tool{declare(journal, safe, server.Safe), declare(journal, once, server.Once)},
	})
	if err != nil {
		return fmt.Errorf("declaring the server: %w", err)
	}
	fmt.Println(url)
	return srv.Serve(ctx, l)
}

// open tries for as long as a restart of what keeps the jobs can take.
func open(ctx context.Context, at string) (jobs handles.Engine, err error) {
	ctx, cancel := context.WithTimeout(ctx, 30*time.Second)
	defer cancel()
	for {
		o := handles.Options{Lease: lease, Trouble: func(error) {}} // there is trouble by the hundred, on purpose
		switch scheme, _, _ := strings.Cut(at, "://"); scheme {
		case "postgres":
			jobs, err = postgres.Open(ctx, at, o)
		case "nats":
			jobs, err = jetstream.Open(ctx, jetstream.Options{URL: at, Prefix: prefix, Engine: o})
		default:
			jobs, err = sql.Open(ctx, at, o)
		}
		if err == nil {
			return jobs, nil
		}
		select {
		case <-time.After(50 * time.Millisecond):
		case <-ctx.Done():
			return nil, err
		}
	}
}

// The names of the two jobs.
const safe, once = "count_again", "count_once"

// declare declares a job whose handler writes to the journal before anything else, so that every time it
// ran can be counted.
func declare(journal io.Writer, name string, repeat handles.Repeat) server.Tool {
	return server.Job(server.Spec{
		Name: name, Title: "Count", Access: auth.Anyone(), Example: Count{Item: 1, Steps: 10},
		Description: "Counts to a number and adds a line to a journal. It is for tests alone and changes nothing else.",
	}, annotations.Creates, server.Run{Keep: time.Hour, Repeat: repeat, Attempts: 50, Wait: 10 * time.Millisecond},
		func(ctx context.Context, in Count, p *handles.Progress) (Counted, error) {
			if _, err := fmt.Fprintln(journal, in.Item); err != nil {
				return Counted{}, err
			}
			for i := range in.Steps {
				select {
				case <-time.After(10 * time.Millisecond):
					p.Report(float64(i+1), float64(in.Steps), "counting")
				case <-ctx.Done():
					return Counted{}, context.Cause(ctx)
				}
			}
			return Counted(in), nil
		})
}
