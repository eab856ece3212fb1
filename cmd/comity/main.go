package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime/debug"
	"strings"
	"syscall"

	"github.com/comity-mcp/comity/internal/command"
	"github.com/comity-mcp/comity/internal/nearest"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop) // a second interrupt ends the process at once
	code := run(ctx, os.Args[1:], os.Stdout, os.Stderr)
	stop()
	os.Exit(code)
}

// A verb is one command of comity.
type verb struct {
	name string
	// takes is its line of usage, about one sentence of what it does.
	takes, about string
	// run does it with the arguments after the name, and returns the exit code.
	run func(ctx context.Context, args []string, out, errs io.Writer) int
}

// verbs are all commands, each in a file of its own.
func verbs() []verb {
	return []verb{
		{"lint", "[flags] URL | -- COMMAND... | SNAPSHOT.json", "say what hosts, models and people will find wrong with a server", runLint},
		{"snippets", "[flags] URL | -- COMMAND...", "print what connects a server to each client, or keep it in a README", runSnippets},
		{"snapshot", "[flags] URL | -- COMMAND...", "write a server as it stands on the wire to a file, to keep with the release", runSnapshot},
		{"diff", "[flags] OLD.json NEW.json | URL | -- COMMAND...", "say what a release changes for those who have the last one", runDiff},
	}
}

// run returns the exit code: that of the command, or command.NotRun for a command line that cannot be understood.
func run(ctx context.Context, args []string, out, errs io.Writer) int {
	if len(args) == 0 {
		usage(errs)
		return command.NotRun
	}
	switch args[0] {
	case "help", "-h", "-help", "--help":
		if len(args) > 1 && args[0] == "help" {
			return run(ctx, []string{args[1], "-help"}, out, out)
		}
		usage(out)
		return command.OK
	case "version", "-version", "--version":
		fmt.Fprintln(out, "comity", version())
		return command.OK
	}
	names := []string{"help", "version"}
	for _, v := range verbs() {
		if v.name == args[0] {
			return v.run(ctx, args[1:], out, errs)
		}
		names = append(names, v.name)
	}
	if strings.Contains(args[0], "://") {
		fmt.Fprintln(errs, "the command comes first, then the URL: comity snippets URL")
		return command.NotRun
	}
	fmt.Fprintf(errs, "comity has no command %q", args[0])
	if near, ok := nearest.To(args[0], names); ok {
		fmt.Fprintf(errs, "; did you mean %s?\n", near)
	} else {
		fmt.Fprintf(errs, "; its commands are %s\n", strings.Join(names, ", "))
	}
	return command.NotRun
}

func usage(w io.Writer) {
	fmt.Fprint(w, "usage: comity COMMAND [arguments]\n\n")
	for _, v := range verbs() {
		fmt.Fprintf(w, "  %-10s%s\n", v.name, v.about)
	}
	fmt.Fprint(w, "  help      tell the flags of a command\n  version   tell the version\n")
}

// flags makes the flag set of a command.
func flags(name string, errs io.Writer) *flag.FlagSet {
	set := flag.NewFlagSet(name, flag.ContinueOnError)
	set.SetOutput(errs)
	set.Usage = func() {
		for _, v := range verbs() {
			if v.name == name {
				fmt.Fprintf(errs, "usage: comity %s %s\n\n%s.\n\nflags:\n", v.name, v.takes, strings.ToUpper(v.about[:1])+v.about[1:])
			}
		}
		set.PrintDefaults()
	}
	return set
}

// unparsed returns the exit code for what is wrong with the flags; they have told it already.
func unparsed(err error) int {
	if errors.Is(err, flag.ErrHelp) {
		return command.OK
	}
	return command.NotRun
}

// version is that of the module, as go install recorded it.
func version() string {
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" {
		return info.Main.Version
	}
	return "(devel)"
}
