package lint

import (
	"fmt"
	"regexp"
	"strings"
)

// phrase is wording that no text may have, with a word that must be there before the pattern is tried.
type phrase struct {
	needle  string
	pattern *regexp.Regexp
}

// in returns the wording found in a lower-case text, or "".
func (ph phrase) in(text string) string {
	if !strings.Contains(text, ph.needle) {
		return ""
	}
	return ph.pattern.FindString(text)
}

func phrases(pairs ...string) []phrase {
	if len(pairs)%2 != 0 {
		panic(fmt.Sprintf("phrases come in pairs, got %d strings", len(pairs)))
	}
	var list []phrase
	for i := 0; i < len(pairs); i += 2 {
		list = append(list, phrase{pairs[i], regexp.MustCompile(pairs[i+1])})
	}
	return list
}

var (
	// overrides are refused everywhere, in instructions too.
	overrides = phrases(
		"ignor", `\bignor(?:e|ing) (?:all |any )?(?:of )?(?:the |your |my )?(?:previous|prior|above|earlier|other|preceding|system) (?:instructions?|prompts?|messages?|rules|directions|tools)\b`,
		"disregard", `\bdisregard (?:all |any )?(?:of )?(?:the |your |my )?(?:previous|prior|above|earlier|other|system) (?:instructions?|prompts?|messages?|rules)\b`,
		"user", `\b(?:do not|don't|never) (?:tell|inform|notify|mention (?:this |it )?to|reveal (?:this |it )?to|show (?:this |it )?to|alert) (?:the )?users?\b`,
		"user", `\bwithout (?:telling|informing|notifying|asking) (?:the )?users?\b`,
		"from the user", `\b(?:hide|conceal|keep) (?:this|it|that)(?: \w+){0,3} from the user\b`,
		"system prompt", `\b(?:reveal|print|repeat|output|override|replace|leak) (?:the |your )?system prompt\b`,
	)

	// orders say which tool to call; the instructions may explain that, a description may not.
	orders = phrases(
		"this", `\b(?:always|must|should always|be sure to|make sure to|make sure you) (?:call|use|invoke|run|prefer|choose|pick|select) this (?:tool|function|server)\b`,
		"first", `\b(?:always|you must|must) (?:first )?(?:call|invoke|run|use) (?:this|it)(?: tool| function)? first\b`,
		"first", `(?:^|[.;:!] *)(?:call|invoke|run|use) this(?: tool| function)? first\b`,
		"must be called", `\bmust be called (?:first|before (?:any|every|all) )`,
		"other tool", `\bbefore (?:using |calling |invoking |running )?any other tools?\b`,
		"you must", `\byou must (?:first |always )?(?:call|invoke|run) (?:this|the \w+ (?:tool|function)|[a-z0-9]+_[a-z0-9_]+)\b`,
	)

	favours = phrases(
		" than ", `\b(?:better|faster|safer|smarter|cheaper|superior|more (?:accurate|reliable|powerful|trustworthy)) than (?:any |all |every )?(?:the )?(?:other|competing|built-in) (?:tool|app|server|connector|plugin|service|product|function)s?\b`,
		"superior to", `\bsuperior to (?:any |all |every )?(?:the )?(?:other|competing|built-in) (?:tool|app|server|connector|plugin|service|product)s?\b`,
		"instead of", `\binstead of (?:using )?(?:any |all )?(?:the )?(?:other|competing|built-in) (?:tool|app|server|connector|plugin|function)s?\b`,
		"use", `\b(?:do not|don't|never) (?:use|call|invoke) (?:any )?(?:other|competing|another) (?:tool|app|server|connector|plugin)s?\b`,
		"prefer this", `\bprefer this(?: tool| server| function)? (?:over|to|instead|above)\b`,
		"tool", `\b(?:the |our )?(?:best|ultimate|leading|world's best|most powerful|number one|superior) (?:tool|mcp server|connector|plugin)\b`,
		"use this", `\buse this(?: tool| server)? (?:for|in|on|with) (?:everything|anything|every (?:message|turn|conversation|task|request|question))\b(?: *[.;!]| *$)`,
		" for ", `\bfor (?:all|any|every) (?:user |kinds? of |types? of )?(?:questions?|requests?|tasks?|quer(?:y|ies)|conversations?) *(?:[.;!]|$)`,
	)

	credentialPlaces = phrases(
		"ssh", `~/\.ssh\b`,
		"id_", `\bid_(?:rsa|ed25519|ecdsa|dsa)\b`,
		".env", "(?:^|[\\s/\"'`(])\\.env\\b(?:[^a-z.]|$)",
		"aws", `\baws_secret|\.aws/credentials`,
		"/etc/", `/etc/(?:passwd|shadow)\b`,
		".netrc", `\.netrc\b`,
	)
)
