package cases_test

import (
	"bufio"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

const root = "../.."

// answeredKinds are the kinds that this release answers; snippets come with their package.
var answeredKinds = map[string]bool{
	"schema": true, "arguments": true, "output": true, "annotations": true, "transport": true, "stdio": true,
	"oauth": true, "security": true, "long-jobs": true,
}

// TestEveryCaseIsATest fails for a case of those kinds in cases.txt whose id is in the name of no test and in no
// decision page, and for an id in a test's name that is no case.
func TestEveryCaseIsATest(t *testing.T) {
	cases := map[string]string{}
	f, err := os.Open("cases.txt")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for s := bufio.NewScanner(f); s.Scan(); {
		if fields := strings.Fields(s.Text()); len(fields) >= 2 && fields[0] != "#" {
			cases[fields[0]] = fields[1]
		}
	}
	tested, decided := named(t), answered(t)
	for id, kind := range cases {
		if answeredKinds[kind] && tested[id] == "" && !decided[id] {
			t.Errorf("case %s (%s) is in the name of no test and in no page of docs/decisions", id, kind)
		}
	}
	for id, where := range tested {
		if cases[id] == "" {
			t.Errorf("%s tests %s, which is not in cases.txt", where, id)
		}
	}
}

var (
	testFunc = regexp.MustCompile(`(?m)^func Test(\w+)\(`)
	caseID   = regexp.MustCompile(`[RL][0-9]{2,3}`)
	boldID   = regexp.MustCompile(`\*\*([RL][0-9]{2,3})\*\*`)
)

// named returns the ids in the names of test functions, each with a file.
func named(t *testing.T) map[string]string {
	out := map[string]string{}
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && (d.Name() == "node_modules" || d.Name() == ".git" || d.Name() == ".tools" || d.Name() == ".venv") {
			return filepath.SkipDir
		}
		if !strings.HasSuffix(path, "_test.go") {
			return nil
		}
		b, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		for _, m := range testFunc.FindAllStringSubmatch(string(b), -1) {
			for _, id := range caseID.FindAllString(m[1], -1) {
				out[id] = path
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// answered returns the ids that decision pages answer, written in bold.
func answered(t *testing.T) map[string]bool {
	out := map[string]bool{}
	pages, err := filepath.Glob(filepath.Join(root, "docs", "decisions", "*.md"))
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range pages {
		b, err := os.ReadFile(p)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range boldID.FindAllStringSubmatch(string(b), -1) {
			out[m[1]] = true
		}
	}
	return out
}
