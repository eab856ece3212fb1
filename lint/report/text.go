package report

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/comity-mcp/comity/fault"
	"github.com/comity-mcp/comity/internal/seen"
	"github.com/comity-mcp/comity/lint"
)

// Page lists every rule.
const Page = "https://github.com/comity-mcp/comity/blob/main/docs/rules.md"

// Text writes a report for people: who was judged and how, the problems tool by tool, each with its level, its place and
// the way out, what was waived and why, where the rules come from, and a last line that counts.
func Text(w io.Writer, r lint.Report) error {
	out := bufio.NewWriter(w)
	fmt.Fprintf(out, "%s, judged for %s by %d rules%s\n", who(r), r.Profile, r.Rules, map[bool]string{true: ", running"}[r.Probed])
	subject := ""
	for _, p := range r.Found {
		about, place := cut(p.Path)
		if about != subject {
			subject = about
			fmt.Fprintf(out, "\n%s\n", plain(about))
		}
		fmt.Fprintf(out, "  %-7s  %s%s [%s]\n", p.Rule.Level, lead(place), plain(p.Says), p.Rule.ID)
	}
	if len(r.Waived) > 0 {
		fmt.Fprintf(out, "\nWaived\n")
		for _, p := range r.Waived {
			fmt.Fprintf(out, "  %s [%s]: %s\n", plain(p.Path), p.Rule.ID, plain(p.Reason))
		}
	}
	sources(out, r.Found)
	fmt.Fprintf(out, "\n%s\n", count(r))
	return out.Flush()
}

// who names the server as far as it names itself.
func who(r lint.Report) string {
	name := plain(strings.TrimSpace(r.Server.Name + " " + r.Server.Version))
	if name == "" {
		name = "A server without a name"
	}
	if r.Server.URL != "" {
		name += " at " + plain(r.Server.URL)
	}
	return name
}

// cut parts a path into what it is about, a tool or the server, and the place in it.
func cut(path string) (about, place string) {
	about, place, _ = strings.Cut(path, ".")
	return about, place
}

func lead(place string) string {
	if place == "" {
		return ""
	}
	return plain(place) + ": "
}

// plain writes what is not seen, or would move a terminal's cursor, as escapes.
func plain(text string) string {
	if !strings.ContainsFunc(text, hidden) {
		return text
	}
	var b strings.Builder
	for _, r := range text {
		if hidden(r) {
			fmt.Fprintf(&b, `\u%04x`, r)
			continue
		}
		b.WriteRune(r)
	}
	return b.String()
}

func hidden(r rune) bool { return r < ' ' || r >= 0x7f && r < 0xa0 || seen.Hidden(r) }

// sources lists the rules that were broken, each with the page it comes from.
func sources(out io.Writer, found fault.Problems) {
	told := map[string]string{}
	var ids []string
	width := 0
	for _, p := range found {
		if _, ok := told[p.Rule.ID]; !ok {
			told[p.Rule.ID] = help(p.Rule)
			ids = append(ids, p.Rule.ID)
			width = max(width, len(p.Rule.ID))
		}
	}
	if len(ids) == 0 {
		return
	}
	slices.Sort(ids)
	fmt.Fprintf(out, "\nWhere the rules come from\n")
	for _, id := range ids {
		fmt.Fprintf(out, "  %-*s  %s\n", width, id, told[id])
	}
}

// help is the page that a rule comes from; the list of rules for one of our own.
func help(r fault.Rule) string {
	if r.URL == "" {
		return Page
	}
	return r.URL
}

func count(r lint.Report) string {
	var parts []string
	for _, level := range []struct {
		level fault.Level
		one   string
	}{{fault.Error, "error"}, {fault.Warning, "warning"}, {fault.Info, "remark"}} {
		if n := len(r.Found.Of(level.level)); n > 0 {
			parts = append(parts, number(n, level.one))
		}
	}
	if len(parts) == 0 {
		parts = []string{"nothing to mend"}
	}
	if n := len(r.Waived); n > 0 {
		parts = append(parts, fmt.Sprintf("%d waived", n))
	}
	text := strings.Join(parts, ", ") + "."
	return strings.ToUpper(text[:1]) + text[1:]
}

func number(n int, one string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %ss", n, one)
}
