package command

import (
	"cmp"
	"errors"
	"flag"
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/comity-mcp/comity/catalog"
	"github.com/comity-mcp/comity/internal/seen"
	"github.com/comity-mcp/comity/snippets"
)

// Exit codes of the command snippets.
const (
	// OK is that everything was done, or that every block is current.
	OK = 0
	// Stale is that a checked file is not what -write would make of it.
	Stale = 1
	// NotRun is that the command could not do what it was told.
	NotRun = 2
)

// Snippets is the command snippets: what its flags said. The zero value lists the clients.
type Snippets struct {
	clients, write, check List
	list                  bool
}

// Define defines the flags.
func (s *Snippets) Define(flags *flag.FlagSet) {
	flags.Var(&s.clients, "client", "print the snippet for this `client`; may be repeated")
	flags.BoolVar(&s.list, "list", false, "list the clients, and what the server lacks for those that it does not fit")
	flags.Var(&s.write, "write", "fill the blocks of this `file`, marked with <!-- comity:snippets CLIENT -->; may be repeated")
	flags.Var(&s.check, "check", "exit 1 with a diff when the blocks of this `file` are stale; may be repeated")
}

// Fault says which flags do not go together, or which client there is not; nil when all is well. It is to be called
// before a server is asked for anything.
func (s *Snippets) Fault() error {
	var given []string
	for name, is := range map[string]bool{"-client": len(s.clients) > 0, "-list": s.list, "-write": len(s.write) > 0, "-check": len(s.check) > 0} {
		if is {
			given = append(given, name)
		}
	}
	if slices.Sort(given); len(given) > 1 {
		return fmt.Errorf("%s do not go together; take one of them", strings.Join(given, " and "))
	}
	var faults []error
	for _, id := range s.clients {
		if !slices.ContainsFunc(snippets.Clients(), func(c snippets.Client) bool { return c.ID == id }) {
			_, err := snippets.Render(catalog.Catalog{}, id) // it knows which one was meant
			faults = append(faults, fmt.Errorf("%w; -list shows all", err))
		}
	}
	return errors.Join(faults...)
}

// Lists reports whether the clients are to be listed; that needs no server.
func (s *Snippets) Lists() bool { return s.list }

// Run does it for the server of the catalog and returns the exit code. Snippets and diffs go to out, anything said about them to errs;
// it is NotRun when out did not take all of them.
func (s *Snippets) Run(c catalog.Catalog, out, errs io.Writer) int {
	o := To(out)
	return o.Exit(s.run(c, o, errs), errs)
}

func (s *Snippets) run(c catalog.Catalog, out, errs io.Writer) int {
	switch {
	case len(s.write) > 0:
		return each(s.write, errs, func(file string) (int, error) { return write(file, c, errs) })
	case len(s.check) > 0:
		return each(s.check, errs, func(file string) (int, error) { return check(file, c, out, errs) })
	case len(s.clients) > 0:
		return each(s.clients, errs, func(id string) (int, error) { return s.print(id, c, out, errs) })
	case s.list:
		fmt.Fprintf(out, "%s, at %s:\n\n", naming(c), place(c))
		fits(c, out)
		lacks(c, out)
		return OK
	}
	if fits(c, out) == 0 {
		fmt.Fprintf(errs, "No client fits %s, at %s; -list says what it lacks for each.\n", naming(c), place(c))
		return NotRun
	}
	other := "-url says another address"
	if c.Server.URL == "" {
		other = "the words after -- say another command"
	}
	fmt.Fprintln(errs, "\nPrint one with -client ID. The snippets are for "+place(c)+"; "+other+".")
	return OK
}

// each does one thing after another and returns the worst code.
func each(items []string, errs io.Writer, do func(string) (int, error)) int {
	worst := OK
	for _, item := range items {
		code, err := do(item)
		if err != nil {
			fmt.Fprintln(errs, err)
			code = NotRun
		}
		worst = max(worst, code)
	}
	return worst
}

// print writes one snippet, under a heading when there are several.
func (s *Snippets) print(id string, c catalog.Catalog, out, errs io.Writer) (int, error) {
	text, err := snippets.Render(c, id)
	if err != nil {
		return NotRun, err
	}
	rows := snippets.Clients()
	row := rows[slices.IndexFunc(rows, func(r snippets.Client) bool { return r.ID == id })]
	switch {
	case len(s.clients) > 1:
		fmt.Fprintf(out, "==> %s: %s <==\n%s\n", id, described(row), text)
	default:
		fmt.Fprint(out, text)
		if row.File != "" {
			fmt.Fprintf(errs, "\nThis belongs in %s.\n", row.File)
		}
	}
	return OK, nil
}

// fits lists the clients that the server can be connected to, and returns how many there are.
func fits(c catalog.Catalog, out io.Writer) int {
	rows := snippets.Of(c)
	table(rows, out, described)
	return len(rows)
}

// lacks lists the others, and why.
func lacks(c catalog.Catalog, out io.Writer) {
	fitting := snippets.Of(c)
	rows := slices.DeleteFunc(snippets.Clients(), func(r snippets.Client) bool {
		return slices.ContainsFunc(fitting, func(f snippets.Client) bool { return f.ID == r.ID })
	})
	if len(rows) == 0 {
		return
	}
	fmt.Fprintln(out, "\nNot for this server:")
	table(rows, out, func(r snippets.Client) string {
		_, err := snippets.Render(c, r.ID)
		return strings.TrimPrefix(fmt.Sprint(err), "rendering "+r.ID+": ")
	})
}

// Table lists every client with the page its shape was read from.
func Table(out io.Writer) {
	table(snippets.Clients(), out, func(r snippets.Client) string { return described(r) + "\t" + r.Source + "\t" + r.Read })
}

func table(rows []snippets.Client, out io.Writer, about func(snippets.Client) string) {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	for _, r := range rows {
		fmt.Fprintf(w, "%s\t%s\n", r.ID, about(r))
	}
	_ = w.Flush() // a terminal that is gone needs no list
}

func described(r snippets.Client) string {
	if r.File != "" {
		return r.Product + ", " + r.Title + " (" + r.File + ")"
	}
	return r.Product + ", " + r.Title
}

// place is where the server is, for a terminal.
func place(c catalog.Catalog) string {
	switch {
	case c.Server.URL != "":
		return seen.Line(c.Server.URL)
	case len(c.Server.Command) > 0:
		return seen.Line(strings.Join(c.Server.Command, " "))
	}
	return "no address"
}

// naming is what the server calls itself, for a terminal.
func naming(c catalog.Catalog) string {
	return seen.Line(cmp.Or(c.Server.Title, c.Server.Name, "this server"))
}
