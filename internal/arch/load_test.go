package arch_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"testing"
)

const (
	module = "github.com/comity-mcp/comity"
	root   = "../.."
)

// pkg is what go list says of a package.
type pkg struct {
	ImportPath string
	Dir        string
	Imports    []string // of the files that are built, tests left out
	GoFiles    []string
	Module     *struct{ Path string }
}

// name is the package's path within this module.
func (p pkg) name() string { return inner(p.ImportPath) }

// inner cuts this module's path off an import path; others it leaves as they are.
func inner(path string) string {
	if path == module {
		return "."
	}
	return strings.TrimPrefix(path, module+"/")
}

// list runs go list. The platform is fixed, so that every machine sees the same files.
func list(t *testing.T, args ...string) []pkg {
	t.Helper()
	cmd := exec.Command("go", append([]string{"list", "-json=ImportPath,Dir,Imports,GoFiles,Module"}, args...)...)
	cmd.Dir = root
	cmd.Env = append(os.Environ(), "GOOS=linux", "GOARCH=amd64", "CGO_ENABLED=0")
	var out, wrong bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &wrong
	if err := cmd.Run(); err != nil {
		t.Fatalf("go list %s: %v\n%s", strings.Join(args, " "), err, wrong.Bytes())
	}
	var packages []pkg
	for d := json.NewDecoder(&out); ; {
		var p pkg
		switch err := d.Decode(&p); {
		case errors.Is(err, io.EOF):
			return packages
		case err != nil:
			t.Fatal(fmt.Errorf("reading go list's answer: %w", err))
		}
		packages = append(packages, p)
	}
}
