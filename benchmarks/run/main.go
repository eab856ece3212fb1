// Command run measures what a call costs on Comity and on other frameworks, and writes docs/performance.md.
// It is started in the directory benchmarks:
//
//	go run ./run            measure everything, about an hour, and write the page
//	go run ./run -quick     see that everything runs, two minutes; prints the page
//	go run ./run -render    write the page from the results that are kept
package main

import (
	"flag"
	"fmt"
	"log"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/comity-mcp/comity/benchmarks/machine"
	"github.com/comity-mcp/comity/benchmarks/plan"
	"github.com/comity-mcp/comity/benchmarks/report"
	"github.com/comity-mcp/comity/benchmarks/result"
)

func main() {
	log.SetFlags(log.Ltime)
	servers, all, err := machine.Apart()
	if err != nil {
		log.Fatal(err)
	}
	quick := flag.Bool("quick", false, "measure a little of everything and print the page")
	render := flag.Bool("render", false, "measure nothing; write the page from the results that are kept")
	profile := flag.String("profile", "", "measure nothing; write a CPU profile of the one server that -only names to this `file`")
	only := flag.String("only", "", "the `names` of the servers to measure, separated by commas (default all)")
	phases := flag.String("phases", "", "the `phases` to measure, of call, stdio, list, start, memory, arguments, results, tools and callers (default all)")
	rounds := flag.Int("rounds", 0, "how many `rounds` of calls, and half as many of what is plotted (default 7 and 3)")
	window := flag.Duration("window", 0, "how long a server is measured at one setting, a round (default 2.5s)")
	demand := flag.Bool("demand", false, "fail when a server cannot be measured")
	into := flag.String("into", "", "the `directory` for the page, its charts and the results (default ../docs and results; -quick keeps nothing)")
	flag.Parse()

	where := places{results: "results", docs: filepath.Join("..", "docs")}
	if *into != "" {
		where = places{results: *into, docs: *into}
	} else if *quick {
		where = places{}
	}
	b := &plan.Bench{Dir: ".", Server: servers, All: all, Extent: plan.Full(), Report: func(s string) { log.Print(s) }}
	if *quick {
		b.Extent = plan.Quick()
	}
	if *rounds > 0 {
		b.Extent.Rounds, b.Extent.Plotted = *rounds, max(*rounds/2, 1)
	}
	if *window > 0 {
		b.Extent.For = *window
	}
	if *only != "" {
		b.Only = strings.Split(*only, ",")
	}
	if *phases != "" {
		for p := range strings.SplitSeq(*phases, ",") {
			b.Phases = append(b.Phases, result.Phase(p))
		}
	}
	switch {
	case *render:
		err = where.render()
	case *profile != "":
		err = profiled(b, *profile)
	default:
		err = measure(b, *quick, *demand, where)
	}
	if err != nil {
		log.Fatal(err)
	}
}

// places are the directories of what is kept; none when nothing is.
type places struct{ results, docs string }

// render makes the page and its charts from the kept results.
func (p places) render() error {
	return report.Write(filepath.Join(p.results, "latest.json"), filepath.Join(p.results, "steady.json"), p.docs)
}

func measure(b *plan.Bench, quick, demand bool, where places) error {
	began := time.Now()
	r := result.Run{Date: began.UTC().Format(time.DateOnly), Quick: quick, Commit: machine.Commit(b.Dir), Versions: machine.Versions(b.Dir)}
	var err error
	if r.Machine, err = machine.Describe(b.Server, b.All); err != nil {
		return err
	}
	defer b.Close()
	if err := b.Prepare(&r); err != nil {
		return err
	}
	for name, why := range r.Missing {
		log.Printf("%s is not measured: %s", name, why)
	}
	if demand && len(r.Missing) > 0 {
		return fmt.Errorf("%d servers cannot be measured", len(r.Missing))
	}
	if err := b.Measure(); err != nil {
		return err
	}
	log.Printf("%d answers checked in %v", r.Answers(), time.Since(began).Round(time.Second))
	if where == (places{}) {
		return show(r)
	}
	if err := os.MkdirAll(where.results, 0o755); err != nil {
		return fmt.Errorf("making the directory of the results: %w", err)
	}
	if err := r.Write(filepath.Join(where.results, "latest.json")); err != nil {
		return err
	}
	return where.render()
}

// show prints the page; its charts are drawn for nothing.
func show(r result.Run) error {
	page, err := report.Page(r, nil)
	if err != nil {
		return err
	}
	if _, err := report.Charts(r, nil); err != nil {
		return err
	}
	_, err = os.Stdout.Write(page)
	return err
}

// profiled writes a profile of one server.
func profiled(b *plan.Bench, file string) error {
	defer b.Close()
	if err := b.Prepare(&result.Run{}); err != nil {
		return err
	}
	profile, err := b.Profile(8 * time.Second)
	if err != nil {
		return err
	}
	if err := os.WriteFile(file, profile, 0o644); err != nil {
		return fmt.Errorf("writing the profile: %w", err)
	}
	return nil
}
