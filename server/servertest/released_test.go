package servertest_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/comity-mcp/comity/server/servertest"
)

func TestReleasedFailsForWhoHasTheOldList(t *testing.T) {
	srv := notes(t)
	now, err := srv.Catalog().Snapshot()
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		last     []byte
		accepted []string
		want     string // empty: nothing is reported
	}{
		"the same server":          {now, nil, ""},
		"other words are fine":     {bytes.Replace(now, []byte("A notebook in memory"), []byte("A note-book"), 1), nil, ""},
		"a tool that is gone":      {bytes.Replace(now, []byte(`"create_page"`), []byte(`"destroy_page"`), 1), nil, "breaking destroy_page"},
		"a label that is another":  {bytes.Replace(now, []byte(`"notes"`), []byte(`"pages"`), 1), nil, "risky server.name"},
		"one that was agreed upon": {bytes.Replace(now, []byte(`"notes"`), []byte(`"pages"`), 1), []string{"server.name"}, ""},
		"a file of another kind":   {[]byte("[]"), nil, "reading the catalog"},
		"a file that is not there": {nil, nil, "write it with -servertest.release"},
	} {
		t.Run(name, func(t *testing.T) {
			file := filepath.Join(t.TempDir(), "released.json")
			if c.last != nil {
				if err := os.WriteFile(file, c.last, 0o600); err != nil {
					t.Fatal(err)
				}
			}
			got := strings.Join(watch(t, func(tb testing.TB) { servertest.Released(tb, srv, file, c.accepted...) }), "\n")
			if (got == "") != (c.want == "") || !strings.Contains(got, c.want) {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}
