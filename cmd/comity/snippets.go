package main

import (
	"context"
	"fmt"
	"io"

	"github.com/comity-mcp/comity/catalog"
	"github.com/comity-mcp/comity/internal/command"
)

// runSnippets is the command snippets for a server that runs.
func runSnippets(ctx context.Context, args []string, out, errs io.Writer) int {
	set := flags("snippets", errs)
	var at target
	at.define(set)
	var what command.Snippets
	what.Define(set)
	address := set.String("url", "", "the `URL` that clients use, where it is not the one asked here")
	if err := at.parse(args); err != nil {
		return unparsed(err)
	}
	if err := what.Fault(); err != nil {
		fmt.Fprintln(errs, err)
		return command.NotRun
	}
	if !at.given() && what.Lists() {
		command.Table(out)
		return command.OK
	}
	c, err := look(ctx, &at)
	if err != nil {
		fmt.Fprintln(errs, err)
		return command.NotRun
	}
	if *address != "" {
		c = elsewhere(c, *address)
	}
	return what.Run(c, out, errs)
}

// look returns the catalog of the server.
func look(ctx context.Context, at *target) (catalog.Catalog, error) {
	p, err := at.dial(ctx)
	if err != nil {
		return catalog.Catalog{}, err
	}
	defer p.Close() // what there was to learn is learnt
	return p.Catalog(ctx)
}

// elsewhere is the server at the address that clients use. The audience of its tokens goes with it when it was the address that was asked.
func elsewhere(c catalog.Catalog, address string) catalog.Catalog {
	if a := c.Authorization; a != nil && a.Resource == c.Server.URL {
		moved := *a
		moved.Resource = address
		c.Authorization = &moved
	}
	c.Server.URL = address
	return c
}
