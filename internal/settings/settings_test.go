package settings_test

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"testing"

	"github.com/comity-mcp/comity/internal/settings"
	"github.com/comity-mcp/comity/lint"
)

const file = `
[lint]
profile = "anthropic"

[[lint.waivers]]
rule = "catalog-many"
path = "server.tools"
reason = "they go in June"

[[lint.waivers]]
server = "billing"
rule = "title-missing"
path = "get_*"
reason = "titles come later"
`

func TestAWaiverIsForItsServer(t *testing.T) {
	s, err := settings.Parse("comity.toml", []byte(file))
	if err != nil {
		t.Fatal(err)
	}
	everywhere := lint.Waiver{Rule: "catalog-many", Path: "server.tools", Reason: "they go in June"}
	for server, want := range map[string]lint.Options{
		"inventory": {Profile: lint.Anthropic, Waivers: []lint.Waiver{everywhere}},
		"billing": {Profile: lint.Anthropic, Waivers: []lint.Waiver{everywhere,
			{Rule: "title-missing", Path: "get_*", Reason: "titles come later"}}},
	} {
		if got := s.Options(server); !reflect.DeepEqual(got, want) {
			t.Errorf("%s: got %+v, want %+v", server, got, want)
		}
	}
}

func TestAnEmptyFileSaysNothing(t *testing.T) {
	s, err := settings.Parse("comity.toml", nil)
	if got := s.Options("inventory"); err != nil || !reflect.DeepEqual(got, lint.Options{}) {
		t.Errorf("got %+v, %v", got, err)
	}
}

func TestFaultsAreToldWithTheirLine(t *testing.T) {
	for claim, c := range map[string]struct{ text, want string }{
		"a misspelt key": {"[lint]\nprofil = \"openai\"",
			`comity.toml:2:1: there is no setting "lint.profil": did you mean "profile"`},
		"a misspelt table": {"[lintt]\nprofile = \"openai\"",
			`comity.toml:1:2: there is no setting "lintt": did you mean "lint"`},
		"a key in the wrong table": {"[[lint.waivers]]\nrule = \"x\"\nprofile = \"openai\"",
			`comity.toml:3:1: there is no setting "lint.waivers.profile": it belongs under [lint]`},
		"a key of nothing": {"[lint]\ncolour = \"red\"",
			`comity.toml:2:1: there is no setting "lint.colour": use one of profile, waivers`},
		"two at once": {"[[lint.waivers]]\nruel = \"x\"\nreasn = \"y\"",
			"comity.toml:2:1: there is no setting \"lint.waivers.ruel\": did you mean \"rule\"\n" +
				"comity.toml:3:1: there is no setting \"lint.waivers.reasn\": did you mean \"reason\""},
		"a profile that is none": {"[lint]\nprofile = \"opnai\"",
			`comity.toml:2:11: there is no profile "opnai": did you mean "openai"`},
		"a value of another type": {"[lint]\nprofile = 3",
			`comity.toml: there is no profile "3": use one of portable, openai, anthropic`},
		"no TOML": {"[lint\n", `comity.toml:1:6: expected ']' to close table name`},
	} {
		_, err := settings.Parse("comity.toml", []byte(c.text))
		if err == nil || err.Error() != c.want {
			t.Errorf("%s: got\n%v\nwant\n%s", claim, err, c.want)
		}
	}
}

func TestAFileThatIsNotThereIsKnownAsSuch(t *testing.T) {
	if _, err := settings.Read(filepath.Join(t.TempDir(), settings.File)); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("got %v, want fs.ErrNotExist", err)
	}
}

func ExampleRead() {
	dir, err := os.MkdirTemp("", "")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)
	path := filepath.Join(dir, settings.File)
	if err := os.WriteFile(path, []byte(file), 0o600); err != nil {
		fmt.Println(err)
		return
	}
	s, err := settings.Read(path)
	fmt.Println(s.Options("inventory").Profile, len(s.Options("inventory").Waivers), err)
	// Output: anthropic 1 <nil>
}
