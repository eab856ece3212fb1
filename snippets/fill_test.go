package snippets_test

import (
	"strings"
	"testing"

	"github.com/comity-mcp/comity/snippets"
)

const (
	opened = "<!-- comity:snippets cursor -->\n"
	closed = "<!-- /comity:snippets -->\n"
	inside = "```json\n{\n  \"mcpServers\": {\n    \"stock\": {\n      \"url\": \"https://stock.example.com/mcp\"\n    }\n  }\n}\n```\n"
)

func TestFillWritesBlocksAndNothingElse(t *testing.T) {
	for _, c := range []struct{ claim, doc, want string }{
		{"an empty block is filled", "# Stock\n\n" + opened + closed + "\nMore.\n", "# Stock\n\n" + opened + inside + closed + "\nMore.\n"},
		{"what stood inside goes", opened + "old\n```\n\n" + closed, opened + inside + closed},
		{"a current block stays", opened + inside + closed, opened + inside + closed},
		{"two blocks are two", opened + closed + "a  \n\tb\n" + opened + "x\n" + closed, opened + inside + closed + "a  \n\tb\n" + opened + inside + closed},
		{"the last line need not end", "a\n" + opened + strings.TrimSpace(closed), "a\n" + opened + inside + strings.TrimSpace(closed)},
		{"CRLF stays CRLF", crlf("a\n" + opened + closed + "b\n"), crlf("a\n" + opened + inside + closed + "b\n")},
		{"a mixed document keeps its lines", "a\r\n" + opened + closed + "b\n", "a\r\n" + opened + inside + closed + "b\n"},
		{"a block in a list is indented as its mark", "- a\n\n  " + opened + "  " + closed,
			"- a\n\n  " + opened + "  " + strings.ReplaceAll(strings.TrimSuffix(inside, "\n"), "\n", "\n  ") + "\n  " + closed},
		{"marks in a fence are shown, not filled", "```markdown\n" + opened + closed + "```\n" + opened + closed,
			"```markdown\n" + opened + closed + "```\n" + opened + inside + closed},
		{"a longer fence is not closed by a shorter", "~~~~\n~~~\n" + opened + "~~~~\n" + opened + closed,
			"~~~~\n~~~\n" + opened + "~~~~\n" + opened + inside + closed},
		{"marks in a sentence are text", "Write `<!-- comity:snippets ID -->`.\n" + opened + closed, "Write `<!-- comity:snippets ID -->`.\n" + opened + inside + closed},
		{"of whatever length its quotes are", "Write ``<!-- comity:snippets ID --> ` ``, or `` `<!-- comity:snippets ID -->` ``.\n" + opened + closed,
			"Write ``<!-- comity:snippets ID --> ` ``, or `` `<!-- comity:snippets ID -->` ``.\n" + opened + inside + closed},
		{"marks in a fence of a list item are shown", "- ```sh\n  " + opened + "  ```\n" + opened + closed, "- ```sh\n  " + opened + "  ```\n" + opened + inside + closed},
		{"marks in a fence of a quotation are shown", "> 1. ~~~\n> " + opened + "> ~~~\n" + opened + closed, "> 1. ~~~\n> " + opened + "> ~~~\n" + opened + inside + closed},
		{"a fence ends with its quotation", "> ```\n> x\n" + opened + closed, "> ```\n> x\n" + opened + inside + closed},
		{"a byte order mark is no text", "\ufeff" + opened + closed, "\ufeff" + opened + inside + closed},
		{"what is no UTF-8 stays", "\xff\n" + opened + closed + "\xfe", "\xff\n" + opened + inside + closed + "\xfe"},
	} {
		got, err := snippets.Fill([]byte(c.doc), stock())
		if err != nil || string(got) != c.want {
			t.Errorf("%s: got\n%s, %v\nwant\n%s", c.claim, got, err, c.want)
		}
	}
}

func crlf(s string) string { return strings.ReplaceAll(s, "\n", "\r\n") }

func TestFillReportsEveryFaultAtOnce(t *testing.T) {
	doc := "<!-- comity:snippets cursr -->\n" + closed + // 1
		opened + opened + closed + // 3
		closed + // 6
		"<!-- comity:snippets -->\n" + // 7
		"<!--comity:snippet cursor -->\n" + // 8
		"<!-- comity:snippets cursor-stdio -->\n" + closed + // 9
		"- " + opened + "> " + opened + "See " + closed + // 11
		"<!-- Comity:Snippets cursor -->\n<!-- comity-snippets cursor -->\n" + // 14
		"`a` <!-- comity:snippets cursor --> `b`\n" + // 16
		"- ```\n  " + opened + "\n" // 17
	want := `line 1: no client is called "cursr"; did you mean "cursor"
line 4: a block opens inside the one of line 3; close that one first
line 6: a block closes that was not opened; remove the mark, or open it with <!-- comity:snippets ID -->
line 7: the mark "<!-- comity:snippets -->" is not understood; write <!-- comity:snippets ID --> or <!-- /comity:snippets --> alone on a line
line 8: the mark "<!--comity:snippet cursor -->" is not understood; write <!-- comity:snippets ID --> or <!-- /comity:snippets --> alone on a line
line 9: rendering cursor-stdio: this form starts a command, and "stock" has none; set it, or take the form with a URL
line 11: the mark "- <!-- comity:snippets cursor -->" is not understood; write <!-- comity:snippets ID --> or <!-- /comity:snippets --> alone on a line
line 12: the mark "> <!-- comity:snippets cursor -->" is not understood; write <!-- comity:snippets ID --> or <!-- /comity:snippets --> alone on a line
line 13: the mark "See <!-- /comity:snippets -->" is not understood; write <!-- comity:snippets ID --> or <!-- /comity:snippets --> alone on a line
line 14: the mark "<!-- Comity:Snippets cursor -->" is not understood; write <!-- comity:snippets ID --> or <!-- /comity:snippets --> alone on a line
line 15: the mark "<!-- comity-snippets cursor -->" is not understood; write <!-- comity:snippets ID --> or <!-- /comity:snippets --> alone on a line
line 16: the mark "` + "`a` <!-- comity:snippets cursor --> `b`" + `" is not understood; write <!-- comity:snippets ID --> or <!-- /comity:snippets --> alone on a line
line 17: the fence is not closed, so that the mark of line 18 is only shown; close it above, or remove it`
	got, err := snippets.Fill([]byte(doc), stock())
	if got != nil || err == nil || err.Error() != want {
		t.Errorf("got %q, %v\nwant\n%s", got, err, want)
	}
}

