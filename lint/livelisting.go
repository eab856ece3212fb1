package lint

import (
	"slices"
	"time"

	"github.com/comity-mcp/comity/fault"
)

func liveListingRules() []Rule {
	return []Rule{
		{Rule: fault.Rule{
			ID:    "live-list-stable",
			Doc:   "tools/list gives the same bytes every time, on every connection; hosts compare and cache them.",
			URL:   specTools,
			Level: fault.Error,
		}, Check: liveListStable},
		{Rule: fault.Rule{
			ID:    "live-list-after-calls",
			Doc:   "Calls do not change what tools/list gives, because the host lists once for a conversation.",
			URL:   specTools,
			Level: fault.Error,
		}, Check: liveListAfterCalls},
		{Rule: fault.Rule{
			ID:    "live-list-other-era",
			Doc:   "Every protocol version shows the same tools, since the client's age is no reason to lack one.",
			URL:   specTools,
			Level: fault.Warning,
		}, Check: liveListOtherEra},
		{Rule: fault.Rule{
			ID:    "live-list-private",
			Doc:   "A list that depends on who asks has the cacheScope private, or a gateway shows one caller's list to another.",
			URL:   specCaching,
			Level: fault.Error,
		}, Check: liveListPrivate},
		{Rule: fault.Rule{
			ID:    "live-list-open",
			Doc:   "tools/list is answered without a token, so that hosts show the tools before anybody signs in.",
			URL:   openaiAuth,
			Level: fault.Info,
		}, Check: liveListOpen},
		{Rule: fault.Rule{
			ID:    "live-list-pages",
			Doc:   "A list of at most 40 tools comes on one page, since some hosts read the first page only.",
			URL:   specTools,
			Level: fault.Info,
		}, Check: liveListPages},
		{Rule: fault.Rule{
			ID:    "live-list-time",
			Doc:   "tools/list is answered within 2 s; no conversation begins before it is.",
			URL:   probedTimes,
			Level: fault.Warning,
		}, Check: liveListTime},
	}
}

// first returns the first listing that succeeded, without which there is nothing to compare.
func (e *Evidence) first() (Listing, bool) {
	i := slices.IndexFunc(e.Listings, func(l Listing) bool { return l.When == ListedFirst && l.Failed == "" })
	if i < 0 {
		return Listing{}, false
	}
	return e.Listings[i], true
}

// listed returns the listings of that occasion that succeeded.
func (e *Evidence) listed(when ListedWhen) []Listing {
	return slices.DeleteFunc(slices.Clone(e.Listings), func(l Listing) bool { return l.When != when || l.Failed != "" })
}

// unlike says in what two listings differ, "" when in nothing.
func (l Listing) unlike(other Listing) string {
	if l.Digest == other.Digest {
		return ""
	}
	gone, new := missing(l.Tools, other.Tools), missing(other.Tools, l.Tools)
	switch {
	case len(gone) > 0:
		return "lacks " + list(quotedSome(gone))
	case len(new) > 0:
		return "has " + list(quotedSome(new)) + " besides"
	case !slices.Equal(l.Tools, other.Tools):
		return "has another order"
	}
	var changed []string
	for _, name := range l.Tools {
		if l.Entries[name] != other.Entries[name] {
			changed = append(changed, name)
		}
	}
	if len(changed) == 0 {
		return "has other bytes"
	}
	return "has another definition of " + list(quotedSome(changed))
}

// missing returns the names that are not among the others.
func missing(names, others []string) []string {
	return slices.DeleteFunc(slices.Clone(names), func(n string) bool { return slices.Contains(others, n) })
}

// quotedSome quotes names for a sentence, the first three of them.
func quotedSome(names []string) []string {
	var some []string
	for i, n := range names {
		if i == 3 {
			return append(some, "others")
		}
		some = append(some, `"`+excerpt(n)+`"`)
	}
	return some
}

func liveListStable(p *Pass) {
	first, ok := p.evidence.first()
	if !ok {
		return
	}
	for _, when := range []ListedWhen{ListedAgain, ListedAfresh} {
		for _, l := range p.evidence.listed(when) {
			if l.As != first.As || l.Version != first.Version {
				continue
			}
			if how := first.unlike(l); how != "" {
				p.Report("server.tools", "The list asked for a second time %s: keep the tools in one fixed order and build the list once.", how)
				return
			}
		}
	}
}

func liveListAfterCalls(p *Pass) {
	first, ok := p.evidence.first()
	if !ok {
		return
	}
	for _, l := range p.evidence.listed(ListedAfterCalls) {
		again := slices.ContainsFunc(p.evidence.listed(ListedAgain), func(a Listing) bool { return a.Digest != first.Digest })
		if how := first.unlike(l); how != "" && !again && l.As == first.As && l.Version == first.Version {
			p.Report("server.tools", "After the calls the list %s: list every tool from the start, and let a call that comes too early say "+
				"what it needs.", how)
			return
		}
	}
}

func liveListOtherEra(p *Pass) {
	first, ok := p.evidence.first()
	if !ok {
		return
	}
	for _, l := range p.evidence.listed(ListedOtherEra) {
		if l.As == first.As && !slices.Equal(l.Tools, first.Tools) {
			p.Report("server.tools", "Under %s the list %s, compared with %s: list the same tools under both.", l.Version, first.unlike(l),
				first.Version)
			return
		}
	}
}

// liveListPrivate compares callers under one version, since the scope is sent with 2026-07-28 only.
func liveListPrivate(p *Pass) {
	first, ok := p.evidence.first()
	if !ok || first.Cache == nil || first.Cache.Scope == nil || *first.Cache.Scope != "public" {
		return
	}
	for _, l := range p.evidence.listed(ListedOtherwise) {
		if l.Version == first.Version && l.As != first.As && l.Digest != first.Digest {
			p.Report("server.tools", "The list depends on the caller (%s %s) and says cacheScope \"public\": say \"private\".",
				caller(l.As), first.unlike(l))
			return
		}
	}
}

// caller names who asked, for a sentence.
func caller(as string) string {
	if as == "" {
		return "without a token it"
	}
	return "with the token " + as + " it"
}

func liveListOpen(p *Pass) {
	for _, l := range p.evidence.Listings {
		if l.As == "" && l.Status == 401 {
			p.Report("server.tools", "tools/list without a token got 401: answer it for everybody, unless the tools themselves are a secret.")
			return
		}
	}
}

func liveListPages(p *Pass) {
	if first, ok := p.evidence.first(); ok && first.Pages > 1 && len(first.Tools) <= toolLimit {
		p.Report("server.tools", "The %d tools come on %d pages: send them on one.", len(first.Tools), first.Pages)
	}
}

// liveListTime takes the fastest of several listings.
func liveListTime(p *Pass) {
	const limit = 2 * time.Second
	var fastest time.Duration
	for _, l := range p.evidence.Listings {
		if l.Failed == "" && (fastest == 0 || l.Elapsed < fastest) {
			fastest = l.Elapsed
		}
	}
	if fastest > limit {
		p.Report("server.tools", "tools/list took %s at best, more than %s: make the list once, before the first client asks.", spell(fastest),
			spell(limit))
	}
}
