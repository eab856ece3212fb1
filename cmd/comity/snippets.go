package main

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"net/url"

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
		to := command.To(out)
		command.Table(to)
		return to.Exit(command.OK, errs)
	}
	c, err := look(ctx, &at, *address)
	if err != nil {
		fmt.Fprintln(errs, err)
		return command.NotRun
	}
	return what.Run(c, out, errs)
}

// look returns the catalog of the server at the address that clients use, which is the one asked when address is empty.
func look(ctx context.Context, at *target, address string) (catalog.Catalog, error) {
	if err := published(address); err != nil { // before a server is asked for anything
		return catalog.Catalog{}, err
	}
	p, err := at.dial(ctx)
	if err != nil {
		return catalog.Catalog{}, err
	}
	defer p.Close() // what there was to learn is learnt
	c, err := p.Catalog(ctx)
	if err != nil {
		return catalog.Catalog{}, err
	}
	return elsewhere(c, address)
}

// published says why an address cannot be told to anyone.
func published(address string) error {
	if address == "" {
		return nil
	}
	u, err := url.Parse(address)
	if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
		return fmt.Errorf("-url takes the address that clients use, like https://inventory.example.com/mcp, and not %q", address)
	}
	if name, ok := secret(address); ok || u.User != nil {
		return fmt.Errorf("-url has a secret in it, %s, which would stand in what is printed here; leave it out", cmp.Or(name, "a user or a password"))
	}
	return nil
}

// elsewhere is the server at another address, when there is one. The audience of its tokens goes with it when it was the address that was asked.
func elsewhere(c catalog.Catalog, address string) (catalog.Catalog, error) {
	if err := published(address); err != nil || address == "" {
		return c, err
	}
	if a := c.Authorization; a != nil && a.Resource == c.Server.URL {
		moved := *a
		moved.Resource = address
		c.Authorization = &moved
	}
	c.Server.URL = address
	return c, nil
}
