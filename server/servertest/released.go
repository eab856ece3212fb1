package servertest

import (
	"errors"
	"io/fs"
	"os"
	"testing"

	"github.com/comity-mcp/comity/catalog"
	"github.com/comity-mcp/comity/release"
	"github.com/comity-mcp/comity/schema"
	"github.com/comity-mcp/comity/server"
)

// Released compares the server with the snapshot of its last release in file and fails for every change that would break
// somebody who has the old list; a risky one fails as well unless it is among the accepted paths, and a compatible one is
// logged. Write the file when you release: with the flag -servertest.release, with the command tools of [server.Main], or
// with comity snapshot.
func Released(t testing.TB, srv *server.Server, file string, accepted ...string) {
	t.Helper()
	now := srv.Catalog()
	if *releasing {
		b, err := now.Snapshot()
		if err == nil {
			err = os.WriteFile(file, b, 0o644)
		}
		if err != nil {
			t.Fatal(err)
		}
		return
	}
	b, err := os.ReadFile(file)
	if errors.Is(err, fs.ErrNotExist) {
		t.Fatalf("there is no %s; write it with -servertest.release when you release, and keep it in the repository", file)
	}
	var last catalog.Catalog
	if err == nil {
		last, err = catalog.ReadSnapshot(b)
	}
	if err != nil {
		t.Fatalf("%s: %v", file, err)
	}
	known := map[string]bool{}
	for _, path := range accepted {
		known[path] = true
	}
	for _, c := range release.Compare(last, now) {
		if c.Class == schema.Breaking || c.Class == schema.Risky && !known[c.Path] {
			t.Errorf("since the last release: %s", c)
			continue
		}
		t.Logf("since the last release: %s", c)
	}
}
