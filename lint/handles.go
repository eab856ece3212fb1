package lint

import (
	"slices"
	"strings"

	"github.com/comity-mcp/comity/fault"
)

// handleRules are about work that outlives its call: one tool starts it and returns a handle, another takes the handle
// and returns how far it is.
func handleRules() []Rule {
	return []Rule{
		{Rule: fault.Rule{
			ID:    "handle-unread",
			Doc:   "A tool that starts long work has a read-only tool beside it that takes the handle, because hosts stop waiting after seconds.",
			URL:   specTasks,
			Level: fault.Warning,
		}, Check: handleUnread},
		{Rule: fault.Rule{
			ID:    "handle-name",
			Doc:   "The handle has one name, where it is returned and where it is taken.",
			URL:   claudeWriting,
			Level: fault.Warning,
		}, Check: handleName},
		{Rule: fault.Rule{
			ID:    "handle-number",
			Doc:   "A handle is a text that cannot be guessed and not a number, which invites trying the next.",
			URL:   specTools,
			Level: fault.Warning,
		}, Check: handleNumber},
		{Rule: fault.Rule{
			ID:    "handle-poll-blind",
			Doc:   "A tool that tells how far work is says when to ask again, or waits itself, because a model asks at once otherwise.",
			URL:   specTasks,
			Level: fault.Warning,
		}, Check: handlePollBlind},
		{Rule: fault.Rule{
			ID:    "handle-retention",
			Doc:   "A tool that hands out a handle says how long it is good for.",
			URL:   specTools,
			Level: fault.Warning,
		}, Check: handleRetention},
		{Rule: fault.Rule{
			ID:    "handle-endless",
			Doc:   "Long work that was started can be cancelled.",
			URL:   specTasks,
			Level: fault.Info,
		}, Check: handleEndless},
		{Rule: fault.Rule{
			ID:    "handle-session",
			Doc:   "No tool wants another to be called first, unless it takes what that one returns, because hosts offer tools in subsets and connect anew for every call.",
			URL:   openaiReview,
			Level: fault.Warning,
		}, Check: handleSession},
	}
}

// A job is one kind of long work in a catalog.
type job struct {
	start, get, cancel *tool // get and cancel may be nil
	about              string
	handle             *node // the start's output that names the work, nil when none is seen
}

var (
	startVerbs  = []string{"start", "begin", "launch", "enqueue", "schedule", "submit"}
	getVerbs    = []string{"get", "check", "poll", "fetch", "read", "await", "wait", "describe", "query"}
	cancelVerbs = []string{"cancel", "stop", "abort", "terminate", "end"}
	progressive = []string{"working", "running", "in_progress", "pending", "queued", "processing", "started"}
	background  = lazy(`\b(?:background|asynchronous(?:ly)?|long[- ]running|poll(?:s|ed|ing)?|job|handle)\b`)
)

// jobs finds the tools that start long work: named so, and with a handle or a state of work among their outputs, or with
// words for it in the description. start_timer starts something else.
func (p *Pass) jobs() []job {
	var list []job
	for _, t := range p.tools {
		if len(t.words) < 2 || !slices.Contains(startVerbs, t.words[0]) {
			continue
		}
		about := strings.Join(t.words[1:], "_")
		j := job{start: t, about: about, handle: handleOf(t, about)}
		if !inProgress(t) && !(j.handle != nil && background.matches(strings.ToLower(t.Description))) {
			continue
		}
		for _, other := range p.tools {
			switch {
			case other == t || len(other.words) < 2:
			case slices.Contains(cancelVerbs, other.words[0]) && (strings.Join(other.words[1:], "_") == about || takes(other, j.handle)):
				j.cancel = other
			case other.ReadOnly() && j.get == nil && (reads(other, about) || takes(other, j.handle)):
				j.get = other
			}
		}
		list = append(list, j)
	}
	return list
}

// reads reports whether a tool's name says that it tells about the work: get_x, check_x, get_x_status, x_status.
func reads(t *tool, about string) bool {
	w := t.words
	if last := w[len(w)-1]; last == "status" || last == "result" || last == "results" || last == "progress" {
		w = w[:len(w)-1]
	}
	if len(w) > 1 && slices.Contains(getVerbs, w[0]) {
		w = w[1:]
	}
	return strings.Join(w, "_") == about
}

// takes reports whether the tool has an input of the handle's name.
func takes(t *tool, handle *node) bool {
	return handle != nil && slices.ContainsFunc(t.input.top(), func(n *node) bool { return n.name == handle.name })
}

// handleOf is the output of a start that names the work: the one named for it, or the first that ends in id.
func handleOf(t *tool, about string) *node {
	var found *node
	for _, n := range t.output.top() {
		if len(n.words) == 0 || !slices.Contains([]string{"id", "handle", "token"}, n.words[len(n.words)-1]) {
			continue
		}
		if strings.HasPrefix(strings.Join(n.words, "_"), about) {
			return n
		}
		if found == nil {
			found = n
		}
	}
	return found
}

