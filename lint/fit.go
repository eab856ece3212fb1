package lint

import (
	"net/url"
	"slices"
	"strings"

	"github.com/comity-mcp/comity/fault"
)

// fitRules are about the server as a whole: whether it is found by what it says, and whether its tools can be told apart.
func fitRules() []Rule {
	return []Rule{
		{Rule: fault.Rule{
			ID:    "server-name-generic",
			Doc:   "The server's name says what it is about; hosts put it before every tool.",
			URL:   openaiAgents,
			Level: fault.Warning,
		}, Check: serverNameGeneric},
		{Rule: fault.Rule{
			ID:    "server-description-vague",
			Doc:   "The server's description names things and not only that there are tools.",
			URL:   openaiSearch,
			Level: fault.Warning,
		}, Check: serverDescriptionVague},
		{Rule: fault.Rule{
			ID:    "server-description-fit",
			Doc:   "The server's description has the words of most tools, because with deferred loading nothing else is searched.",
			URL:   openaiSearch,
			Level: fault.Warning,
		}, Anthropic: fault.Info, Check: serverDescriptionFit},
		{Rule: fault.Rule{
			ID:    "server-address",
			Doc:   "A server that is reached from elsewhere has an https address, without a fragment.",
			URL:   openaiReview,
			Level: fault.Warning,
		}, Check: serverAddress},
		{Rule: fault.Rule{
			ID:    "server-address-sse",
			Doc:   "A server speaks Streamable HTTP; the older transport with a separate event stream is deprecated.",
			URL:   specDeprecated,
			Level: fault.Warning,
		}, Check: serverAddressSSE},
		{Rule: fault.Rule{
			ID:    "server-command-secret",
			Doc:   "The command that starts a server has no secret in it, because every user of the machine sees it.",
			URL:   specAuthorization,
			Level: fault.Warning,
		}, Check: serverCommandSecret},
		{Rule: fault.Rule{
			ID:    "instructions-repeat",
			Doc:   "The instructions do not repeat the tools' descriptions, which hosts send anyway.",
			URL:   claudeCode,
			Level: fault.Info,
		}, Check: instructionsRepeat},
		{Rule: fault.Rule{
			ID:    "catalog-empty",
			Doc:   "A server has a tool; hosted connections show models nothing else.",
			URL:   openaiReview,
			Level: fault.Warning,
		}, Check: catalogEmpty},
		{Rule: fault.Rule{
			ID:    "catalog-overlap",
			Doc:   "Two tools that take the same and say nearly the same say in what they differ.",
			URL:   openaiMeta,
			Level: fault.Warning,
		}, Check: catalogOverlap},
	}
}

var genericNames = []string{"mcp", "server", "mcp_server", "mcpserver", "my_server", "my_mcp_server", "tools", "mcp_tools", "tool", "test", "test_server",
	"example", "example_server", "demo", "demo_server", "app", "api", "main", "default", "plugin", "connector", "fastmcp"}

func serverNameGeneric(p *Pass) {
	if name := strings.Join(words(p.server.Name), "_"); slices.Contains(genericNames, name) {
		p.Report("server.name", "The server's name %q could be any server's, and hosts put it before every tool: name it for what it is about, for example "+
			"\"inventory\".", excerpt(p.server.Name))
	}
}

var vague = strings.Fields("mcp server tool tools various useful helpful many several different set collection suite range number kind sort bunch " +
	"provide provides providing offer offers offering expose exposes access functionality functions function feature features utility utilities " +
	"helper helpers model context protocol general purpose thing things stuff work working interact interacting allow allows enable enables " +
	"ai llm llms agent agents assistant assistants client clients user users you your simple easy powerful great example demo test sample")

func serverDescriptionVague(p *Pass) {
	if blank(p.server.Description) {
		return
	}
	told := 0
	for w := range content(p.server.Description) {
		if !slices.Contains(vague, w) && !slices.Contains(vague, w+"s") {
			told++
		}
	}
	if told < 3 {
		p.Report("server.description", "The server's description %q names nothing that it could be found by: name its things and what can be done with them.",
			excerpt(p.server.Description))
	}
}

// serverDescriptionFit compares by the beginnings of words, so that allocation fits allocate.
func serverDescriptionFit(p *Pass) {
	said := content(p.server.Description + " " + strings.Join(words(p.server.Name), " "))
	if blank(p.server.Description) || len(p.tools) < 2 {
		return
	}
	var missing []string
	for _, t := range p.tools {
		if !slices.ContainsFunc(slices.Concat(p.objects(t), t.words), func(w string) bool { return begins(said, w) }) {
			missing = append(missing, t.path)
		}
	}
	if len(missing)*2 > len(p.tools) {
		p.Report("server.description", "The server's description has no word of %d of its %d tools (%s), and with deferred loading models search nothing else: "+
			"name what they work on.", len(missing), len(p.tools), list(missing[:min(len(missing), 5)]))
	}
}

