package lint

import (
	"fmt"
	"slices"
	"strings"

	"github.com/comity-mcp/comity/catalog"
	"github.com/comity-mcp/comity/fault"
)

// liveSignInRules are about the answers to calls without a token, or with one that must not do.
func liveSignInRules() []Rule {
	return []Rule{
		{Rule: fault.Rule{
			ID:    "live-sign-in-asked",
			Doc:   "A call without a token of a tool that needs one gets 401, a status by which every client knows what to do.",
			URL:   specAuthorization,
			Level: fault.Error,
		}, Check: eachCall(liveSignInAsked)},
		{Rule: fault.Rule{
			ID:    "live-challenge",
			Doc:   "401 carries WWW-Authenticate: Bearer with resource_metadata, where a client learns how to sign in.",
			URL:   specAuthorization,
			Level: fault.Error,
		}, Check: liveChallenge},
		{Rule: fault.Rule{
			ID:    "live-challenge-scope",
			Doc:   "A challenge names the scopes that the call needs, so that a client asks for no more and no less.",
			URL:   specAuthorization,
			Level: fault.Info,
		}, Check: liveChallengeScope},
		{Rule: fault.Rule{
			ID:    "live-challenge-error",
			Doc:   "A challenge says error=\"invalid_token\" to a token that is no good, and no error where there was no token.",
			URL:   rfc6750,
			Level: fault.Warning,
		}, Check: liveChallengeError},
		{Rule: fault.Rule{
			ID:    "live-token-made-up",
			Doc:   "A token that nobody issued is refused with 401.",
			URL:   specAuthorization,
			Level: fault.Error,
		}, Check: eachCall(liveTokenMadeUp)},
		{Rule: fault.Rule{
			ID:    "live-token-foreign",
			Doc:   "A token that was issued for another server is refused, or that server's callers can be impersonated here.",
			URL:   specAuthorization,
			Level: fault.Error,
		}, Check: eachCall(liveTokenForeign)},
		{Rule: fault.Rule{
			ID:    "live-sign-in-chatgpt",
			Doc:   "A refusal for want of a token carries _meta[\"mcp/www_authenticate\"] with error and error_description, without which ChatGPT shows no sign-in.",
			URL:   openaiAuth,
			Level: fault.Info,
		}, OpenAI: fault.Error, Anthropic: Moot, Check: liveSignInChatGPT},
	}
}

// needsToken reports whether the tool says that it cannot be called without one.
func (t *tool) needsToken() bool {
	return len(t.SecuritySchemes) > 0 && !slices.ContainsFunc(t.SecuritySchemes, func(s catalog.SecurityScheme) bool { return s.Type == "noauth" })
}

// bearer returns the Bearer challenge among WWW-Authenticate headers, and whether there is one.
func bearer(challenges []string) (string, bool) {
	i := slices.IndexFunc(challenges, func(c string) bool { return strings.HasPrefix(strings.ToLower(strings.TrimSpace(c)), "bearer") })
	if i < 0 {
		return "", false
	}
	return challenges[i], true
}

// parameter is a quoted or bare parameter of a challenge (RFC 9110 section 11.2).
var parameter = lazy(`([A-Za-z_]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s,"]+))`)

// parameters returns the parameters of a challenge by their lower-case names.
func parameters(challenge string) map[string]string {
	found := map[string]string{}
	for _, m := range parameter().FindAllStringSubmatch(challenge, -1) {
		found[strings.ToLower(m[1])] = m[2] + m[3]
	}
	return found
}

// unsigned returns the first call with nothing to show that got 401, and whether there is one.
func (e *Evidence) unsigned() (Call, bool) {
	i := slices.IndexFunc(e.Calls, func(c Call) bool { return c.As == "" && c.Status == 401 })
	if i < 0 {
		return Call{}, false
	}
	return e.Calls[i], true
}

// wanted returns the challenge to who has nothing to show: of a call, else of a listing or an exchange.
func (e *Evidence) wanted() (challenges []string, asked bool) {
	if c, ok := e.unsigned(); ok {
		return c.Challenges, true
	}
	for _, x := range e.Exchanges {
		if x.Asked == AskedPlain && x.Answer.Status == 401 {
			return x.Answer.Challenges, true
		}
	}
	return nil, false
}