// inProgress reports whether an output of the tool can say that the work is not done.
func inProgress(t *tool) bool {
	return slices.ContainsFunc(t.output.top(), func(n *node) bool {
		return slices.ContainsFunc(values(n), func(v string) bool { return slices.Contains(progressive, strings.ToLower(v)) })
	})
}

func handleUnread(p *Pass) {
	for _, j := range p.jobs() {
		if j.get == nil {
			p.Report(j.start.path, "The tool starts work that goes on after its answer, and no read-only tool tells what came of it: add %q, which "+
				"takes the handle and returns the state and the result.", "get_"+j.about)
		}
	}
}

func handleName(p *Pass) {
	for _, j := range p.jobs() {
		if j.get == nil || j.handle == nil || takes(j.get, j.handle) || len(j.get.input.top()) == 0 {
			continue
		}
		p.Report(j.get.path+".input", "The handle is %q where %q returns it, and no input here has that name, so a model has to guess: name the "+
			"input %q.", excerpt(j.handle.name), j.start.path, excerpt(j.handle.name))
	}
}

func handleNumber(p *Pass) {
	for _, j := range p.jobs() {
		if j.handle != nil && (j.handle.is("integer") || j.handle.is("number")) {
			p.Report(j.handle.path, "The handle %q is a number, so that the next caller's is easy to guess: make it a text with 128 random bits, and "+
				"bind it to the caller.", excerpt(j.handle.name))
		}
	}
}

var asksAgain = lazy(`\b(?:wait|waits|poll|polls|again in|retry|seconds?|minutes?|\d+ ?m?s)\b`)

func handlePollBlind(p *Pass) {
	for _, j := range p.jobs() {
		if j.get == nil || !inProgress(j.get) && j.get.output.sent {
			continue
		}
		timed := slices.ContainsFunc(j.get.output.top(), func(n *node) bool {
			name := strings.Join(n.words, "_")
			return strings.Contains(name, "poll") || strings.Contains(name, "retry") || strings.Contains(name, "after") || strings.Contains(name, "interval")
		})
		if !timed && !asksAgain.matches(strings.ToLower(j.get.Description)) {
			p.Report(j.get.path, "The tool says that work is not done and not when to ask again, so a model asks at once: return poll_after_ms, or "+
				"wait some seconds for the end before answering and say so.")
		}
	}
}

var kept = lazy(`\b(?:expires?|expiry|kept|keeps|retained|valid|available|stored|lives?|ttl|retention|good|until|within|for)\b[^.]*\b(?:\d+|an?|one|two|three|seven|thirty) ?(?:s|m|h|d|seconds?|minutes?|mins?|hours?|days?|weeks?|months?|years?)\b|` +
	`\b(?:never expires?|does not expire|forever|without (?:a )?limit|until (?:it is )?(?:deleted|cancelled|removed))\b`)

func handleRetention(p *Pass) {
	for _, j := range p.jobs() {
		if j.handle == nil {
			continue
		}
		texts := j.start.Description + " " + j.handle.text("description")
		if j.get != nil {
			texts += " " + j.get.Description
		}
		if !kept.matches(strings.ToLower(texts)) {
			p.Report(j.start.path+".description", "The tool hands out %q and does not say how long it is good for: add it, for example \"The result is "+
				"kept for 24 hours.\".", excerpt(j.handle.name))
		}
	}
}

func handleEndless(p *Pass) {
	for _, j := range p.jobs() {
		if j.cancel == nil {
			p.Report(j.start.path, "The work that the tool starts cannot be cancelled, so a wrong start runs to its end: add %q.", "cancel_"+j.about)
		}
	}
}

// openers begin a state on the server that later calls rely on.
var openers = []string{"open_session", "start_session", "begin_session", "create_session", "new_session", "init", "initialize", "login", "log_in",
	"sign_in", "authenticate", "connect", "set_context", "set_project", "select_project", "select_workspace", "use_workspace", "set_workspace",
	"select_database", "use_database", "set_active_project", "activate_project", "switch_project", "begin_transaction", "open_connection"}

func handleSession(p *Pass) {
	for _, t := range p.tools {
		name := strings.Join(t.words, "_")
		if !slices.Contains(openers, name) {
			continue
		}
		taken := slices.ContainsFunc(t.output.top(), func(out *node) bool {
			return slices.ContainsFunc(p.tools, func(other *tool) bool { return other != t && takes(other, out) })
		})
		if !taken {
			p.Report(t.path, "The name %q says that later calls rely on this one, and hosts connect anew for every call: let each tool take what it needs, "+
				"or return a handle that the others take as an input.", excerpt(t.Name))
		}
	}
}
