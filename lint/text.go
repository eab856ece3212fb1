package lint

import (
	"fmt"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/comity-mcp/comity/fault"
)

func textRules() []Rule {
	return []Rule{
		{fault.Rule{
			ID:    "text-coercive",
			Doc:   "No text gives the model orders about which tool to call, what to ignore or what to hide; a description says facts.",
			URL:   claudeReview,
			Level: fault.Error,
		}, eachText(textCoercive)},
		{fault.Rule{
			ID:    "text-unfair",
			Doc:   "No text favours the tool over other tools and apps or asks to be used for everything.",
			URL:   openaiSubmit,
			Level: fault.Error,
		}, eachText(textUnfair)},
		{fault.Rule{
			ID:    "text-hidden",
			Doc:   "No text has characters that a person cannot see, comments, or tags that pose as a prompt's own.",
			URL:   mcpLint,
			Level: fault.Error,
		}, eachText(textHidden)},
		{fault.Rule{
			ID:    "text-credentials",
			Doc:   "No text points at a place where credentials are kept.",
			URL:   mcpLint,
			Level: fault.Warning,
		}, eachText(textCredentials)},
	}
}

// spot is a text that a model sees. Instructions may speak of the order of calls, other texts may not.
type spot struct {
	path, text   string
	lower        string
	instructions bool
}

// eachText makes a check of one that looks at one text at a time.
func eachText(check func(*Pass, spot)) func(*Pass) {
	return func(p *Pass) {
		see := func(path, text string) {
			if text != "" {
				check(p, spot{path: path, text: text, lower: strings.ToLower(text)})
			}
		}
		see("server.title", p.server.Title)
		see("server.description", p.server.Description)
		if text := p.server.Instructions; text != "" {
			check(p, spot{path: "server.instructions", text: text, lower: strings.ToLower(text), instructions: true})
		}
		for _, t := range p.tools {
			see(t.path+".name", t.Name)
			see(t.path+".title", t.Title)
			see(t.path+".description", t.Description)
			if t.Annotations != nil && t.Annotations.Title != t.Title {
				see(t.path+".annotations.title", t.Annotations.Title)
			}
			for _, tree := range []schemaTree{t.input, t.output} {
				for _, n := range tree.nodes {
					seeNode(see, n)
				}
			}
		}
	}
}

// seeNode shows every string of a schema node that hosts pass on to a model.
func seeNode(see func(path, text string), n *node) {
	if n.place == atProperty {
		see(n.path, n.name)
	}
	for _, key := range []string{"title", "description", "const", "default", "$comment"} {
		if n.has(key) {
			see(n.path+"."+key, n.text(key))
		}
	}
	for _, key := range []string{"enum", "examples"} {
		list, _ := n.keys[key].([]any)
		for i, v := range list {
			if s, ok := v.(string); ok {
				see(fmt.Sprintf("%s.%s[%d]", n.path, key, i), s)
			}
		}
	}
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

func textCoercive(p *Pass, s spot) {
	lists := [][]phrase{overrides, orders}
	if s.instructions {
		lists = lists[:1]
	}
	for _, list := range lists {
		for _, ph := range list {
			if found := ph.in(s.lower); found != "" {
				p.Report(s.path, "The text gives the model an order (%q), which reviewers refuse and hosts strip: say a fact in its "+
					"place, such as what the tool returns or where an input's values come from.", excerpt(found))
				return
			}
		}
	}
}

func textUnfair(p *Pass, s spot) {
	for _, ph := range favours {
		if found := ph.in(s.lower); found != "" {
			p.Report(s.path, "The text speaks for this tool against others or for every occasion (%q), which directories refuse: say "+
				"what it does and for which requests.", excerpt(found))
			return
		}
	}
}

func textCredentials(p *Pass, s spot) {
	for _, ph := range credentialPlaces {
		if found := ph.in(s.lower); found != "" {
			p.Report(s.path, "The text points at a place where credentials are kept (%q), which scanners report as theft: describe it "+
				"without the place, or drop it.", excerpt(found))
			return
		}
	}
}

// pseudoTags pose as the parts of a prompt. The second pattern wants the closing tag, because <user> alone
// is an honest placeholder.
var pseudoTags = []*regexp.Regexp{
	regexp.MustCompile(`</?(?:important|system|instructions?|hidden|critical|assistant|system[-_]prompt|system[-_]reminder|tool_call|function_calls?)(?: [^<>]*)?>`),
	regexp.MustCompile(`</(?:secret|user|prompt|admin)>`),
}

func textHidden(p *Pass, s spot) {
	if i, r := invisible(s.text); i >= 0 {
		p.Report(s.path, "The text has the invisible character U+%04X as character %d, which a model reads and a person does not: "+
			"delete it.", r, utf8.RuneCountInString(s.text[:i])+1)
		return
	}
	if !strings.Contains(s.lower, "<") {
		return
	}
	if strings.Contains(s.lower, "<!--") {
		p.Report(s.path, "The text has an HTML comment, which a model reads and a person may not see: say it in plain words or delete it.")
		return
	}
	for _, pattern := range pseudoTags {
		if found := pattern.FindString(s.lower); found != "" {
			p.Report(s.path, "The text has the tag %q, which poses as part of a prompt: write the text without tags.", excerpt(found))
			return
		}
	}
}

// invisible returns where the first character stands that is not shown, or -1.
func invisible(text string) (int, rune) {
	var before rune
	for i, r := range text {
		if hides(r) {
			after, _ := utf8.DecodeRuneInString(text[i+utf8.RuneLen(r):])
			if !joins(r, before, after) {
				return i, r
			}
		}
		before = r
	}
	return -1, 0
}

func hides(r rune) bool {
	switch {
	case r < 0x20:
		return r != '\n' && r != '\t' && r != '\r'
	case r >= 0x7f && r <= 0x9f, // control characters
		r >= 0x200b && r <= 0x200f, r >= 0x2060 && r <= 0x2064, r == 0xfeff, // zero width
		r >= 0x202a && r <= 0x202e, r >= 0x2066 && r <= 0x2069, // direction
		r >= 0xe0000 && r <= 0xe007f: // tags
		return true
	}
	return false
}

// joins reports whether r is a joiner doing its work, between two letters of a script that needs it
// (Persian, Hindi) or two parts of an emoji.
func joins(r, before, after rune) bool {
	needs := func(r rune) bool {
		return r > 0xff && (unicode.IsLetter(r) || unicode.IsMark(r) || unicode.Is(unicode.So, r) || unicode.Is(unicode.Sk, r))
	}
	return (r == 0x200c || r == 0x200d) && needs(before) && needs(after)
}