func liveSignInAsked(p *Pass, t *tool, c Call) string {
	if p.evidence.Transport != OverHTTP || t == nil || !t.needsToken() || c.As != "" || c.With != WithValid || c.Status == 401 {
		return ""
	}
	switch {
	case c.Outcome == OutcomeResult:
		return "A call without a token succeeded, though the tool's security schemes want one: check the token, or add the scheme noauth."
	case c.Outcome == OutcomeRefused && len(c.SignIn) > 0: // what ChatGPT is answered
		return ""
	case c.Outcome == OutcomeRefused || c.Outcome == OutcomeError || c.Outcome == OutcomeHTTP:
		return fmt.Sprintf("A call without a token got HTTP %d (%s): answer 401 with WWW-Authenticate.", c.Status, excerpt(c.Text))
	}
	return ""
}

func liveChallenge(p *Pass) {
	challenges, asked := p.evidence.wanted()
	if !asked {
		return
	}
	challenge, ok := bearer(challenges)
	switch {
	case !ok:
		p.Report("server.authorization", "401 came without WWW-Authenticate: Bearer: add it, with resource_metadata, the address of the "+
			"document of RFC 9728.")
	case parameters(challenge)["resource_metadata"] == "":
		p.Report("server.authorization", "The challenge of 401 (%s) has no resource_metadata: add the address of the document of RFC 9728.",
			excerpt(challenge))
	}
}

func liveChallengeScope(p *Pass) {
	c, ok := p.evidence.unsigned()
	if !ok {
		return
	}
	if challenge, ok := bearer(c.Challenges); ok && parameters(challenge)["scope"] == "" {
		p.Report("server.authorization", "The challenge of 401 (%s) names no scope: add those that the call needs, in one parameter.",
			excerpt(challenge))
	}
}

func liveChallengeError(p *Pass) {
	if challenges, asked := p.evidence.wanted(); asked {
		challenge, _ := bearer(challenges)
		if fault := parameters(challenge)["error"]; fault != "" {
			p.Report("server.authorization", "A request without a token got the challenge error=%q: leave error out where nothing was shown "+
				"(RFC 6750 section 3.1).", excerpt(fault))
			return
		}
	}
	for _, c := range p.evidence.Calls {
		challenge, ok := bearer(c.Challenges)
		if c.As == MadeUp && c.Status == 401 && ok && parameters(challenge)["error"] != "invalid_token" {
			p.Report("server.authorization", "A token that nobody issued got a challenge without error=\"invalid_token\": add it, so that a "+
				"client throws the token away.")
			return
		}
	}
}

func liveTokenMadeUp(p *Pass, _ *tool, c Call) string {
	if _, needed := p.evidence.unsigned(); c.As != MadeUp || c.Status == 401 || !needed || c.Status == 429 {
		return ""
	}
	if c.Outcome == OutcomeResult {
		return "A call with a token that nobody issued succeeded: verify signature, issuer, audience and time of every token."
	}
	return fmt.Sprintf("A call with a token that nobody issued got HTTP %d: answer 401 with error=\"invalid_token\".", c.Status)
}

func liveTokenForeign(p *Pass, _ *tool, c Call) string {
	foreign := slices.ContainsFunc(p.evidence.Tokens, func(t Token) bool { return t.Foreign && t.Name == c.As })
	if !foreign || c.Outcome != OutcomeResult {
		return ""
	}
	return fmt.Sprintf("A call with the token %s, which is for another server, succeeded: accept a token only when its audience is the "+
		"address of this server.", c.As)
}

// liveSignInChatGPT leaves alone a server that asks for a token before it lists anything: ChatGPT signs in to that as a whole.
func liveSignInChatGPT(p *Pass) {
	c, ok := p.evidence.unsigned()
	closed := slices.ContainsFunc(p.evidence.Listings, func(l Listing) bool { return l.As == "" && l.Status == 401 })
	if !ok || closed {
		return
	}
	for _, challenge := range c.SignIn {
		if found := parameters(challenge); found["error"] != "" && found["error_description"] != "" {
			return
		}
	}
	p.Report("server.authorization", "The body of 401 has no _meta[\"mcp/www_authenticate\"] with error and error_description: answer ChatGPT "+
		"with a result that has it, and give every 401 the same body.")
}
