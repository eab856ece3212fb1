package wire

import (
	"fmt"
	"strings"
)

// Reword returns what to answer instead of an error of the SDK, when that has no code or speaks of Go rather than of the
// message; nil lets it pass. The texts are those of go-sdk v1.8.0 (mcp/shared.go, server.go, streamable.go and
// streamable_headers.go). An answer with [CodeInternal] is of a fault that is not the caller's: the text belongs in the log.
func Reword(method string, code int, says string) *Error {
	what := "The call"
	if method != "" {
		what = Quote(method)
	}
	has := func(text string) bool { return strings.Contains(says, text) }
	switch {
	case strings.HasPrefix(says, "JSON RPC not handled"), has("is not supported in the new protocol"), has("is only supported in protocol version"),
		says == "method not found", strings.HasPrefix(says, `method not found: "`):
		return NoMethod(method)
	case has(`missing required "params"`):
		return &Error{Code: CodeInvalidParams, Message: what + ` came without "params". Send them as an object.`}
	case has("duplicate \"initialize\" received"):
		return Again()
	case goes(says) && has("inputResponses["):
		return &Error{Code: CodeInvalidParams, Message: "An answer in params.inputResponses of " + what + " is none that MCP knows. Send each as the client " +
			"would answer that request: with action for an elicitation, role for a sampling, roots for a listing of roots."}
	case code == CodeHeaderMismatch && has("failed to extract name"),
		(code == 0 || code == CodeInvalidParams) && goes(says):
		return &Error{Code: CodeInvalidParams, Message: fmt.Sprintf("The params of %s have not the form that MCP gives them. "+
			"Send each member as the specification of the protocol version has it.", what)}
	case code == 0 || goes(says):
		return &Error{Code: CodeInternal, Message: fmt.Sprintf("%s could not be completed because of a fault of this server. "+
			"Try once more; if it stays, tell whoever runs it, whose log has the cause.", what)}
	}
	return nil
}

// goes says whether a text speaks as Go's decoders do.
func goes(says string) bool {
	for _, word := range []string{"unmarshal", "Go struct", "Go value"} {
		if strings.Contains(says, word) {
			return true
		}
	}
	return false
}

// NoMethod is the answer to a method that the server does not have. It has initialize before [ModernVersion] only, and
// server/discover since then.
func NoMethod(method string) *Error {
	says := "This server has no method " + Quote(method) + ". Ask with initialize or server/discover what it offers."
	switch method {
	case "initialize":
		says = "initialize has gone with " + ModernVersion + ", the version of this message. Send server/discover, or the method that you need at once."
	case "server/discover":
		says = "server/discover came with " + ModernVersion + ", and this message names no version. Name it in params._meta, or send initialize."
	}
	return &Error{Code: CodeMethodNotFound, Message: says}
}

// Again is the answer to an initialize where a session is open already.
func Again() *Error {
	return &Error{Code: CodeInvalidRequest, Message: "This session is open already, and initialize can not open it again. " +
		"Go on with tools/list, or open another session."}
}
