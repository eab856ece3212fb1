package arch_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// place says what a package may import.
type place struct {
	// own are the packages of this module it may import.
	own []string
	// stdlibOnly is whether it must do without other modules.
	stdlibOnly bool
}

// places is the direction of imports: each package, the ones it stands on, leaves first.
var places = map[string]place{
	"annotations":                {stdlibOnly: true},
	"catalog":                    {stdlibOnly: true},
	"fault":                      {stdlibOnly: true},
	"internal/nearest":           {stdlibOnly: true},
	"internal/door":              {stdlibOnly: true},
	"internal/seen":              {stdlibOnly: true},
	"schema/wrap":                {stdlibOnly: true},
	"internal/page":              {own: []string{"annotations", "catalog", "internal/seen"}, stdlibOnly: true},
	"internal/wire":              {},
	"internal/peer":              {own: []string{"catalog", "internal/nearest", "internal/seen", "internal/wire"}, stdlibOnly: true},
	"internal/guard":             {own: []string{"internal/wire"}},
	"internal/stdio":             {own: []string{"internal/wire"}},
	"auth":                       {own: []string{"fault"}},
	"auth/devissuer":             {},
	"auth/authtest":              {},
	"handles":                    {stdlibOnly: true},
	"handles/handlestest":        {own: []string{"handles"}},
	"handles/sql/internal/table": {own: []string{"handles"}},
	"handles/sql":                {own: []string{"handles", "handles/sql/internal/table"}},
	"handles/sql/postgres":       {own: []string{"handles", "handles/sql/internal/table"}},
	"handles/jetstream":          {own: []string{"handles"}},
	"schema":                     {own: []string{"fault", "internal/nearest", "internal/seen"}},
	"lint":                       {own: []string{"catalog", "fault", "internal/nearest", "internal/seen", "schema/wrap"}, stdlibOnly: true},
	"lint/report":                {own: []string{"fault", "internal/seen", "lint"}, stdlibOnly: true},
	"lint/probe":                 {own: []string{"catalog", "internal/peer", "lint"}},
	"snippets":                   {own: []string{"catalog", "internal/nearest", "internal/seen", "schema/wrap"}, stdlibOnly: true},
	"release":                    {own: []string{"catalog", "internal/seen", "schema"}, stdlibOnly: true},
	"internal/settings":          {own: []string{"internal/nearest", "lint"}},
	"internal/command":           {own: []string{"catalog", "internal/seen", "snippets"}, stdlibOnly: true},
	"server":                     {own: []string{"annotations", "auth", "catalog", "fault", "handles", "internal/command", "internal/door", "internal/guard", "internal/nearest", "internal/page", "internal/seen", "internal/stdio", "internal/wire", "lint", "schema", "snippets"}},
	"server/servertest":          {own: []string{"auth", "catalog", "fault", "lint", "lint/probe", "release", "schema", "server"}},
	"cmd/comity":                 {own: []string{"catalog", "internal/command", "internal/nearest", "internal/peer", "internal/settings", "lint", "lint/probe", "lint/report", "release", "schema"}, stdlibOnly: true},
	"internal/arch":              {},
	"internal/cases":             {},
	"internal/docs":              {},
	"internal/conformance":       {own: []string{"annotations", "auth", "handles", "internal/door", "server"}},
	"internal/conformance/serve": {own: []string{"internal/conformance"}},
	"internal/rulesdoc":          {own: []string{"auth", "fault", "lint", "schema", "server"}},
	"examples/inventory":         {own: []string{"annotations", "auth", "auth/devissuer", "handles", "handles/jetstream", "handles/sql", "handles/sql/postgres", "server"}},
	"interop/page/serve":         {own: []string{"annotations", "catalog", "internal/page", "snippets"}},
	"interop/signin/devissuer":   {own: []string{"auth/devissuer"}},
	"interop/signin/server":      {own: []string{"annotations", "auth", "server"}},
	"interop/snippets/render":    {own: []string{"catalog", "snippets"}},
}

func TestImportsPointDown(t *testing.T) {
	for _, fault := range direction(list(t, "./..."), places) {
		t.Error(fault)
	}
}

func TestTheTableHasNoCycle(t *testing.T) {
	for _, fault := range cycles(places) {
		t.Error(fault)
	}
}

func TestNoInit(t *testing.T) {
	for _, p := range list(t, "./...") {
		for _, file := range p.GoFiles {
			parsed, err := parser.ParseFile(token.NewFileSet(), filepath.Join(p.Dir, file), nil, parser.SkipObjectResolution)
			if err != nil {
				t.Fatal(err)
			}
			if hasInit(parsed) {
				t.Errorf("%s/%s has an init function: do the work where its result is used, so that importing changes nothing", p.name(), file)
			}
		}
	}
}

