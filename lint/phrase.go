package lint

import (
	"regexp"
	"strings"
)

// phrase is wording that no text may have, with a part that must be there before the
// pattern is tried, because patterns are slow; empty when nothing is in all of its forms.
type phrase struct {
	needle  string
	pattern *regexp.Regexp
}

// in returns the wording found in a lower-case text, or "".
func (ph phrase) in(text string) string {
	if !strings.Contains(text, ph.needle) {
		return ""
	}
	return strings.Trim(ph.pattern.FindString(text), " .,:;!)")
}

var (
	// overrides are refused everywhere, in instructions too.
	overrides = []phrase{
		{"ignor", regexp.MustCompile(`\bignor(?:e|ing) (?:all |any )?(?:of )?(?:the |your |my )?(?:previous|prior|above|earlier|other|preceding|system) (?:instructions?|prompts?|directions)\b`)},
		{"disregard", regexp.MustCompile(`\bdisregard(?:ing)? (?:all |any )?(?:of )?(?:the |your |my )?(?:previous|prior|above|earlier|other|preceding|system) (?:instructions?|prompts?|directions)\b`)},
		{"user", regexp.MustCompile(`\b(?:do not|don't|never) (?:tell|inform|mention (?:this |it )?to|reveal (?:this |it )?to) the user\b`)},
		{"from the user", regexp.MustCompile(`\b(?:hide|conceal|keep) (?:this|it)(?: secret)? from the user(?:[.,;!]|$)`)},
		{"were ", regexp.MustCompile(`\byou\b[^.\n]{0,80}\bwere (?:advised|told|instructed) (?:not )?to\b`)},
		{"respond with", regexp.MustCompile(`\bif (?:you are |you're )?asked about [^.\n]{1,60}, (?:respond|reply|answer) with\b`)},
		{"system prompt", regexp.MustCompile(`\b(?:reveal|print|repeat|leak) your system prompt\b`)},
	}

	// orders say which tool to call; the instructions may explain that, a description may not. What
	// people must do with things ("pallets that must be called first", "the model to use for all
	// requests") is no order to the model, so most patterns want the tool itself as the object.
	orders = []phrase{
		{"this", regexp.MustCompile(`\b(?:always|you must|you should always|must always|be sure to|make sure to) (?:call|use|invoke|run|prefer|choose|pick|select) this (?:tool|function|server)\b`)},
		{"first", regexp.MustCompile(`\b(?:always|you must) (?:first )?(?:call|invoke|run|use) (?:this|it)(?: tool| function)? first(?:[.,;:!)]|$| before )`)},
		{"first", regexp.MustCompile(`(?:^|[.;:!] *)(?:call|invoke|run|use) this(?: tool| function)? first(?:[.,;:!)]|$| before )`)},
		{"be called", regexp.MustCompile(`(?:^|[.;:!] *|\bthis |\bit |\btool |\bfunction )must (?:always )?be called (?:first(?:[.,;!]|$)|before (?:any|every|all) (?:other )?(?:tool|function|call)s?\b)`)},
		{"other tool", regexp.MustCompile(`\bbefore (?:using |calling |invoking |running )?any other tools?\b`)},
		{"you must", regexp.MustCompile(`\byou must (?:first |always )?(?:call|invoke|run) (?:this (?:tool|function)|the \w+ (?:tool|function)|[a-z0-9]+_[a-z0-9_]+)\b`)},
	}

	favours = []phrase{
		{" than ", regexp.MustCompile(`\b(?:better|faster|safer|smarter|cheaper|superior|more (?:accurate|reliable|powerful|trustworthy)) than (?:any |all |every )?(?:the )?(?:other|competing|built-in) (?:tool|app|mcp server|connector|plugin)s?\b`)},
		{"superior to", regexp.MustCompile(`\bsuperior to (?:any |all |every )?(?:the )?(?:other|competing|built-in) (?:tool|app|mcp server|connector|plugin)s?\b`)},
		{"instead of", regexp.MustCompile(`\binstead of (?:using )?(?:any |all )?(?:the )?(?:other|competing|built-in) (?:tool|app|mcp server|connector|plugin)s?\b`)},
		{"use", regexp.MustCompile(`\b(?:do not|don't|never) (?:use|call|invoke) (?:any )?(?:other|competing) (?:tool|app|connector|plugin)s?\b`)},
		{"prefer this", regexp.MustCompile(`\bprefer this (?:tool|server|function) (?:over|to|instead|above)\b`)},
		{"", regexp.MustCompile(`(?:^|[.;!] *)(?:this is )?(?:the |our )?(?:best|ultimate|leading|world's best|most powerful|number one|superior) (?:tool|mcp server|connector|plugin)\b`)},
		{"this", regexp.MustCompile(`\b(?:use|call|choose) this (?:tool|server|connector) (?:for|in|on|with) (?:everything|anything|(?:all|any|every) (?:user |kinds? of |types? of )?(?:messages?|turns?|questions?|requests?|tasks?|quer(?:y|ies)|conversations?))\b(?: *[.;!]| *$)`)},
	}

	credentialPlaces = []phrase{
		{"ssh", regexp.MustCompile(`~/\.ssh\b`)},
		{"id_", regexp.MustCompile(`\bid_(?:rsa|ed25519|ecdsa|dsa)\b`)},
		{".env", regexp.MustCompile("(?:^|[\\s/\"'`(])\\.env\\b(?:[^a-z.]|$)")},
		{"aws", regexp.MustCompile(`\baws_secret|\.aws/credentials`)},
		{"/etc/", regexp.MustCompile(`/etc/(?:passwd|shadow)\b`)},
		{".netrc", regexp.MustCompile(`\.netrc\b`)},
	}
)
