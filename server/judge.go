package server

import (
	"encoding/json"
	"net/http"
	"strings"

	"github.com/comity-mcp/comity/auth"
	"github.com/comity-mcp/comity/internal/guard"
	"github.com/comity-mcp/comity/internal/wire"
)

// discovery are the methods that a host calls before anybody has signed in. Whatever else is not a tool
// call needs a signed-in caller, since nothing states its access.
var discovery = map[string]bool{
	"initialize": true, "ping": true, "server/discover": true, "subscriptions/listen": true, "logging/setLevel": true,
	"tools/list": true, "prompts/list": true, "resources/list": true, "resources/templates/list": true,
}

// refusal decides whether the caller may send the message; nil when they may. It is the one place where
// that is decided: the guard asks it before anything is written, the road asks it for every transport.
func (s *Server) refusal(method, tool string, c auth.Caller) *auth.Refusal {
	if _, off := s.config.Auth.(auth.Off); off {
		return nil
	}
	switch t := s.tools[tool]; {
	case method == "tools/call" && t != nil:
		return t.spec.Access.Judge(c)
	case method == "tools/call": // unknown and renamed tools are answered as such; what came in by hand is nobody's
		return nil
	case method == "", discovery[method], strings.HasPrefix(method, "notifications/"):
		return nil
	case method == "tasks/get", method == "tasks/update", method == "tasks/cancel": // a task is its owner's, and judged when it is found
		return nil
	}
	return auth.AnyCaller().Judge(c)
}

// judge is the guard's question.
func (s *Server) judge(r *http.Request, m wire.Message) *guard.Verdict {
	c := auth.CallerFrom(r.Context())
	method := m.Method
	if namesResources(m) {
		method = "resources/subscribe"
	}
	f := s.refusal(method, m.Name, c)
	if f == nil {
		return nil
	}
	name := ""
	if m.Method == "tools/call" {
		name = m.Name
	}
	s.turnedAway(name, c, f)
	if f.Status == http.StatusUnauthorized && len(f.Scopes) == 0 {
		f.Scopes = s.first // for a tool that asks for no scope
	}
	v := s.verdict(f, s.refused(m, f))
	if name != "" && linksFromResults(r, m) {
		v.Status = http.StatusOK
	}
	return v
}

// namesResources reports whether a subscriptions/listen subscribes to resources, and does not only listen for changed
// lists. A message that hides it is stopped where the SDK has read it: see introduce.
func namesResources(m wire.Message) bool {
	if m.Method != "subscriptions/listen" {
		return false
	}
	var listen struct {
		Params struct {
			Notifications struct{ ResourceSubscriptions []string }
		}
	}
	return json.Unmarshal(m.Body, &listen) == nil && len(listen.Params.Notifications.ResourceSubscriptions) > 0
}

// linksFromResults reports whether the client shows its sign-in for a challenge inside a result and not
// for one of HTTP: ChatGPT, which names itself in clientInfo, and before 2026-07-28 only in User-Agent
// (developers.openai.com/plugins/build/auth, read 2026-11-29).
func linksFromResults(r *http.Request, m wire.Message) bool {
	return m.Client == "openai-mcp" || m.Client == "" && strings.Contains(r.UserAgent(), "openai-mcp")
}

// refused is the JSON-RPC answer to a message that may not pass. For a tool call it is a result that
// carries the challenge, whatever the HTTP status: ChatGPT reads it there, others ignore it.
func (s *Server) refused(m wire.Message, f *auth.Refusal) []byte {
	if m.Method != "tools/call" {
		return (&wire.Error{Code: wire.CodeInvalidRequest, Message: f.Description, ID: m.ID}).Bytes()
	}
	type block struct {
		Type string `json:"type"`
		Text string `json:"text"`
	}
	meta := map[string]any{"mcp/www_authenticate": []string{s.resource.Challenge(spoken(f))}}
	result := map[string]any{"content": []block{{"text", f.Description}}, "isError": true, "_meta": meta}
	if m.Version != "" {
		result["resultType"] = "complete"
		meta["io.modelcontextprotocol/serverInfo"] = map[string]string{"name": s.config.Name, "title": s.config.Title, "version": s.config.Version}
	}
	b, _ := json.Marshal(map[string]any{"jsonrpc": "2.0", "id": m.ID, "result": result}) // only strings are in it
	return b
}

// spoken is a refusal with an error and a description, which ChatGPT needs to show its sign-in, while
// RFC 6750 section 3.1 wants neither in the header when no token was sent.
func spoken(f *auth.Refusal) *auth.Refusal {
	if f.Code != "" {
		return f
	}
	g := *f
	g.Code = "insufficient_scope" // as in the page's own example of somebody who never signed in
	return &g
}
