// Package settings reads comity.toml, in which a repository says how its servers are judged.
//
//	[lint]
//	profile = "openai"
//
//	[[lint.waivers]]
//	rule = "catalog-many"
//	path = "server.tools"
//	reason = "the tools are those of the old API, and go with it in June"
//
// A key that is none is an error with its line: a waiver that is misspelt must not be one that is silently missing.
package settings

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"

	"github.com/pelletier/go-toml/v2"

	"github.com/comity-mcp/comity/internal/nearest"
	"github.com/comity-mcp/comity/lint"
)

// File is the name of the file, in the directory in which the command runs.
const File = "comity.toml"

// Settings are what one file says. The zero value is an empty file.
type Settings struct {
	Lint Lint `toml:"lint"`
}

// Lint is how servers are judged.
type Lint struct {
	// Profile is whose judgement counts; zero when the file does not say.
	Profile Profile `toml:"profile"`
	// Waivers are accepted problems.
	Waivers []Waiver `toml:"waivers"`
}

// A Waiver is a [lint.Waiver], of one server where the repository has several.
type Waiver struct {
	// Server is the name of the server it is for; empty for every one.
	Server string `toml:"server"`
	Rule   string `toml:"rule"`
	Path   string `toml:"path"`
	Reason string `toml:"reason"`
}

// Profile is a [lint.Profile] by its name. It is a struct, so that a number is not taken for one.
type Profile struct{ lint.Profile }

// UnmarshalText reads a profile's name.
func (p *Profile) UnmarshalText(name []byte) error {
	var err error
	p.Profile, err = lint.ParseProfile(string(name))
	return err
}

// Options are those for judging the server of that name.
func (s Settings) Options(server string) lint.Options {
	o := lint.Options{Profile: s.Lint.Profile.Profile}
	for _, w := range s.Lint.Waivers {
		if w.Server == "" || w.Server == server {
			o.Waivers = append(o.Waivers, lint.Waiver{Rule: w.Rule, Path: w.Path, Reason: w.Reason})
		}
	}
	return o
}

// Read reads a file. The error says every fault at once, each with its line, and is fs.ErrNotExist when there is no file.
func Read(file string) (Settings, error) {
	data, err := os.ReadFile(file)
	if err != nil {
		return Settings{}, fmt.Errorf("reading the settings: %w", err)
	}
	return Parse(file, data)
}

// Parse reads the text of a file of that name.
func Parse(file string, data []byte) (Settings, error) {
	var s Settings
	d := toml.NewDecoder(bytes.NewReader(data)).DisallowUnknownFields()
	err := d.Decode(&s)
	if unknown, ok := errors.AsType[*toml.StrictMissingError](err); ok {
		faults := make([]string, len(unknown.Errors))
		for i := range unknown.Errors {
			faults[i] = stranger(file, &unknown.Errors[i])
		}
		return Settings{}, errors.New(strings.Join(faults, "\n"))
	}
	if fault, ok := errors.AsType[*toml.DecodeError](err); ok {
		row, column := fault.Position()
		return Settings{}, fmt.Errorf("%s:%d:%d: %s", file, row, column, strings.TrimPrefix(fault.Error(), "toml: "))
	}
	if err != nil {
		return Settings{}, fmt.Errorf("%s: %w", file, err)
	}
	return s, nil
}

// known are the keys of each table, by the path of the table.
var known = map[string][]string{
	"":             {"lint"},
	"lint":         {"profile", "waivers"},
	"lint.waivers": {"server", "rule", "path", "reason"},
}

// stranger says of a key that is none where it stands, and which was probably meant.
func stranger(file string, fault *toml.DecodeError) string {
	row, column := fault.Position()
	key := fault.Key()
	// The first part that is not known: everything below it is reported too.
	at := 0
	for at < len(key)-1 && slices.Contains(known[strings.Join(key[:at], ".")], key[at]) {
		at++
	}
	table := strings.Join(key[:at], ".")
	way := "use one of " + strings.Join(known[table], ", ")
	if near, ok := nearest.To(key[at], known[table]); ok {
		way = fmt.Sprintf("did you mean %q", near)
	} else if tables := elsewhere(key[at]); len(tables) > 0 {
		way = fmt.Sprintf("it belongs under [%s]", tables[0])
	}
	return fmt.Sprintf("%s:%d:%d: there is no setting %q: %s", file, row, column, strings.Join(key, "."), way)
}

// elsewhere lists the tables that have such a key.
func elsewhere(key string) []string {
	var tables []string
	for _, table := range slices.SortedFunc(maps.Keys(known), cmp.Compare[string]) {
		if table != "" && slices.Contains(known[table], key) {
			tables = append(tables, table)
		}
	}
	return tables
}
