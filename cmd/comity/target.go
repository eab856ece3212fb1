package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/comity-mcp/comity/internal/command"
	"github.com/comity-mcp/comity/internal/peer"
)

// target is what a command line says of the server to look at.
type target struct {
	token   string // the name of the variable with the access token
	headers command.List
	env     command.List
	timeout time.Duration

	flags *flag.FlagSet
	at    peer.Target
}

// define defines the flags that every command with a server has.
func (t *target) define(set *flag.FlagSet) {
	t.flags = set
	set.StringVar(&t.token, "token-env", "", "send the access token in this environment `variable`")
	set.Var(&t.headers, "header-env", "send a header from an environment variable, `HEADER=VARIABLE`; may be repeated")
	set.Var(&t.env, "env", "hand this environment `variable` on to the command, beside PATH, HOME and the like; may be repeated")
	set.DurationVar(&t.timeout, "timeout", 30*time.Second, "how long one request may take")
}

// parse reads a whole command line: flags stand before or after the URL, and all after -- is the command.
func (t *target) parse(args []string) error {
	words, err := t.words(args)
	if err != nil {
		return err
	}
	return t.server(words)
}

// words reads the flags of a command line and the command after --, and returns what else there is.
func (t *target) words(args []string) ([]string, error) {
	var words []string
	for i, arg := range args {
		if arg == "--" {
			args, t.at.Command = args[:i], args[i+1:]
			break
		}
	}
	for {
		if err := t.flags.Parse(args); err != nil {
			return nil, err
		}
		if t.flags.NArg() == 0 {
			return words, nil
		}
		words, args = append(words, t.flags.Arg(0)), t.flags.Args()[1:]
	}
}

// server takes the words for the URL of one server.
func (t *target) server(words []string) error {
	if len(words) > 1 || len(words) == 1 && !strings.Contains(words[0], "://") {
		return t.surplus(words)
	}
	if len(words) == 1 {
		t.at.URL = words[0]
	}
	return nil
}

// surplus is the error of words that are not one URL.
func (t *target) surplus(words []string) error {
	word := words[len(words)-1]
	if strings.Contains(words[0], "://") {
		return t.told(fmt.Errorf("one server at a time; there is %q after the URL", word))
	}
	return t.told(fmt.Errorf("%q is no URL; write https://HOST/PATH, or a command after --", words[0]))
}

// told prints an error as the flag package prints its own.
func (t *target) told(err error) error {
	fmt.Fprintln(t.flags.Output(), err)
	return err
}

// given reports whether a server was named.
func (t *target) given() bool { return t.at.URL != "" || len(t.at.Command) > 0 }

// dial reaches the server.
func (t *target) dial(ctx context.Context) (*peer.Peer, error) {
	if err := t.fill(); err != nil {
		return nil, err
	}
	p, err := peer.Dial(ctx, t.at, peer.Options{Timeout: t.timeout, ClientName: "comity", ClientVersion: version()})
	if asked, ok := errors.AsType[*peer.SignInError](err); ok && !asked.Sent {
		return nil, fmt.Errorf("%w, put it into an environment variable, and name that with -token-env", err)
	}
	return p, err
}

// fill takes what the flags name from the environment.
func (t *target) fill() error {
	if t.at.URL == "" {
		if t.token != "" || len(t.headers) > 0 {
			return errors.New("-token-env and -header-env are for a URL; a command takes its secrets from its environment, with -env VARIABLE")
		}
		for _, name := range t.env {
			if _, ok := os.LookupEnv(name); !ok {
				return unset("-env", name)
			}
		}
		t.at.Env = peer.Environment(t.env...)
		return nil
	}
	if len(t.env) > 0 {
		return errors.New("-env is for a command; a server at a URL has its own environment")
	}
	if name, ok := secret(t.at.URL); ok {
		return fmt.Errorf("the URL has a secret in it, %s, which would stand in every log and in what is printed here; send it with -header-env HEADER=VARIABLE", name)
	}
	t.at.Header = http.Header{}
	if t.token != "" {
		value, err := variable("-token-env", t.token)
		if err != nil {
			return err
		}
		t.at.Header.Set("Authorization", "Bearer "+strings.TrimPrefix(value, "Bearer "))
	}
	for _, h := range t.headers {
		header, name, ok := strings.Cut(h, "=")
		if !ok || header == "" || name == "" {
			return errors.New("-header-env takes a header and the name of the variable with its value, for example -header-env X-Api-Key=INVENTORY_KEY")
		}
		value, err := variable("-header-env", name)
		if err != nil {
			return err
		}
		t.at.Header.Set(header, value)
	}
	return nil
}

// variable returns the value of an environment variable. A name that cannot be one may be the secret itself, and is not repeated.
func variable(flag, name string) (string, error) {
	if strings.ContainsFunc(name, func(r rune) bool {
		return r != '_' && (r < 'A' || r > 'Z') && (r < 'a' || r > 'z') && (r < '0' || r > '9')
	}) || len(name) > 100 {
		return "", fmt.Errorf("%s takes the name of an environment variable, and that is none; write the secret into a variable and name it here", flag)
	}
	value := strings.TrimSpace(os.Getenv(name))
	if value == "" {
		return "", unset(flag, name)
	}
	return value, nil
}

func unset(flag, name string) error {
	return fmt.Errorf("%s names %s, which is not set; set it (export %s=...), or name another", flag, name, name)
}

// secret returns the first parameter of a URL that looks like one by its name.
func secret(address string) (string, bool) {
	u, err := url.Parse(address)
	if err != nil {
		return "", false
	}
	for name := range u.Query() {
		words := strings.FieldsFunc(strings.ToLower(name), func(r rune) bool { return r < 'a' || r > 'z' })
		if slices.ContainsFunc(words, func(w string) bool {
			return slices.Contains([]string{"key", "apikey", "token", "secret", "password", "auth", "sig", "signature", "code"}, w)
		}) {
			return name, true
		}
	}
	return "", false
}
