package server

import (
	"flag"
	"fmt"
	"io"
	"slices"

	"github.com/comity-mcp/comity/catalog"
)

// parseSnippets reads what stands after the word snippets: its own flags and those of the program, and after -- the
// command that starts the server on stdio.
func (p *program) parseSnippets(args []string) error {
	if at := slices.Index(args, "--"); at >= 0 {
		args, p.starts = args[:at], args[at+1:]
	}
	set := flag.NewFlagSet(p.flags.Name(), flag.ContinueOnError)
	set.SetOutput(io.Discard) // what is wrong is told once, by run
	p.snippets.Define(set)
	p.flags.VisitAll(func(f *flag.Flag) {
		if set.Lookup(f.Name) == nil {
			set.Var(handed{p.flags, f}, f.Name, f.Usage)
		}
	})
	set.Usage = func() {
		fmt.Fprintf(p.err, "usage: %s snippets [flags] [-- COMMAND...]\n\nPrint what connects this server to each client, or keep it in a README. COMMAND is how a host starts it on stdio.\n\nflags:\n", set.Name())
		set.SetOutput(p.err)
		set.PrintDefaults()
	}
	if err := set.Parse(args); err != nil {
		return err
	}
	if set.NArg() > 0 {
		return fmt.Errorf("snippets takes no %q; a client is named with -client, and the command that starts the server stands after --", set.Arg(0))
	}
	return p.snippets.Fault()
}

// connected adds how hosts start the server on stdio. Where this binary will be is not known, and hosts want the whole path.
func (p *program) connected(c catalog.Catalog) catalog.Catalog {
	if c.Server.Command = p.starts; len(p.starts) == 0 {
		c.Server.Command = []string{"/absolute/path/to/" + c.Server.Name, "stdio"}
	}
	return c
}

// A handed flag is one of the author's, set there, so that an author who asks which flags were given is told.
type handed struct {
	set *flag.FlagSet
	*flag.Flag
}

func (h handed) Set(value string) error { return h.set.Set(h.Name, value) }

// String is asked of the zero value, too.
func (h handed) String() string {
	if h.Flag == nil {
		return ""
	}
	return h.Value.String()
}

// IsBoolFlag lets -flag stand for -flag=true where the author's flag does.
func (h handed) IsBoolFlag() bool {
	b, ok := h.Value.(interface{ IsBoolFlag() bool })
	return ok && b.IsBoolFlag()
}
