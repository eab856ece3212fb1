package lint

import (
	"slices"
	"strings"
	"time"

	"github.com/comity-mcp/comity/fault"
)

func liveConnectionRules() []Rule {
	return []Rule{
		{Rule: fault.Rule{
			ID:    "live-handshake",
			Doc:   "The server answers initialize, because many hosts, Codex among them, begin with it.",
			URL:   specLifecycle,
			Level: fault.Warning,
		}, Check: liveHandshake},
		{Rule: fault.Rule{
			ID:    "live-modern",
			Doc:   "The server speaks 2026-07-28, which needs neither a handshake nor a session.",
			URL:   specBasic,
			Level: fault.Info,
		}, Check: liveModern},
		{Rule: fault.Rule{
			ID:    "live-discover",
			Doc:   "A server that does not speak 2026-07-28 refuses server/discover at once, in words; hosts that ask it first stall otherwise.",
			URL:   discoverStalls,
			Level: fault.Warning,
		}, OpenAI: fault.Error, Check: liveDiscover},
		{Rule: fault.Rule{
			ID:    "live-capabilities",
			Doc:   "The server can do what it says it can: a capability whose list is an unknown method misleads every client.",
			URL:   specLifecycle,
			Level: fault.Warning,
		}, Check: liveCapabilities},
		{Rule: fault.Rule{
			ID:    "live-cache-hints",
			Doc:   "Answers to server/discover and tools/list of 2026-07-28 carry ttlMs, not negative, and cacheScope, public or private.",
			URL:   specCaching,
			Level: fault.Error,
		}, Check: liveCacheHints},
		{Rule: fault.Rule{
			ID:    "live-connect-time",
			Doc:   "A connection comes about within 2 s, on stdio within 5 s with the start of the process; hosts connect anew for a conversation or a call.",
			URL:   probedTimes,
			Level: fault.Warning,
		}, Check: liveConnectTime},
		{Rule: fault.Rule{
			ID:    "live-stdout",
			Doc:   "On stdio, standard output carries messages only; a client that reads anything else there gives up.",
			URL:   specStdio,
			Level: fault.Error,
		}, Check: liveStdout},
		{Rule: fault.Rule{
			ID:    "live-exit",
			Doc:   "A server on stdio ends by itself when its input ends, or hosts leave processes behind.",
			URL:   specStdio,
			Level: fault.Warning,
		}, Check: liveExit},
	}
}

// firstModern is the revision that began the era without a handshake.
const firstModern = "2026-07-28"

// modern reports whether a protocol version is of the era without a handshake.
func modern(version string) bool { return version >= firstModern }

// agreed returns the first connection under a version of that era, and whether there is one.
func (e *Evidence) agreed(era bool) (Connection, bool) {
	i := slices.IndexFunc(e.Connections, func(c Connection) bool {
		return c.Failed == "" && c.Version != "" && modern(c.Version) == era
	})
	if i < 0 {
		return Connection{}, false
	}
	return e.Connections[i], true
}

// refusal returns the first connection of that era that failed, and whether there is one.
func (e *Evidence) refusal(era bool) (Connection, bool) {
	i := slices.IndexFunc(e.Connections, func(c Connection) bool { return c.Failed != "" && modern(c.Asked) == era })
	if i < 0 {
		return Connection{}, false
	}
	return e.Connections[i], true
}

func liveHandshake(p *Pass) {
	c, failed := p.evidence.refusal(false)
	if _, spoken := p.evidence.agreed(false); failed && !spoken && c.Status != 401 {
		p.Report("server.protocol", "The server did not answer initialize with %s (%s): answer the handshake too, most hosts still begin with it.",
			c.Asked, excerpt(c.Failed))
	}
}

func liveModern(p *Pass) {
	c, failed := p.evidence.refusal(true)
	if _, spoken := p.evidence.agreed(true); failed && !spoken && c.Status != 401 {
		p.Report("server.protocol", "The server does not speak %s (%s): answer server/discover and requests that carry their version, beside "+
			"initialize.", c.Asked, excerpt(c.Failed))
	}
}

