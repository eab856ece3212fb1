package main

import (
	"bytes"
	"flag"
	"fmt"
	"io"
	"os"

	"github.com/comity-mcp/comity/lint"
)

// page is where the list is kept, from the root of the repository.
const page = "docs/rules.md"

func main() {
	check := flag.Bool("check", false, "compare "+page+" with what would be printed, and print nothing")
	flag.Parse()
	if err := run(os.Stdout, *check); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(out io.Writer, check bool) error {
	want := render(declared(), lint.Groups())
	if !check {
		_, err := out.Write(want)
		return err
	}
	got, err := os.ReadFile(page)
	if err != nil {
		return fmt.Errorf("reading the list of rules: %w", err)
	}
	if !bytes.Equal(got, want) {
		return fmt.Errorf("%s is stale: run go generate ./internal/rulesdoc", page)
	}
	return nil
}
