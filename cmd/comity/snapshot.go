package main

import (
	"context"
	"fmt"
	"io"
	"os"

	"github.com/comity-mcp/comity/internal/command"
)

// runSnapshot is the command snapshot: the server as it stands on the wire, in a file to keep.
func runSnapshot(ctx context.Context, args []string, out, errs io.Writer) int {
	set := flags("snapshot", errs)
	var at target
	at.define(set)
	file := set.String("o", "", "write to this `file` instead of standard output")
	address := set.String("url", "", "the `URL` that clients use, where it is not the one asked here")
	if err := at.parse(args); err != nil {
		return unparsed(err)
	}
	c, err := look(ctx, &at, *address)
	if err != nil {
		fmt.Fprintln(errs, err)
		return command.NotRun
	}
	b, err := c.Snapshot()
	switch {
	case err != nil:
	case *file == "":
		_, err = out.Write(b)
	default:
		err = os.WriteFile(*file, b, 0o644)
	}
	if err != nil {
		fmt.Fprintln(errs, err)
		return command.NotRun
	}
	return command.OK
}