// TestTheChecksFindWhatTheyLookFor runs them over packages made up for it.
func TestTheChecksFindWhatTheyLookFor(t *testing.T) {
	made := map[string]place{"fault": {stdlibOnly: true}, "server": {own: []string{"fault"}}, "servertest": {}, "examples/shop": {own: []string{"server", "internal/wire"}}, "gone": {}}
	got := direction([]pkg{
		{ImportPath: module + "/fault", Imports: []string{"fmt", module + "/server", "example.com/json"}},
		{ImportPath: module + "/server", Imports: []string{"testing", module + "/fault"}},
		{ImportPath: module + "/servertest", Imports: []string{"testing", "testing/synctest"}},
		{ImportPath: module + "/examples/shop", Imports: []string{module + "/server", module + "/internal/wire"}},
		{ImportPath: module + "/snippets", Imports: []string{module + "/fault"}},
	}, made)
	want := []string{
		`fault imports server, which is not below it: turn the dependency round, or add "server" to own of "fault" in internal/arch/places_test.go`,
		`fault imports example.com/json, but stands on the standard library only: do without`,
		`server imports testing, which only tests and packages named ...test may: move that code to servertest`,
		`examples/shop imports internal/wire: an example shows what authors can import, so use public packages only`,
		`snippets has no place: add the line  "snippets": {own: []string{"fault"}},  to places in internal/arch/places_test.go, below what it stands on`,
		`gone has a place but does not exist: remove its line from places in internal/arch/places_test.go`,
	}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	if got := cycles(map[string]place{"a": {own: []string{"b"}}, "b": {own: []string{"a"}}, "c": {own: []string{"a"}}}); len(got) == 0 {
		t.Error("a cycle in the table is not found")
	}
	parsed, err := parser.ParseFile(token.NewFileSet(), "made.go", "package made\nfunc (T) init() {}\nfunc init() {}", 0)
	if err != nil || !hasInit(parsed) {
		t.Errorf("an init function is not found (%v)", err)
	}
}

// direction says where the packages import what the table does not allow.
func direction(packages []pkg, places map[string]place) []string {
	var faults []string
	seen := map[string]bool{}
	for _, p := range packages {
		name := p.name()
		seen[name] = true
		allowed, ok := places[name]
		if !ok {
			faults = append(faults, fmt.Sprintf("%s has no place: add the line  %q: {own: []string{%s}},  to places in "+
				"internal/arch/places_test.go, below what it stands on", name, name, quoted(p.Imports)))
			continue
		}
		for _, imported := range p.Imports {
			if fault := judge(name, inner(imported), imported != inner(imported), allowed); fault != "" {
				faults = append(faults, fault)
			}
		}
	}
	for _, name := range slices.Sorted(maps.Keys(places)) {
		if !seen[name] {
			faults = append(faults, name+" has a place but does not exist: remove its line from places in internal/arch/places_test.go")
		}
	}
	return faults
}

// judge says what is wrong with one import, or "".
func judge(name, imported string, own bool, allowed place) string {
	top, _, _ := strings.Cut(imported, "/")
	switch {
	case own && strings.HasPrefix(name, "examples/") && strings.HasPrefix(imported, "internal/"):
		return fmt.Sprintf("%s imports %s: an example shows what authors can import, so use public packages only", name, imported)
	case own && !slices.Contains(allowed.own, imported):
		return fmt.Sprintf("%s imports %s, which is not below it: turn the dependency round, or add %q to own of %q in "+
			"internal/arch/places_test.go", name, imported, imported, name)
	case own:
		return ""
	case top == "testing" && !strings.HasSuffix(path.Base(name), "test"):
		return fmt.Sprintf("%s imports %s, which only tests and packages named ...test may: move that code to %stest", name, imported, path.Base(name))
	case strings.Contains(top, ".") && allowed.stdlibOnly:
		return fmt.Sprintf("%s imports %s, but stands on the standard library only: do without", name, imported)
	}
	return ""
}

// quoted lists the imports of this module as Go strings.
func quoted(imports []string) string {
	var own []string
	for _, i := range imports {
		if inner(i) != i {
			own = append(own, fmt.Sprintf("%q", inner(i)))
		}
	}
	return strings.Join(own, ", ")
}

// cycles says which packages of the table stand on themselves.
func cycles(places map[string]place) []string {
	var faults []string
	for _, start := range slices.Sorted(maps.Keys(places)) {
		seen, next := map[string]bool{}, slices.Clone(places[start].own)
		for len(next) > 0 {
			name := next[0]
			next = next[1:]
			if name == start {
				faults = append(faults, start+" stands on itself: the table of places must point down")
				break
			}
			if !seen[name] {
				seen[name] = true
				next = append(next, places[name].own...)
			}
		}
	}
	return faults
}

func hasInit(file *ast.File) bool {
	return slices.ContainsFunc(file.Decls, func(d ast.Decl) bool {
		f, ok := d.(*ast.FuncDecl)
		return ok && f.Recv == nil && f.Name.Name == "init"
	})
}