// begins reports whether one of the set begins like the word, for words of four letters and more.
func begins(set map[string]bool, word string) bool {
	if set[stem(word)] {
		return true
	}
	if len(word) < 5 {
		return false
	}
	start := word[:max(4, len(word)-3)]
	for w := range set {
		if strings.HasPrefix(w, start) {
			return true
		}
	}
	return false
}

func serverAddress(p *Pass) {
	if p.server.URL == "" {
		return
	}
	u, err := url.Parse(p.server.URL)
	switch {
	case err != nil || u.Host == "":
		p.Report("server.url", "The address %q is no URL: write it whole, for example \"https://inventory.example.com/mcp\".", excerpt(p.server.URL))
	case u.Scheme != "https" && !loopback(u.Hostname()):
		p.Report("server.url", "The address %q is not https, and hosts refuse it: serve it over TLS.", excerpt(p.server.URL))
	case u.Fragment != "":
		p.Report("server.url", "The address %q has a fragment, which is never sent: leave it out.", excerpt(p.server.URL))
	}
}

func serverAddressSSE(p *Pass) {
	if u, err := url.Parse(p.server.URL); err == nil && strings.HasSuffix(strings.TrimSuffix(u.Path, "/"), "/sse") {
		p.Report("server.url", "The address %q ends like the older transport's: serve Streamable HTTP, by convention at /mcp.", excerpt(p.server.URL))
	}
}

func serverCommandSecret(p *Pass) {
	for i, arg := range p.server.Command {
		what := secretIn(arg)
		if name, value, ok := strings.Cut(arg, "="); what == "" && ok && value != "" && !strings.HasPrefix(value, "$") && !strings.HasPrefix(value, "<") {
			w := words(name)
			if slices.ContainsFunc(secrets, func(s []string) bool { return endsWith(w, s) }) {
				what = strings.Join(w, " ")
			}
		}
		if what != "" {
			p.Report("server.command", "Argument %d of the command has a secret in it (%s), and every user of the machine sees it: take it from an environment "+
				"variable.", i, what)
		}
	}
}

func instructionsRepeat(p *Pass) {
	said := plain(p.server.Instructions)
	for _, t := range p.tools {
		if text := plain(t.Description); len(text) >= 40 && strings.Contains(said, text) {
			p.Report("server.instructions", "The instructions repeat the description of %q, which hosts send anyway: say how the tools go together.", t.path)
			return
		}
	}
}

func catalogEmpty(p *Pass) {
	if len(p.tools) == 0 {
		p.Report("server.tools", "The server has no tools, and hosted connections show models nothing else: offer what it has as a tool.")
	}
}

// catalogOverlap leaves alone tools of which one names the other, those about things of different names, and exact copies,
// which are catalog-twins'.
func catalogOverlap(p *Pass) {
	const near = 0.75
	all := make([]told, len(p.tools))
	byInputs := map[string][]int{}
	for i, t := range p.tools {
		all[i] = p.telling(t)
		if len(all[i].about) >= 4 {
			byInputs[all[i].inputs] = append(byInputs[all[i].inputs], i)
		}
	}
	for i, t := range p.tools {
		same := byInputs[all[i].inputs]
		for _, k := range same[:min(len(same), maxKnown)] {
			other := p.tools[k]
			if k >= i || said(t, readOnlyHint) != said(other, readOnlyHint) || all[i].plain == all[k].plain {
				continue
			}
			if alike(all[i].about, all[k].about) >= near && !strings.Contains(t.Description, other.Name) &&
				!strings.Contains(other.Description, t.Name) && !all[i].apart(all[k]) {
				p.Report(t.path+".description", "The description says nearly the same as that of %q, and both take the same: say in each when the other is meant, "+
					"or make one tool of the two.", other.path)
				break
			}
		}
	}
}

// told is what a tool tells of itself, prepared for comparing it with many others.
type told struct {
	about   map[string]bool // the content of the description
	plain   string          // the description
	inputs  string          // their names
	objects []string
}

func (p *Pass) telling(t *tool) told {
	var names []string
	for _, n := range t.input.top() {
		names = append(names, n.name)
	}
	return told{content(t.Description), plain(t.Description), strings.Join(names, ","), p.objects(t)}
}

// apart reports whether each description has a word of its tool's own name that the other lacks: a code scanning alert and
// a secret scanning alert are told apart by that one word.
func (a told) apart(b told) bool { return a.lackedBy(b) && b.lackedBy(a) }

func (a told) lackedBy(b told) bool {
	return slices.ContainsFunc(a.objects, func(w string) bool { return a.about[w] && !b.about[w] })
}
