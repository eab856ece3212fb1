package snippets_test

import (
	"math/rand/v2"
	"strings"

	"github.com/comity-mcp/comity/catalog"
)

// hostile are texts that end, or change the meaning of, a literal, a comment or a fence in one language or another.
func hostile() []string {
	texts := []string{
		`plain`, `it's "quoted" twice`, "two\nlines", "carriage\r\nreturn\rand\ttab", `back\slash \n \x41 \u0041 \`, `\`,
		"*/ // /* # <!-- -->", "</script><script>", "${process.env.HOME} ${HOME} $HOME $(id) `id`", "{{.Server}} {% x %} <%= y %>",
		`"""`, `'''`, "```\n~~~", "\u2028line\u2029paragraph", "nul\x00bell\x07escape\x1b[31m", "next\u0085line\u00a0space\u00ad",
		"\u202eright to left\u202c \u2066isolate\u2069", "zero\u200bwidth\ufeffmark", "👩‍👩‍👧 ✅️ é 漢字", "\U000E0041\U000E007F tags",
		`\ud800 half a pair`, "not \xff UTF-8 \xc3", "__proto__", "constructor", "%s %d %%", "!history !!", " spaces around ",
		"EOF\nEOF\n", "'\"'\"'", "'$INVENTORY_TOKEN'", "<!-- /comity:snippets -->", "-", "--help", "#", "[x](y) *b* _i_ |",
		strings.Repeat("two thousand characters, ", 80), strings.Repeat("x", 2000), strings.Repeat("界", 700), strings.Repeat("` ", 300),
	}
	alphabet := []rune("ab \t\n\r\\\"'`$(){}[]<>#*/!%&|;,.:=~^-_\x00\x1b\u0085\u2028\u2029\u202e\u200b\ufeff\u00e9漢👩\U000E0041")
	random := rand.New(rand.NewPCG(1, 2))
	for range 60 {
		var b strings.Builder
		for range 1 + random.IntN(24) {
			b.WriteRune(alphabet[random.IntN(len(alphabet))])
		}
		texts = append(texts, b.String())
	}
	return texts
}

// read is what a client reads where the catalog says s: what is no UTF-8 cannot come through.
func read(s string) string { return strings.ToValidUTF8(s, "\ufffd") }

// hostileCatalog has s wherever a server may have a text, and all of names as the names of read-only tools.
func hostileCatalog(s string, names ...string) catalog.Catalog {
	c := oauth()
	c.Server.Title, c.Server.Description, c.Server.Version = s, s, s
	c.Server.Command = append([]string{s}, names...)
	c.Authorization.Issuers = []string{s}
	c.Authorization.Scopes = []string{s}
	c.Tools = nil
	for _, name := range names {
		t := tool(name, s, stockInput, true)
		t.SecuritySchemes = []catalog.SecurityScheme{{Type: "oauth2", Scopes: []string{s}}}
		c.Tools = append(c.Tools, t)
	}
	return c
}