func TestABlockThatIsNotClosedIsAFault(t *testing.T) {
	want := "line 2: the block is not closed; add <!-- /comity:snippets --> below it"
	if got, err := snippets.Fill([]byte("\n"+opened+"old\n> "+closed), stock()); got != nil || err == nil || err.Error() != want {
		t.Errorf("got %q, %v, want %s", got, err, want)
	}
}

func TestADocumentWithoutABlockIsAFault(t *testing.T) {
	want := "the document has no block to fill; add <!-- comity:snippets ID --> and <!-- /comity:snippets --> on lines of their own"
	for _, doc := range []string{"", "# Stock\n", "```\n" + opened + closed + "```\n"} {
		if _, err := snippets.Fill([]byte(doc), stock()); err == nil || err.Error() != want {
			t.Errorf("%q: got %v, want %s", doc, err, want)
		}
	}
}

func TestAFenceIsLongerThanWhatStandsInside(t *testing.T) {
	c := stock()
	c.Server.Description = "Use ```` with care."
	filled, err := snippets.Fill([]byte("<!-- comity:snippets chatgpt-plugin -->\n"+closed), c)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(string(filled), "\n")
	if got, want := []string{lines[1], lines[len(lines)-3]}, []string{"`````json", "`````"}; got[0] != want[0] || got[1] != want[1] {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestTextsCannotCloseTheBlockTheyStandIn(t *testing.T) {
	var doc strings.Builder
	for _, client := range snippets.Clients() {
		doc.WriteString("<!-- comity:snippets " + client.ID + " -->\n" + closed)
	}
	for _, s := range hostile()[:20] {
		c := hostileCatalog(s, s+"\n"+closed, closed, "\n"+closed+"\n```\n"+opened)
		c.Server.Title = s + "\n" + closed
		first, err := snippets.Fill([]byte(doc.String()), c)
		if err != nil {
			t.Fatalf("%q: %v", s, err)
		}
		second, err := snippets.Fill(first, c)
		if err != nil || string(second) != string(first) {
			t.Fatalf("%q: filled twice, it differs (%v)", s, err)
		}
	}
}

func FuzzFill(f *testing.F) {
	f.Add(opened+closed, "d")
	f.Add("a\r\n  "+opened+"```\n"+closed+"b", "``` <!-- /comity:snippets -->")
	f.Add("~~~\n"+opened+closed+"~~~\n"+opened+closed, "x")
	f.Fuzz(func(t *testing.T, doc, description string) {
		c := noauth()
		c.Server.Description = description
		doc += "\n<!-- comity:snippets openai-responses-python -->\n" + closed
		first, err := snippets.Fill([]byte(doc), c)
		if err != nil {
			return
		}
		second, err := snippets.Fill(first, c)
		if err != nil || string(second) != string(first) {
			t.Errorf("filled twice, it differs (%v)\n%q\n%q", err, first, second)
		}
		if diff, err := snippets.Stale(first, c); diff != "" || err != nil {
			t.Errorf("what was just filled is stale: %s, %v", diff, err)
		}
		before, _, _ := strings.Cut(doc, "<!-- comity:snippets")
		if !strings.HasPrefix(string(first), before) || !strings.HasSuffix(string(first), "```\n"+closed) {
			t.Errorf("got %q from %q", first, doc)
		}
	})
}

func TestMarkdownStandsInMarkdownAsItIs(t *testing.T) {
	filled, err := snippets.Fill([]byte("# Stock\n\n<!-- comity:snippets vscode-link -->\n<!-- /comity:snippets -->\n"), stock())
	if err != nil {
		t.Fatal(err)
	}
	line := strings.Split(string(filled), "\n")[3]
	if !strings.HasPrefix(line, "[Add ") {
		t.Errorf("the link is no link in %q", line)
	}
	for _, text := range hostile() {
		c := hostileCatalog(text)
		for _, client := range snippets.Of(c) {
			if client.Language != "markdown" {
				continue
			}
			doc := []byte("before\n\n<!-- comity:snippets " + client.ID + " -->\n<!-- /comity:snippets -->\n\nafter\n")
			once, err := snippets.Fill(doc, c)
			if err != nil {
				t.Fatal(err)
			}
			twice, err := snippets.Fill(once, c)
			if err != nil || string(twice) != string(once) || !strings.HasSuffix(string(once), "\n<!-- /comity:snippets -->\n\nafter\n") {
				t.Errorf("%s with %q is filled anew as\n%s\n%v", client.ID, text, twice, err)
			}
		}
	}
}
