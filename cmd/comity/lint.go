package main

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/comity-mcp/comity/internal/command"
	"github.com/comity-mcp/comity/internal/peer"
	"github.com/comity-mcp/comity/internal/settings"
	"github.com/comity-mcp/comity/lint"
	"github.com/comity-mcp/comity/lint/probe"
	"github.com/comity-mcp/comity/lint/report"
)

// unclean is the exit code of the command lint for a server with something to mend.
const unclean = 1

// linting is what a command line of lint says.
type linting struct {
	target
	tokens, foreign              command.List
	profile, format, file        string
	config, evidence, source     string
	noProbe, allowWrites, strict bool
	rate                         float64

	hosts lint.Profile // that of -profile, zero when it was not given
}

// define defines the flags. Those for the server differ from other commands' in that there may be several tokens, and in
// that the time is for the whole.
func (l *linting) define(set *flag.FlagSet) {
	l.flags = set
	set.Var(&l.tokens, "token-env", "send the access token in this environment `variable`; one that is given later is tried beside it")
	set.Var(&l.foreign, "foreign-token-env", "try the token of another server in this environment `variable`, which must be refused; may be repeated")
	set.Var(&l.headers, "header-env", "send a header from an environment variable, `HEADER=VARIABLE`; may be repeated")
	set.Var(&l.env, "env", "hand this environment `variable` on to the command, beside PATH, HOME and the like; may be repeated")
	set.DurationVar(&l.timeout, "timeout", 2*time.Minute, "how long all of it may take; what is not done by then is left out")
	set.Float64Var(&l.rate, "rate", 10, "how many requests a second are sent at most")
	set.BoolVar(&l.noProbe, "no-probe", false, "judge what the server lists, and call nothing")
	set.BoolVar(&l.allowWrites, "allow-writes", false, "call tools that are not read-only, too, with arguments that are made up; for test systems only")
	set.StringVar(&l.profile, "profile", "", "judge for these `hosts`: portable, openai or anthropic (portable when nothing says otherwise)")
	set.StringVar(&l.config, "config", "", "read profile and waivers from this `file` ("+settings.File+" where there is one)")
	set.StringVar(&l.format, "format", "text", "text, json or sarif")
	set.StringVar(&l.file, "o", "", "write to this `file` instead of standard output")
	set.StringVar(&l.source, "sarif-file", "", "show the results of -format sarif at this `file` of the repository, for viewers that need one")
	set.StringVar(&l.evidence, "evidence", "", "write what was seen to this `file`, as JSON")
	set.BoolVar(&l.strict, "strict", false, "exit 1 for remarks of level info, too")
}

// runLint is the command lint: what is wrong with a server that runs, or with a snapshot.
func runLint(ctx context.Context, args []string, out, errs io.Writer) int {
	set := flags("lint", errs)
	var l linting
	l.define(set)
	words, err := l.words(args)
	if err != nil {
		return unparsed(err)
	}
	var r lint.Report
	said, err := l.settings()
	if err == nil {
		r, err = l.judged(ctx, words, said, errs)
	}
	if err == nil {
		err = l.print(out, r)
	}
	if err != nil {
		if !errors.Is(err, errTold) {
			fmt.Fprintln(errs, err)
		}
		return command.NotRun
	}
	if !r.Clean() || l.strict && len(r.Found) > 0 {
		return unclean
	}
	return command.OK
}

// errTold is an error that was printed where it was found.
var errTold = errors.New("it was told already")

// settings reads the file with profile and waivers. One that is named must be there.
func (l *linting) settings() (settings.Settings, error) {
	if !slices.Contains([]string{"text", "json", "sarif"}, l.format) {
		return settings.Settings{}, fmt.Errorf("-format is text, json or sarif, and not %q", l.format)
	}
	if l.rate <= 0 || l.timeout <= 0 {
		return settings.Settings{}, errors.New("-rate and -timeout are more than 0; leave them out for 10 requests a second and 2m")
	}
	if l.profile != "" {
		named, err := lint.ParseProfile(l.profile)
		if err != nil {
			return settings.Settings{}, fmt.Errorf("-profile: %w", err)
		}
		l.hosts = named
	}
	s, err := settings.Read(cmp.Or(l.config, settings.File))
	if errors.Is(err, fs.ErrNotExist) {
		if l.config == "" {
			return settings.Settings{}, nil
		}
		err = fmt.Errorf("there is no file %s; leave -config out to judge without waivers, or write one as docs/lint.md shows", l.config)
	}
	return s, err
}

// judged looks at the server, or reads the snapshot, and judges it.
func (l *linting) judged(ctx context.Context, words []string, said settings.Settings, errs io.Writer) (lint.Report, error) {
	s, err := l.subject(ctx, words, errs)
	if err != nil {
		return lint.Report{}, err
	}
	if s.Evidence != nil && l.evidence != "" {
		b, err := json.MarshalIndent(s.Evidence, "", "  ")
		if err == nil {
			err = os.WriteFile(l.evidence, append(b, '\n'), 0o600)
		}
		if err != nil {
			return lint.Report{}, fmt.Errorf("writing the evidence: %w", err)
		}
	}
	o := said.Options(s.Catalog.Server.Name)
	o.Profile = cmp.Or(l.hosts, o.Profile)
	return lint.Judge(s, o), nil
}

