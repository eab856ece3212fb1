package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"

	"github.com/comity-mcp/comity/catalog"
	"github.com/comity-mcp/comity/internal/command"
	"github.com/comity-mcp/comity/release"
	"github.com/comity-mcp/comity/schema"
)

// broken is the exit code of the command diff for a release that would hurt somebody.
const broken = 1

// runDiff is the command diff: what a release changes for those who have the last one.
func runDiff(ctx context.Context, args []string, out, errs io.Writer) int {
	set := flags("diff", errs)
	var at target
	at.define(set)
	format := set.String("format", "text", "text or json")
	failOn := set.String("fail-on", "breaking", "exit 1 from this `class` on: breaking, risky or compatible")
	address := set.String("url", "", "the `URL` that clients use, where it is not the one asked here")
	words, err := at.words(args)
	if err != nil {
		return unparsed(err)
	}
	limit, err := classNamed(*failOn)
	if err == nil && *format != "text" && *format != "json" {
		err = fmt.Errorf("-format is text or json, and not %q", *format)
	}
	var changes []release.Change
	if err == nil {
		changes, err = difference(ctx, &at, words, *address)
	}
	to := command.To(out)
	if err == nil && *format == "json" {
		err = printJSON(to, changes)
	} else if err == nil {
		printText(to, changes)
	}
	if err != nil {
		fmt.Fprintln(errs, err)
		return command.NotRun
	}
	if release.Worst(changes) >= limit {
		return to.Exit(broken, errs)
	}
	return to.Exit(command.OK, errs)
}

// difference compares the snapshot that the first word names with what the second names, or with the command after --.
func difference(ctx context.Context, at *target, words []string, address string) ([]release.Change, error) {
	if len(words) == 0 || len(words) > 2 || (len(words) == 2) == (len(at.at.Command) > 0) {
		return nil, errors.New("comity diff takes the last release and the next: comity diff OLD.json NEW.json, comity diff OLD.json URL, or comity diff OLD.json -- COMMAND")
	}
	last, err := snapshot(words[0])
	if err != nil {
		return nil, err
	}
	next, err := candidate(ctx, at, words[1:], address)
	if err != nil {
		return nil, err
	}
	return release.Compare(last, next), nil
}

// candidate is the release to come, as its users will see it: that of a snapshot, or of the server at the address asked.
func candidate(ctx context.Context, at *target, words []string, address string) (catalog.Catalog, error) {
	if len(words) == 1 && !strings.Contains(words[0], "://") {
		next, err := snapshot(words[0])
		if err != nil {
			return catalog.Catalog{}, err
		}
		return elsewhere(next, address)
	}
	if len(words) == 1 {
		at.at.URL = words[0]
	}
	return look(ctx, at, address)
}

// snapshot reads a file that the command snapshot wrote.
func snapshot(file string) (catalog.Catalog, error) {
	b, err := os.ReadFile(file)
	if errors.Is(err, fs.ErrNotExist) {
		return catalog.Catalog{}, fmt.Errorf("there is no file %s; write it with comity snapshot -o %[1]s", file)
	}
	if err != nil {
		return catalog.Catalog{}, err
	}
	c, err := catalog.ReadSnapshot(b)
	if err == nil && c.Tools == nil {
		err = errors.New("it has no list of tools")
	}
	if err != nil {
		return catalog.Catalog{}, fmt.Errorf("%s is no snapshot of a server; write one with comity snapshot -o FILE: %w", file, err)
	}
	return c, nil
}

// classNamed is the class of that name.
func classNamed(name string) (schema.Class, error) {
	for _, c := range []schema.Class{schema.Compatible, schema.Risky, schema.Breaking} {
		if c.String() == name {
			return c, nil
		}
	}
	return 0, fmt.Errorf("-fail-on is breaking, risky or compatible, and not %q", name)
}

// printText prints the gravest changes first, and how many there are of each class.
func printText(w io.Writer, changes []release.Change) {
	if len(changes) == 0 {
		fmt.Fprintln(w, "Nothing changes for anybody.")
		return
	}
	var counts []string
	for _, class := range []schema.Class{schema.Breaking, schema.Risky, schema.Compatible} {
		n := 0
		for _, c := range changes {
			if c.Class == class {
				n++
				fmt.Fprintf(w, "%s\n", c)
			}
		}
		if n > 0 {
			counts = append(counts, fmt.Sprintf("%d %s", n, class))
		}
	}
	fmt.Fprintf(w, "\n%s.\n", strings.Join(counts, ", "))
}

// printJSON prints the changes in their order.
func printJSON(w io.Writer, changes []release.Change) error {
	type change struct {
		Path  string `json:"path"`
		Class string `json:"class"`
		Says  string `json:"says"`
		Hurts string `json:"hurts,omitempty"`
	}
	report := struct {
		Worst   string   `json:"worst,omitempty"`
		Changes []change `json:"changes"`
	}{Changes: []change{}}
	if worst := release.Worst(changes); worst > 0 {
		report.Worst = worst.String()
	}
	for _, c := range changes {
		report.Changes = append(report.Changes, change{c.Path, c.Class.String(), c.Says, c.Hurts})
	}
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(report)
}
