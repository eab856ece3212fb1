package lint

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/comity-mcp/comity/fault"
)

func serverRules() []Rule {
	return []Rule{
		{Rule: fault.Rule{
			ID:    "server-name",
			Doc:   "The server's name is a label every host can prefix tools with: a lower-case letter and up to 39 lower-case letters, digits, underscores and hyphens.",
			URL:   openaiAgents,
			Level: fault.Warning,
		}, House: true, Check: serverName},
		{Rule: fault.Rule{
			ID:    "server-title",
			Doc:   "The server has a title, which people read in place of its name.",
			URL:   claudeReview,
			Level: fault.Warning,
		}, House: true, Check: serverTitle},
		{Rule: fault.Rule{
			ID:    "server-version",
			Doc:   "The server has a version, so that a report can say which one it is about.",
			URL:   specBasic,
			Level: fault.Error,
		}, Check: serverVersion},
		{Rule: fault.Rule{
			ID:    "server-description",
			Doc:   "The server has a description; with deferred loading it is all that a model searches.",
			URL:   openaiMeta,
			Level: fault.Warning,
		}, House: true, Check: serverDescription},
		{Rule: fault.Rule{
			ID:    "server-description-length",
			Doc:   "The server's description has 60 to 400 characters: enough to be found by, short enough to be sent on every turn.",
			URL:   openaiMeta,
			Level: fault.Warning,
		}, Check: serverDescriptionLength},
		{Rule: fault.Rule{
			ID:    "instructions-length",
			Doc:   "The server's instructions have at most 2048 bytes of UTF-8; Claude Code cuts them there.",
			URL:   claudeCode,
			Level: fault.Error,
		}, OpenAI: fault.Warning, Check: instructionsLength},
		{Rule: fault.Rule{
			ID:    "instructions-opening",
			Doc:   "The first 512 characters of the instructions end a sentence, because some hosts show no more.",
			URL:   claudeCode,
			Level: fault.Info,
		}, Anthropic: Moot, Check: instructionsOpening},
	}
}

func serverName(p *Pass) {
	wrong := misnamed(p.server.Name, "-")
	if wrong == "" {
		return
	}
	way := "choose one like inventory"
	if valid := snake(p.server.Name); valid != "" {
		way = fmt.Sprintf("use %q", valid)
	}
	p.Report("server.name", "The server's name %q %s; it is a lower-case letter, then at most 39 lower-case letters, "+
		"digits, underscores and hyphens, because it is also the recommended server_label: %s.",
		excerpt(p.server.Name), wrong, way)
}

func serverTitle(p *Pass) {
	if blank(p.server.Title) {
		p.Report("server.title", "The server has no title: say what people should read in place of %q, for example \"Inventory\".",
			excerpt(p.server.Name))
	}
}

func serverVersion(p *Pass) {
	if blank(p.server.Version) {
		p.Report("server.version", "The server has no version: say which release this is, for example \"1.0.0\".")
	}
}

func serverDescription(p *Pass) {
	if blank(p.server.Description) {
		p.Report("server.description", "The server has no description, so nothing can be found by it: name its things "+
			"and what can be done with them in 60 to 400 characters.")
	}
}

func serverDescriptionLength(p *Pass) {
	n := utf8.RuneCountInString(p.server.Description)
	switch {
	case blank(p.server.Description):
	case n < 60:
		p.Report("server.description", "The server's description has %d characters, fewer than 60: name the main thing "+
			"each tool works on, since deferred loading searches this text.", n)
	case n > 400:
		p.Report("server.description", "The server's description has %d characters, more than 400: keep what it is found "+
			"by and move the rest to the instructions.", n)
	}
}

func instructionsLength(p *Pass) {
	const limit = 2048
	if n := len(p.server.Instructions); n > limit {
		p.Report("server.instructions", "The instructions have %d bytes, more than the %d a host keeps: shorten them.", n, limit)
	}
}

func instructionsOpening(p *Pass) {
	const limit = 512
	runes := []rune(p.server.Instructions)
	if len(runes) <= limit {
		return
	}
	opening := string(runes[:limit])
	if !strings.ContainsAny(opening, ".!?。\n") {
		p.Report("server.instructions", "The first %d characters of the instructions end no sentence, and some hosts show "+
			"no more: put what matters most into a sentence of its own at the start.", limit)
	}
}

func blank(text string) bool { return strings.TrimSpace(text) == "" }
