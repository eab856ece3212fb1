package snippets_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/comity-mcp/comity/snippets"
)

// TestStaleNamesANewReadOnlyTool is the case the command -check is for.
func TestStaleNamesANewReadOnlyTool(t *testing.T) {
	doc, err := snippets.Fill([]byte("# Stock\n\n<!-- comity:snippets openai-responses-python -->\n"+closed), stock())
	if err != nil {
		t.Fatal(err)
	}
	c := stock()
	c.Tools = append(c.Tools, tool("count_stock", "Counts.", stockInput, true))
	got, err := snippets.Stale(doc, c)
	want := `@@ -12,8 +12,8 @@
     "type": "mcp",
     "server_label": "stock",
     "server_url": "https://stock.example.com/mcp",
-    "allowed_tools": ["check_stock", "order_stock"],
-    "require_approval": {"never": {"tool_names": ["check_stock"]}},
+    "allowed_tools": ["check_stock", "count_stock", "order_stock"],
+    "require_approval": {"never": {"tool_names": ["check_stock", "count_stock"]}},
 }
 TOOLS = [SERVER]
` + " \n"
	if err != nil || got != want {
		t.Errorf("got\n%s%v\nwant\n%s", got, err, want)
	}
}

// TestDiffsAreWhatPatchTakes gives every diff to git apply, which must make of the document what Fill makes of it.
func TestDiffsAreWhatPatchTakes(t *testing.T) {
	var doc strings.Builder
	for _, client := range snippets.Clients() {
		doc.WriteString("Text.\n\n<!-- comity:snippets " + client.ID + " -->\n" + closed)
	}
	before, err := snippets.Fill([]byte(doc.String()), noauth())
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		claim    string
		doc, end string
	}{
		{"from blocks of another server", string(before), ""},
		{"from empty blocks", doc.String(), ""},
		{"with a last line that does not end", string(before), "end"},
	} {
		dir := t.TempDir()
		file := filepath.Join(dir, "README.md")
		if err := os.WriteFile(file, []byte(c.doc+c.end), 0o600); err != nil {
			t.Fatal(err)
		}
		diff, err := snippets.Stale([]byte(c.doc+c.end), many())
		if err != nil {
			t.Fatal(err)
		}
		apply := exec.Command("git", "apply", "--unsafe-paths", "-")
		apply.Dir, apply.Stdin = dir, strings.NewReader("--- a/README.md\n+++ b/README.md\n"+diff)
		if out, err := apply.CombinedOutput(); err != nil {
			t.Fatalf("%s: %v\n%s", c.claim, err, out)
		}
		got, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		want, err := snippets.Fill([]byte(c.doc+c.end), many())
		if err != nil || string(got) != string(want) {
			t.Errorf("%s: the patched document is not the filled one (%v)", c.claim, err)
		}
	}
}

func TestStaleHasTheFaultsOfFill(t *testing.T) {
	diff, err := snippets.Stale([]byte(opened), stock())
	if want := "line 1: the block is not closed; add <!-- /comity:snippets --> below it"; diff != "" || err == nil || err.Error() != want {
		t.Errorf("got %q, %v, want %s", diff, err, want)
	}
}
