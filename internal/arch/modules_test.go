package arch_test

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

const (
	sdk      = "0001-the-sdk-underneath.md"
	json2    = "0002-json-v2.md"
	schemas  = "0003-invopop-and-our-own-pass.md"
	sqlite   = "0004-modernc-sqlite.md"
	logging  = "0005-logging.md"
	tokens   = "0009-go-oidc-and-golang-jwt.md"
	engines  = "0011-engines-of-jobs.md"
	cluster  = "0012-jetstream.md"
	settings = "0013-reading-toml.md"
	probing  = "0014-judging-by-schemas-of-others.md"
)

// linked are the modules that a program links when it imports the package, each with the page under
// docs/decisions that lists it.
var linked = map[string]map[string]string{
	"server": {
		"github.com/bahlo/generic-list-go":       schemas,
		"github.com/buger/jsonparser":            schemas,
		"github.com/coreos/go-oidc/v3":           tokens,
		"github.com/go-jose/go-jose/v4":          tokens,
		"github.com/go-json-experiment/json":     json2,
		"github.com/golang-jwt/jwt/v5":           tokens,
		"github.com/google/jsonschema-go":        sdk,
		"github.com/invopop/jsonschema":          schemas,
		"github.com/mattn/go-colorable":          logging,
		"github.com/mattn/go-isatty":             logging,
		"github.com/modelcontextprotocol/go-sdk": sdk,
		"github.com/pb33f/ordered-map/v2":        schemas,
		"github.com/rs/zerolog":                  logging,
		"github.com/segmentio/asm":               sdk,
		"github.com/segmentio/encoding":          sdk,
		"github.com/yosida95/uritemplate/v3":     sdk,
		"go.yaml.in/yaml/v4":                     schemas,
		"golang.org/x/oauth2":                    sdk,
		"golang.org/x/sync":                      sdk,
		"golang.org/x/sys":                       sdk,
		"golang.org/x/time":                      sdk,
	},
	// What the engines of jobs link, and the example beside what server does, to choose among them.
	"handles/sql": {
		"github.com/dustin/go-humanize":    sqlite,
		"github.com/google/uuid":           sqlite,
		"github.com/remyoudompheng/bigfft": sqlite,
		"modernc.org/libc":                 sqlite,
		"modernc.org/mathutil":             sqlite,
		"modernc.org/memory":               sqlite,
		"modernc.org/sqlite":               sqlite,
	},
	"handles/jetstream": {
		"github.com/klauspost/compress": cluster,
		"github.com/nats-io/nats.go":    cluster,
		"github.com/nats-io/nkeys":      cluster,
		"github.com/nats-io/nuid":       cluster,
		"golang.org/x/crypto":           cluster,
		"golang.org/x/sys":              cluster,
	},
	// What reading comity.toml links.
	"internal/settings": {
		"github.com/pelletier/go-toml/v2": settings,
	},
	// What a probe of running servers links, and with it the command comity and the tests of authors.
	"lint/probe": {
		"github.com/go-json-experiment/json":       json2,
		"github.com/santhosh-tekuri/jsonschema/v6": probing,
		"golang.org/x/text":                        probing,
	},
	"handles/sql/postgres": {
		"github.com/jackc/pgpassfile":    engines,
		"github.com/jackc/pgservicefile": engines,
		"github.com/jackc/pgx/v5":        engines,
		"github.com/jackc/puddle/v2":     engines,
		"golang.org/x/text":              engines,
	},
}

func TestLinkedModulesAreDecided(t *testing.T) {
	for name, expected := range map[string]map[string]string{
		"server":               linked["server"],
		"handles/sql":          both(linked["handles/sql"], map[string]string{"golang.org/x/sys": sdk}),
		"handles/jetstream":    linked["handles/jetstream"],
		"internal/settings":    linked["internal/settings"],
		"lint/probe":           linked["lint/probe"],
		"handles/sql/postgres": both(linked["handles/sql/postgres"], map[string]string{"golang.org/x/sync": sdk}),
		"examples/inventory": both(linked["server"], both(linked["handles/sql"],
			both(linked["handles/sql/postgres"], linked["handles/jetstream"]))),
	} {
		for _, fault := range undecided(name, modules(list(t, "-deps", "./"+name)), expected) {
			t.Error(fault)
		}
	}
}

func TestDecisionPagesListTheirModules(t *testing.T) {
	pages := map[string]string{}
	for _, modules := range linked {
		for module, page := range modules {
			if pages[page] == "" {
				text, err := os.ReadFile(filepath.Join(root, "docs/decisions", page))
				if err != nil {
					t.Fatal(err)
				}
				pages[page] = string(text)
			}
			if !strings.Contains(pages[page], module) {
				t.Errorf("docs/decisions/%s does not name %s: add it under \"Modules this brings\"", page, module)
			}
		}
	}
}

func TestAnUndecidedModuleIsFound(t *testing.T) {
	got := undecided("server", []string{"example.com/new", "example.com/old"}, map[string]string{"example.com/old": "0001-x.md", "example.com/gone": "0001-x.md"})
	want := []string{
		`server links example.com/new, which nobody decided on: write why in docs/decisions/NNNN-title.md, then add the line  "example.com/new": "NNNN-title.md",  to linked["server"] in internal/arch/modules_test.go`,
		`server no longer links example.com/gone: remove its line from linked in internal/arch/modules_test.go, and from docs/decisions/0001-x.md`,
	}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// undecided compares what a package links with what was decided.
func undecided(name string, found []string, expected map[string]string) []string {
	var faults []string
	for _, m := range found {
		if expected[m] == "" {
			faults = append(faults, fmt.Sprintf("%s links %s, which nobody decided on: write why in docs/decisions/NNNN-title.md, then "+
				"add the line  %q: \"NNNN-title.md\",  to linked[%q] in internal/arch/modules_test.go", name, m, m, name))
		}
	}
	for _, m := range slices.Sorted(maps.Keys(expected)) {
		if !slices.Contains(found, m) {
			faults = append(faults, fmt.Sprintf("%s no longer links %s: remove its line from linked in internal/arch/modules_test.go, "+
				"and from docs/decisions/%s", name, m, expected[m]))
		}
	}
	return faults
}

// modules returns the other modules the packages come from.
func modules(packages []pkg) []string {
	found := map[string]bool{}
	for _, p := range packages {
		if p.Module != nil && p.Module.Path != module {
			found[p.Module.Path] = true
		}
	}
	return slices.Sorted(maps.Keys(found))
}

func both(a, b map[string]string) map[string]string {
	all := maps.Clone(a)
	maps.Copy(all, b)
	return all
}
