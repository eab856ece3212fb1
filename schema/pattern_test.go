package schema_test

import (
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/comity-mcp/comity/schema"
)

// patterned makes the core of one text with a pattern, written as in source.
func patterned(pattern string) (*schema.Core, error) {
	escaped := strings.NewReplacer(`\`, `\\`, `"`, `\"`, `,`, `\\,`).Replace(pattern)
	core, problems := schema.InputOf(field[string](fmt.Sprintf(`jsonschema:"pattern=%s"`, escaped)))
	return core, problems.Err()
}

// TestPatternsMeanWhatJavaScriptSays holds verdicts of ECMA-262 (unicode mode), noted from its text.
func TestPatternsMeanWhatJavaScriptSays(t *testing.T) {
	cases := []struct {
		pattern, text string
		want          bool
	}{
		{`^SKU-[0-9]{4}$`, "SKU-4421", true},
		{`^SKU-[0-9]{4}$`, "SKU-44210", false},
		{`^[A-Z]{0,3}$`, "ABC", true},
		{`^a$`, "a\n", false},
		{`b`, "abc", true},
		{`^.$`, "é", true},
		{`^.$`, "\n", false},
		{`^.$`, "\r", false},
		{`^.$`, "\u2028", false},
		{`^\s$`, "\u00a0", true},
		{`^\s$`, "\ufeff", true},
		{`^\s$`, "\v", true},
		{`^[\s_]$`, "\u2003", true},
		{`\S`, "\u00a0\u3000", false},
		{`\S`, " x ", true},
		{`^\w\d\D\W$`, "a1b-", true},
		{`^\w$`, "é", false},
		{`^\x41\/\.$`, "A/.", true},
		{`^[\-\]\[]+$`, "-][", true},
		{`^(?:a|b)+?$`, "ab", true},
		{`^a{2,}$`, "aaa", true},
		{`^\{\}$`, "{}", true},
		{`^[.]$`, "x", false},
		{`\bcat\b`, "a cat sat", true},
	}
	for _, c := range cases {
		core, err := patterned(c.pattern)
		if err != nil {
			t.Errorf("%s: %v", c.pattern, err)
			continue
		}
		text, err := json.Marshal(c.text)
		if err != nil {
			t.Fatal(err)
		}
		if got := core.Check(json.RawMessage(`{"f":`+string(text)+`}`)) == nil; got != c.want {
			t.Errorf("%s on %q: got %t, want %t", c.pattern, c.text, got, c.want)
		}
	}
}

func TestPatternsOfOneDialectAreRefused(t *testing.T) {
	for _, pattern := range []string{
		`(?i)a`, `(?P<n>a)`, `(?<n>a)`, `(?=a)`, `(?!a)`, `(?<=a)`, `\Aa`, `a\z`, `a\Z`, `\pL`, `\p{L}`, `\PL`, `\Qa\E`, `\C`, `\a`, `\1`, `\0`, `\u0041`,
		`\x{41}`, `\x4`, `\cA`, `\-`, `\_`, `[[:digit:]]`, `[]a]`, `[^]a]`, `[a[b]`, `[\S]`, `[\b]`, `[a`, `a{`, `a{,3}`, `a}`, `a]`, `a++`, `a**`, `(a`, `a)`, `*a`,
		`[z-a]`, `a{3,2}`, `a{2000}`, `\`,
	} {
		if core, err := patterned(pattern); err == nil {
			t.Errorf("%s: got it accepted, want it refused: %s", pattern, core.JSON())
		}
	}
}

func TestFormatsAreEnforced(t *testing.T) {
	cases := []struct {
		format, text string
		want         bool
	}{
		{"date-time", "2026-11-29T14:05:00Z", true}, {"date-time", "2026-11-29T14:05:00.5+02:00", true}, {"date-time", "2026-11-29 14:05:00Z", false},
		{"date-time", "2026-11-29T4:05:00Z", false}, {"date-time", "2026-11-29T14:05:00,5Z", false}, {"date-time", "2026-11-29T14:05:00+24:00", false},
		{"date-time", "2026-11-29T14:05:00+23:60", false}, {"date-time", "2026-11-29T14:05:00+0200", false}, {"date-time", "2026-11-29t14:05:00z", false},
		{"date-time", "2026-11-29T14:05:00", false}, {"date-time", "2026-11-29T14:05:00.Z", false}, {"date-time", "2026-02-29T14:05:00Z", false},
		{"date-time", "2026-11-29T14:05:00.5", false}, {"date-time", "2026-11-29T14:05:00-23:59", true}, {"date-time", "2026-11-29T14:05:60Z", false},
		{"date", "2026-02-28", true}, {"date", "2026-02-29", false}, {"date", "2026-2-28", false},
		{"uuid", "123e4567-e89b-12d3-A456-426614174000", true}, {"uuid", "123e4567e89b12d3a456426614174000", false}, {"uuid", "123e4567-e89b-12d3-a456-42661417400g", false},
		{"ipv4", "192.0.2.1", true}, {"ipv4", "192.0.2.256", false}, {"ipv4", "::1", false},
		{"ipv6", "2001:db8::1", true}, {"ipv6", "192.0.2.1", false}, {"ipv6", "fe80::1%eth0", false},
		{"email", "ada@example.com", true}, {"email", "Ada <ada@example.com>", false}, {"email", "ada", false},
	}
	for _, c := range cases {
		core, problems := schema.InputOf(field[string](`jsonschema:"format=` + c.format + `"`))
		if err := problems.Err(); err != nil {
			t.Fatal(err)
		}
		args := json.RawMessage(`{"f":"` + c.text + `"}`)
		if got := core.Check(args) == nil; got != c.want {
			t.Errorf("%s %q: got %t, want %t", c.format, c.text, got, c.want)
		}
		if c.format != "date-time" {
			continue
		}
		var in struct {
			F time.Time `json:"f" jsonschema_description:"d"`
		}
		core, _ = schema.InputOf(reflect.TypeOf(in))
		if err := core.Decode(args, &in); (err == nil) != c.want {
			t.Errorf("time.Time %q: got %v, want accepted %t", c.text, err, c.want)
		}
	}
}

func TestManyPropertiesAreAllSeen(t *testing.T) {
	var fields []reflect.StructField
	var members []string
	for i := range 150 {
		fields = append(fields, reflect.StructField{
			Name: fmt.Sprintf("F%d", i), Type: reflect.TypeFor[int](), Tag: reflect.StructTag(fmt.Sprintf(`json:"f%d" jsonschema_description:"d"`, i)),
		})
		members = append(members, fmt.Sprintf(`"f%d":%d`, i, i))
	}
	core, problems := schema.InputOf(reflect.StructOf(fields))
	if err := problems.Err(); err != nil {
		t.Fatal(err)
	}
	if got := core.Check(json.RawMessage("{" + strings.Join(members, ",") + "}")); got != nil {
		t.Errorf("got %v, want none", got)
	}
	for _, i := range []int{0, 63, 64, 127, 128, 149} {
		without := append(append([]string{}, members[:i]...), members[i+1:]...)
		got := core.Check(json.RawMessage("{" + strings.Join(without, ",") + "}"))
		if want := fmt.Sprintf("f%d: missing; it must be an integer (d).", i); got.Error() != want {
			t.Errorf("got %v, want %s", got, want)
		}
		got = core.Check(json.RawMessage("{" + strings.Join(append(without, members[i], members[i]), ",") + "}"))
		if want := fmt.Sprintf("f%d: sent twice; send it once.", i); got.Error() != want {
			t.Errorf("got %v, want %s", got, want)
		}
	}
}
