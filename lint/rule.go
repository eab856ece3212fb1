package lint

import (
	"slices"

	"github.com/comity-mcp/comity/fault"
)

// A Rule is one thing that must hold of what a server shows to its clients. Its level is that under [Portable], which is
// also the one at the start of a server of our own, where [fault.Error] refuses, unless House says otherwise.
type Rule struct {
	fault.Rule
	// OpenAI and Anthropic are the levels under those profiles: zero is that of Portable, [Moot] says that the rule does
	// not matter there.
	OpenAI, Anthropic fault.Level
	// House is whether a server of our own must keep the rule to start ([Run]), although no host refuses those of others for
	// it, so that the level says no more than a warning.
	House bool
	// Check reports every place where the rule does not hold. It keeps nothing between passes and may
	// run concurrently with the checks of other rules on other passes.
	Check func(*Pass)
}

// Moot in place of a level says that a rule does not matter under a profile: it is not judged there.
const Moot fault.Level = -1

// Under returns the rule's level under a profile, and whether it is judged there at all.
func (r Rule) Under(p Profile) (fault.Level, bool) {
	level := r.Level
	switch {
	case p == OpenAI && r.OpenAI != 0:
		level = r.OpenAI
	case p == Anthropic && r.Anthropic != 0:
		level = r.Anthropic
	}
	return level, level != Moot
}

// A Group is the rules about one part of a server, in the order of their file.
type Group struct {
	// Name is one word or two, for headings.
	Name string
	// Live is whether the rules judge [Evidence], so that nothing is judged by them without a probe.
	Live  bool
	Rules []Rule
}

// Groups returns every wire rule there is, group by group. The slices are the caller's own.
func Groups() []Group {
	return slices.Concat(listingGroups(), liveGroups(), []Group{
		{Name: "waivers", Rules: waiverRules()}, // last, because they look at what the others have found
	})
}

func listingGroups() []Group {
	return []Group{
		{Name: "names", Rules: slices.Concat(nameRules(), styleRules(), titleRules())},
		{Name: "server", Rules: slices.Concat(serverRules(), fitRules())},
		{Name: "descriptions", Rules: slices.Concat(descriptionRules(), clarityRules(), textRules(), claimRules())},
		{Name: "annotations", Rules: slices.Concat(annotationRules(), effectRules())},
		{Name: "schemas", Rules: slices.Concat(schemaRules(), valueRules())},
		{Name: "input", Rules: slices.Concat(inputRules(), guidanceRules())},
		{Name: "strict conversion", Rules: conversionRules()},
		{Name: "output", Rules: slices.Concat(outputRules(), answerRules())},
		{Name: "handles", Rules: handleRules()},
		{Name: "catalog", Rules: catalogRules()},
		{Name: "sign-in", Rules: signInRules()},
		{Name: "single hosts", Rules: metaRules()},
	}
}

// Rules returns the rules of all groups in one list. The slice is the caller's own.
func Rules() []Rule {
	var all []Rule
	for _, g := range Groups() {
		all = append(all, g.Rules...)
	}
	return all
}
