package lint

import (
	"fmt"
	"slices"
	"strings"

	"github.com/comity-mcp/comity/fault"
)

func textRules() []Rule {
	return []Rule{
		{Rule: fault.Rule{
			ID:    "text-coercive",
			Doc:   "No text gives the model orders about which tool to call, what to ignore or what to hide; a description says facts.",
			URL:   claudeReview,
			Level: fault.Error,
		}, Check: eachText(textCoercive)},
		{Rule: fault.Rule{
			ID:    "text-unfair",
			Doc:   "No text favours the tool over other tools and apps or asks to be used for everything.",
			URL:   openaiSubmit,
			Level: fault.Error,
		}, Check: eachText(textUnfair)},
		{Rule: fault.Rule{
			ID:    "text-hidden",
			Doc:   "No text has characters that a person cannot see, comments, or tags that pose as a prompt's own.",
			URL:   mcpLint,
			Level: fault.Error,
		}, Check: eachText(textHidden)},
		{Rule: fault.Rule{
			ID:    "text-credentials",
			Doc:   "No text points at a place where credentials are kept.",
			URL:   mcpLint,
			Level: fault.Warning,
		}, Check: eachText(textCredentials)},
	}
}

// spot is a text that a model sees. Instructions may speak of the order of calls, other texts may not.
type spot struct {
	path, text   string
	lower        string
	longest      int // bytes without a space between them
	instructions bool
	name         bool // of a tool or a property, which is not prose
}

// value reports whether the text is a value of a schema and no sentence about it.
func (s spot) value() bool {
	return strings.HasSuffix(s.path, "]") || strings.HasSuffix(s.path, ".const") || strings.HasSuffix(s.path, ".default")
}

// newSpot prepares a text for the patterns.
func newSpot(path, text string) spot {
	s := spot{path: path, text: text, lower: strings.ToLower(text)}
	for rest := text; rest != ""; {
		run, after, _ := strings.Cut(rest, " ")
		s.longest = max(s.longest, len(run))
		rest = after
	}
	return s
}

// eachText makes a check of one that looks at one text at a time.
func eachText(check func(*Pass, spot)) func(*Pass) {
	return func(p *Pass) {
		for _, s := range p.spots {
			check(p, s)
		}
	}
}

// spots lists every text of the catalog that hosts pass on to a model.
func spots(p *Pass) []spot {
	var list []spot
	see := func(path, text string) {
		if text != "" {
			list = append(list, newSpot(path, text))
		}
	}
	see("server.title", p.server.Title)
	see("server.description", p.server.Description)
	if text := p.server.Instructions; text != "" {
		s := newSpot("server.instructions", text)
		s.instructions = true
		list = append(list, s)
	}
	for _, t := range p.tools {
		if t.Name != "" {
			list = append(list, named(t.path+".name", t.Name))
		}
		see(t.path+".title", t.Title)
		see(t.path+".description", t.Description)
		if t.Annotations != nil && t.Annotations.Title != t.Title {
			see(t.path+".annotations.title", t.Annotations.Title)
		}
		for _, tree := range []schemaTree{t.input, t.output} {
			for _, n := range tree.nodes {
				if n.place == atProperty && n.name != "" {
					list = append(list, named(n.path, n.name))
				}
				seeNode(see, n)
			}
		}
	}
	return list
}

// named is the spot of a name.
func named(path, name string) spot {
	s := newSpot(path, name)
	s.name = true
	return s
}

// seeNode shows every string of a schema node, but for its name, that hosts pass on to a model.
func seeNode(see func(path, text string), n *node) {
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
		if found := ph.in(s.lower); found != "" && !p.sibling(s.lower, found) {
			p.Report(s.path, "The text speaks for this tool against others or for every occasion (%q), which directories refuse: say "+
				"what it does and for which requests.", excerpt(found))
			return
		}
	}
}

// sibling reports whether the wording compares with another tool of the same server, which is guidance:
// "prefer this tool over search_products when the SKU is known".
func (p *Pass) sibling(text, found string) bool {
	_, after, _ := strings.Cut(text, found)
	after = strings.TrimLeft(strings.TrimPrefix(after, " of"), " `'\"")
	return strings.HasPrefix(found, "prefer this") && slices.ContainsFunc(p.tools, func(t *tool) bool {
		return t.Name != "" && strings.HasPrefix(after, strings.ToLower(t.Name))
	})
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