func liveDiscover(p *Pass) {
	for _, c := range p.evidence.Connections {
		switch {
		case !modern(c.Asked):
			continue
		case len(c.Offered) > 0 && !slices.ContainsFunc(c.Offered, modern):
			p.Report("server.protocol", "The answer to server/discover lists %s and not %s, on which ChatGPT waits in vain: speak %s, or "+
				"answer server/discover with the error -32601.", list(c.Offered), firstModern, firstModern)
			return
		case c.Failed != "" && c.Code == 0 && (c.Status == 0 || c.Status >= 500):
			p.Report("server.protocol", "The server did not refuse server/discover in words (%s): answer it with the error -32601, so that a "+
				"client goes on with initialize.", excerpt(c.Failed))
			return
		}
	}
}

func liveCapabilities(p *Pass) {
	for _, c := range p.evidence.Connections {
		if len(c.Lacking) > 0 {
			p.Report("server.capabilities", "The server says it has %s, and then does not know the list of them as a method: leave out what it "+
				"lacks.", list(c.Lacking))
			return
		}
	}
}

func liveCacheHints(p *Pass) {
	told := map[string]bool{}
	check := func(path, method string, c *Cache) {
		wrong := c.wrong()
		if c == nil || wrong == "" || told[path] {
			return
		}
		told[path] = true
		p.Report(path, "The answer to %s has %s: send ttlMs, a number of milliseconds from 0 on, and cacheScope, \"public\" or \"private\".",
			method, wrong)
	}
	for _, c := range p.evidence.Connections {
		if c.Failed == "" && modern(c.Version) {
			check("server.protocol", "server/discover", c.Cache)
		}
	}
	for _, l := range p.evidence.Listings {
		if l.Failed == "" && modern(l.Version) {
			check("server.tools", "tools/list", l.Cache)
		}
	}
}

// wrong says what an answer lacks, "" when nothing.
func (c *Cache) wrong() string {
	switch {
	case c == nil:
		return ""
	case c.TTL == nil && c.Scope == nil:
		return "neither ttlMs nor cacheScope"
	case c.TTL == nil:
		return "no ttlMs"
	case *c.TTL < 0:
		return "a negative ttlMs"
	case c.Scope == nil:
		return "no cacheScope"
	case *c.Scope != "public" && *c.Scope != "private":
		return "a cacheScope that is neither public nor private"
	}
	return ""
}

// liveConnectTime takes the fastest of several connections, so that a busy machine is not held against the server.
func liveConnectTime(p *Pass) {
	limit := 2 * time.Second
	if p.evidence.Transport == OverStdio {
		limit = 5 * time.Second
	}
	var fastest time.Duration
	for _, c := range p.evidence.Connections {
		if c.Failed == "" && (fastest == 0 || c.Elapsed < fastest) {
			fastest = c.Elapsed
		}
	}
	if fastest > limit {
		p.Report("server.protocol", "A connection took %s to come about at best, more than %s: open nothing before the first call needs it.",
			spell(fastest), spell(limit))
	}
}

func liveStdout(p *Pass) {
	for _, c := range p.evidence.Connections {
		if c.Noise != "" {
			p.Report("server.stdio", "Standard output carried the line %q, which is no message: write logs to standard error.",
				excerpt(strings.ToValidUTF8(c.Noise, "?")))
			return
		}
	}
}

// liveExit wants every process to have been ended, so that a busy machine is not held against the server.
func liveExit(p *Pass) {
	var last Connection
	for _, c := range p.evidence.Connections {
		if c.Failed == "" && !c.Killed {
			return
		}
		if c.Killed {
			last = c
		}
	}
	if last.Killed {
		p.Report("server.stdio", "No process ended by itself when its input ended, and each was told to after %s: end when standard input "+
			"does.", spell(last.Ended))
	}
}
