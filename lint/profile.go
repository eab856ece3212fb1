package lint

import (
	"fmt"
	"strings"

	"github.com/comity-mcp/comity/internal/nearest"
)

// A Profile is whose judgement counts where hosts disagree. It changes the levels of rules and never what they look at.
type Profile int

const (
	// Portable is every host at once, so that one server is good for all of them.
	Portable Profile = iota + 1
	// OpenAI is ChatGPT and its directory, Codex, the Responses and Agents APIs and the Agents SDK.
	OpenAI
	// Anthropic is Claude and its directory, Claude Code and the Messages API.
	Anthropic
)

// Profiles returns all profiles, Portable first. The slice is the caller's own.
func Profiles() []Profile { return []Profile{Portable, OpenAI, Anthropic} }

// String returns "portable", "openai" or "anthropic", and "unknown" for any other value.
func (p Profile) String() string {
	switch p {
	case Portable:
		return "portable"
	case OpenAI:
		return "openai"
	case Anthropic:
		return "anthropic"
	}
	return "unknown"
}

// ParseProfile returns the profile of that name, as [Profile.String] writes it. The error names the profile that was
// probably meant.
func ParseProfile(name string) (Profile, error) {
	var names []string
	for _, p := range Profiles() {
		if p.String() == name {
			return p, nil
		}
		names = append(names, p.String())
	}
	way := "use one of " + strings.Join(names, ", ")
	if near, ok := nearest.To(strings.ToLower(name), names); ok {
		way = fmt.Sprintf("did you mean %q", near)
	}
	return 0, fmt.Errorf("there is no profile %q: %s", excerpt(name), way)
}
