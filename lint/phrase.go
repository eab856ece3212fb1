package lint

import (
	"strings"
)

// phrase is wording that no text may have. One of the needles, apart by |, must be there before the pattern is tried,
// because patterns are slow; they are empty when nothing is in any of its forms.
type phrase struct {
	needles string
	pattern pattern
}

// in returns the wording found in a lower-case text, or "".
func (ph phrase) in(text string) string {
	if !ph.possible(text) {
		return ""
	}
	return strings.Trim(ph.pattern.find(text), " .,:;!)")
}

// possible reports whether the text has one of the needles.
func (ph phrase) possible(text string) bool {
	for needle := range strings.SplitSeq(ph.needles, "|") {
		if strings.Contains(text, needle) {
			return true
		}
	}
	return false
}

var (
	// overrides are refused everywhere, in instructions too.
	overrides = []phrase{
		{"ignor", lazy(`\bignor(?:e|ing) (?:all |any )?(?:of )?(?:the |your |my )?(?:previous|prior|above|earlier|other|preceding|system) (?:instructions?|prompts?|directions)\b`)},
		{"disregard", lazy(`\bdisregard(?:ing)? (?:all |any )?(?:of )?(?:the |your |my )?(?:previous|prior|above|earlier|other|preceding|system) (?:instructions?|prompts?|directions)\b`)},
		{"the user", lazy(`\b(?:do not|don't|never) (?:tell|inform|mention (?:this |it )?to|reveal (?:this |it )?to) the user\b`)},
		{"from the user", lazy(`\b(?:hide|conceal|keep) (?:this|it)(?: secret)? from the user(?:[.,;!]|$)`)},
		{"were ", lazy(`\byou\b[^.\n]{0,80}\bwere (?:advised|told|instructed) (?:not )?to\b`)},
		{"asked about", lazy(`\bif (?:you are |you're )?asked about [^.\n]{1,60}, (?:respond|reply|answer) with\b`)},
		{"system prompt", lazy(`\b(?:reveal|print|repeat|leak) your system prompt\b`)},
	}

	// orders say which tool to call; the instructions may explain that, a description may not. What
	// people must do with things ("pallets that must be called first", "the model to use for all
	// requests") is no order to the model, so most patterns want the tool itself as the object.
	orders = []phrase{
		{"this tool|this function|this server", lazy(`\b(?:always|you must|you should always|must always|be sure to|make sure to) (?:call|use|invoke|run|prefer|choose|pick|select) this (?:tool|function|server)\b`)},
		{"this first|it first|tool first|function first", lazy(`\b(?:always|you must) (?:first )?(?:call|invoke|run|use) (?:this|it)(?: tool| function)? first(?:[.,;:!)]|$| before )`)},
		{"this first|tool first|function first", lazy(`(?:^|[.;:!] *)(?:call|invoke|run|use) this(?: tool| function)? first(?:[.,;:!)]|$| before )`)},
		{"be called", lazy(`(?:^|[.;:!] *|\bthis |\bit |\btool |\bfunction )must (?:always )?be called (?:first(?:[.,;!]|$)|before (?:any|every|all) (?:other )?(?:tool|function|call)s?\b)`)},
		{"other tool", lazy(`\bbefore (?:using |calling |invoking |running )?any other tools?\b`)},
		{"you must", lazy(`\byou must (?:first |always )?(?:call|invoke|run) (?:this (?:tool|function)|the \w+ (?:tool|function)|[a-z0-9]+_[a-z0-9_]+)\b`)},
	}

	favours = []phrase{
		{" than ", lazy(`\b(?:better|faster|safer|smarter|cheaper|superior|more (?:accurate|reliable|powerful|trustworthy)) than (?:any |all |every )?(?:the )?(?:other|competing|built-in) (?:tool|app|mcp server|connector|plugin)s?\b`)},
		{"superior to", lazy(`\bsuperior to (?:any |all |every )?(?:the )?(?:other|competing|built-in) (?:tool|app|mcp server|connector|plugin)s?\b`)},
		{"instead of", lazy(`\binstead of (?:using )?(?:any |all )?(?:the )?(?:other|competing|built-in) (?:tool|app|mcp server|connector|plugin)s?\b`)},
		{"other |competing ", lazy(`\b(?:do not|don't|never) (?:use|call|invoke) (?:any )?(?:other|competing) (?:tool|app|connector|plugin)s?\b`)},
		{"prefer this", lazy(`\bprefer this (?:tool|server|function) (?:over|to|instead|above)\b`)},
		{"best |ultimate |leading |most powerful |number one |superior ", lazy(`(?:^|[.;!] *)(?:this is )?(?:the |our )?(?:best|ultimate|leading|world's best|most powerful|number one|superior) (?:tool|mcp server|connector|plugin)\b`)},
		{"this tool|this server|this connector", lazy(`\b(?:use|call|choose) this (?:tool|server|connector) (?:for|in|on|with) (?:everything|anything|(?:all|any|every) (?:user |kinds? of |types? of )?(?:messages?|turns?|questions?|requests?|tasks?|quer(?:y|ies)|conversations?))\b(?: *[.;!]| *$)`)},
	}

	credentialPlaces = []phrase{
		{"ssh", lazy(`~/\.ssh\b`)},
		{"id_", lazy(`\bid_(?:rsa|ed25519|ecdsa|dsa)\b`)},
		{".env", lazy("(?:^|[\\s/\"'`(])\\.env\\b(?:[^a-z.]|$)")},
		{"aws", lazy(`\baws_secret|\.aws/credentials`)},
		{"/etc/", lazy(`/etc/(?:passwd|shadow)\b`)},
		{".netrc", lazy(`\.netrc\b`)},
	}
)