// subject is the server that the words or the command name.
func (l *linting) subject(ctx context.Context, words []string, errs io.Writer) (lint.Subject, error) {
	if len(words) == 1 && strings.HasSuffix(words[0], ".json") && !strings.Contains(words[0], "://") && len(l.at.Command) == 0 {
		if l.evidence != "" {
			return lint.Subject{}, errors.New("-evidence keeps what was seen of a server that runs, and a snapshot is none; name a URL or a command, or leave it out")
		}
		c, err := snapshot(words[0])
		return lint.Subject{Catalog: c}, err
	}
	if l.noProbe && l.evidence != "" {
		return lint.Subject{}, errors.New("-evidence keeps what a probe has seen, and -no-probe makes none; leave one of the two out")
	}
	if len(words) == 0 && len(l.at.Command) == 0 {
		return lint.Subject{}, errors.New("comity lint takes a server: comity lint URL, comity lint -- COMMAND, or comity lint SNAPSHOT.json")
	}
	if err := l.server(words); err != nil {
		return lint.Subject{}, errTold
	}
	tokens, err := l.secrets()
	if err != nil {
		return lint.Subject{}, err
	}
	if l.noProbe {
		return l.listed(ctx, tokens)
	}
	shown := progressOn(errs)
	e, c, err := probe.Run(ctx, probe.Target{URL: l.at.URL, Header: l.at.Header, Command: l.at.Command, Env: l.at.Env},
		probe.Options{AllowWrites: l.allowWrites, Tokens: tokens, Rate: l.rate, Timeout: l.timeout, Progress: shown.step})
	shown.end()
	if err != nil {
		return lint.Subject{}, whereFrom(err)
	}
	for _, line := range untried(e) {
		fmt.Fprintln(errs, line)
	}
	return lint.Subject{Catalog: c, Evidence: e}, nil
}

// listed looks at what the server lists, and at nothing else.
func (l *linting) listed(ctx context.Context, tokens []probe.Token) (lint.Subject, error) {
	for _, t := range tokens {
		if !t.Foreign {
			l.at.Header.Set("Authorization", "Bearer "+t.Value)
			break
		}
	}
	ctx, cancel := context.WithTimeoutCause(ctx, l.timeout, fmt.Errorf("the server had not listed its tools after %s; -timeout gives it longer", l.timeout))
	defer cancel()
	p, err := peer.Dial(ctx, l.at, peer.Options{ClientName: "comity", ClientVersion: version()})
	if err != nil {
		return lint.Subject{}, whereFrom(err)
	}
	defer p.Close() // what there was to learn is learnt
	c, err := p.Catalog(ctx)
	return lint.Subject{Catalog: c}, err
}

// secrets takes headers and tokens from the environment.
func (l *linting) secrets() ([]probe.Token, error) {
	if err := l.fill(); err != nil {
		return nil, err
	}
	if l.at.URL == "" && len(l.tokens)+len(l.foreign) > 0 {
		return nil, errors.New("-token-env and -foreign-token-env are for a URL; a command takes its secrets from its environment, with -env VARIABLE")
	}
	var tokens []probe.Token
	for _, one := range []struct {
		flag    string
		names   []string
		foreign bool
	}{{"-token-env", l.tokens, false}, {"-foreign-token-env", l.foreign, true}} {
		for _, name := range one.names {
			value, err := variable(one.flag, name)
			if err != nil {
				return nil, err
			}
			tokens = append(tokens, probe.Token{Name: name, Value: strings.TrimPrefix(value, "Bearer "), Foreign: one.foreign})
		}
	}
	return tokens, nil
}

// whereFrom says how a token is given, where one is wanted.
func whereFrom(err error) error {
	if asked, ok := errors.AsType[*peer.SignInError](err); ok && !asked.Sent {
		return fmt.Errorf("%w, put it into an environment variable, and name that with -token-env", err)
	}
	return err
}

// print writes the report.
func (l *linting) print(out io.Writer, r lint.Report) error {
	var b bytes.Buffer
	var err error
	switch l.format {
	case "json":
		err = report.JSON(&b, r)
	case "sarif":
		err = report.SARIF(&b, r, l.source)
	default:
		err = report.Text(&b, r)
	}
	if err != nil {
		return err
	}
	if l.file != "" {
		return os.WriteFile(l.file, b.Bytes(), 0o644)
	}
	_, err = out.Write(b.Bytes())
	return err
}

// untried says what was not tried, one line for each reason.
func untried(e *lint.Evidence) []string {
	about := map[string][]string{}
	var reasons []string
	for _, s := range e.Skipped {
		if about[s.Why] == nil {
			reasons = append(reasons, s.Why)
		}
		if !slices.Contains(about[s.Why], s.What) {
			about[s.Why] = append(about[s.Why], s.What)
		}
	}
	var lines []string
	for _, why := range reasons {
		names := about[why]
		if more := len(names) - 5; more > 0 {
			names = append(names[:5:5], fmt.Sprintf("%d more", more))
		}
		lines = append(lines, fmt.Sprintf("Not tried: %s (%s).", strings.Join(names, ", "), why))
	}
	return lines
}
