package seen_test

import (
	"testing"

	"github.com/comity-mcp/comity/internal/seen"
)

func TestText(t *testing.T) {
	for _, c := range []struct{ claim, text, want string }{
		{"plain text stays", "Unknown SKU. \tLine\nLine", "Unknown SKU. \tLine\nLine"},
		{"tags, zero widths and turns go", "a\U000E0041b\u200bc\u202ed\ufeffe", "abcde"},
		{"so do control characters", "a\x00b\x1b[31mc\u0085d", "ab[31mcd"},
		{"an emoji with its selector stays", "done \u2705\ufe0f", "done \u2705\ufe0f"},
		{"a family stays together", "\U0001F468\u200d\U0001F469", "\U0001F468\u200d\U0001F469"},
		{"a joiner between letters that need none goes", "pay\u200dpal", "paypal"},
		{"a direction mark in Hebrew stays", "\u05d0\u200f!", "\u05d0\u200f!"},
		{"what is no UTF-8 is marked", "a\xffb", "a\ufffdb"},
	} {
		if got := seen.Text(c.text); got != c.want {
			t.Errorf("%s: got %q, want %q", c.claim, got, c.want)
		}
	}
}

func TestLine(t *testing.T) {
	for _, c := range []struct{ claim, text, want string }{
		{"plain text stays", "Übersicht: \u2705\ufe0f done", "Übersicht: \u2705\ufe0f done"},
		{"it is one line", " a\r\n\tb\u2028c\u0085d ", "a b c d"},
		{"a terminal is told nothing", "a\x1b[2Jb\u009b31mc\x07", `a\u001b[2Jb\u009b31mc\u0007`},
		{"nothing is turned around or unseen", "a\u202eb\u200bc\U000E0041", `a\u202eb\u200bc\ue0041`},
		{"what is no UTF-8 is marked", "a\xffb", "a\ufffdb"},
	} {
		if got := seen.Line(c.text); got != c.want {
			t.Errorf("%s: got %q, want %q", c.claim, got, c.want)
		}
	}
}
