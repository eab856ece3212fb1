// Command run measures what a call costs on Comity and on other frameworks, and writes docs/performance.md.
//
//	go -C benchmarks run ./run            measure everything, about an hour, and write the page
//	go -C benchmarks run ./run -quick     see that everything runs, a minute or two; prints the page
//	go -C benchmarks run ./run -render    write the page from the results that are kept
package main

import (
	"flag"
	"fmt"
	"log"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/comity-mcp/comity/benchmarks/plan"
	"github.com/comity-mcp/comity/benchmarks/process"
	"github.com/comity-mcp/comity/benchmarks/report"
	"github.com/comity-mcp/comity/benchmarks/result"
)

func main() {
	log.SetFlags(log.Ltime)
	quick := flag.Bool("quick", false, "measure a little of everything and print the page")
	render := flag.Bool("render", false, "measure nothing; write the page from the results that are kept")
	only := flag.String("only", "", "the `names` of the servers to measure, separated by commas (default all)")
	demand := flag.Bool("demand", false, "fail when a server cannot be measured")
	into := flag.String("into", "", "the `directory` for the page, its charts and the results (default docs and benchmarks/results; -quick keeps nothing)")
	servers := flag.String("servers", "", "the `processors` that servers are bound to; set by the program itself")
	all := flag.String("all", "", "the `processors` there are; set by the program itself")
	flag.Parse()
	dir, err := os.Getwd()
	if err == nil {
		err = exists(filepath.Join(dir, "target"))
	}
	if err != nil {
		log.Fatalf("%v; start it as  go -C benchmarks run ./run", err)
	}
	kept := filepath.Join(dir, "results", "latest.json")
	docs := filepath.Join(dir, "..", "docs")
	if *render {
		if err := write(kept, docs); err != nil {
			log.Fatal(err)
		}
		return
	}
	bound, everything, err := apart(*servers, *all)
	if err != nil {
		log.Fatal(err)
	}
	b := &plan.Bench{Dir: dir, Server: bound, All: everything, Extent: plan.Full(), Report: func(s string) { log.Print(s) }}
	if *quick {
		b.Extent = plan.Quick()
	}
	if *only != "" {
		b.Only = strings.Split(*only, ",")
	}
	if *into != "" {
		kept, docs = filepath.Join(*into, "latest.json"), *into
	} else if *quick {
		kept, docs = "", ""
	}
	if err := measure(b, *quick, *demand, kept, docs); err != nil {
		log.Fatal(err)
	}
}

func measure(b *plan.Bench, quick, demand bool, kept, docs string) error {
	began := time.Now()
	r := result.Run{Date: began.UTC().Format(time.DateOnly), Quick: quick}
	if err := describe(&r, b); err != nil {
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
	if kept == "" {
		return print(r)
	}
	if err := os.MkdirAll(filepath.Dir(kept), 0o755); err != nil {
		return fmt.Errorf("making the directory of the results: %w", err)
	}
	if err := r.Write(kept); err != nil {
		return err
	}
	return write(kept, docs)
}

// print prints the page; its charts are drawn for nothing.
func print(r result.Run) error {
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

func exists(path string) error {
	_, err := os.Stat(path)
	return err
}

// apart binds this process to the first processor and gives servers the second. With one processor
// everything shares it. A process can bind its threads only one by one, so it starts itself again, bound.
func apart(servers, all string) (bound, everything []int, err error) {
	if all != "" {
		return numbers(servers), numbers(all), nil
	}
	everything, err = process.CPUs()
	if err != nil || len(everything) < 2 {
		return nil, everything, err
	}
	return nil, nil, again(everything)
}
