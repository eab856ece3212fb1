// Command steady keeps a server at half the load it can bear for 30 minutes, with one request in a hundred
// wrong, and reports what it holds over time. It is started in the directory benchmarks:
//
//	go run ./steady              30 minutes; keeps results/steady.json and writes docs/performance.md again
//	go run ./steady -for 30s     a short run, printed only
//
// It exits with 1 when something has grown.
package main

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"log"
	"os"
	"path/filepath"
	"time"

	"github.com/comity-mcp/comity/benchmarks/machine"
	"github.com/comity-mcp/comity/benchmarks/plan"
	"github.com/comity-mcp/comity/benchmarks/report"
	"github.com/comity-mcp/comity/benchmarks/result"
)

// usual is how long a run is kept.
const usual = 30 * time.Minute

func main() {
	log.SetFlags(log.Ltime)
	servers, all, err := machine.Apart()
	if err != nil {
		log.Fatal(err)
	}
	over := flag.Duration("for", usual, "how long; a shorter run than the usual one is printed and not kept")
	flag.Parse()
	b := &plan.Bench{Dir: ".", Server: servers, All: all, Extent: plan.Full(), Only: []string{plan.ComityTokens}, Report: func(s string) { log.Print(s) }}
	if err := run(b, *over); err != nil {
		log.Fatal(err)
	}
}

func run(b *plan.Bench, over time.Duration) error {
	s := result.Steady{Date: time.Now().UTC().Format(time.DateOnly), Commit: machine.Commit(b.Dir), Quick: over < usual}
	var err error
	if s.Machine, err = machine.Describe(b.Server, b.All); err != nil {
		return err
	}
	defer b.Close()
	if err := b.Prepare(&result.Run{}); err != nil {
		return err
	}
	if err := b.Steady(&s, over, min(10*time.Second, over/20)); err != nil {
		return err
	}
	log.Print(s.Verdict())
	if err := keep(s); err != nil {
		return err
	}
	if len(s.Grown()) > 0 {
		return errors.New("something has grown")
	}
	return nil
}

// keep writes a usual run down and prints any other.
func keep(s result.Steady) error {
	if s.Quick {
		b, err := json.Marshal(s)
		if err != nil {
			return fmt.Errorf("printing the run: %w", err)
		}
		_, err = fmt.Printf("%s\n", b)
		return err
	}
	if err := os.MkdirAll("results", 0o755); err != nil {
		return fmt.Errorf("making the directory of the results: %w", err)
	}
	kept := filepath.Join("results", "steady.json")
	if err := s.Write(kept); err != nil {
		return err
	}
	return report.Write(filepath.Join("results", "latest.json"), kept, filepath.Join("..", "docs"))
}
