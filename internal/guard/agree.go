package guard

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"

	"github.com/comity-mcp/comity/internal/wire"
)

// Headers that repeat what a message says (MCP 2026-07-28, basic/transports; SEP-2243).
const (
	headerVersion = "Mcp-Protocol-Version"
	headerMethod  = "Mcp-Method"
	headerName    = "Mcp-Name"
	headerSession = "Mcp-Session-Id"
	headerEvent   = "Last-Event-Id"
)

// agree refuses a message whose headers say something else: a gateway that routes or bills by the header would let
// through what it meant to stop. The handshake era has only the version, and may leave it out. Mcp-Param-* is left to
// the SDK, which knows the schemas.
func (g *Guard) agree(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		m := exchangeOf(r.Context()).message
		refused := disagreement(r.Header, m)
		if _, twice := single(r.Header, headerSession); refused == nil && g.options.Kept != nil {
			refused = twice
		}
		if refused != nil {
			refused.ID = m.ID
			refuse(w, http.StatusBadRequest, refused)
			return
		}
		next.ServeHTTP(w, r)
	})
}

// disagreement returns the first fault of the headers that repeat m, or nil.
func disagreement(h http.Header, m wire.Message) *wire.Error {
	version, refused := single(h, headerVersion)
	switch {
	case refused != nil:
		return refused
	case m.Version != "" && version == "":
		return mismatch("MCP-Protocol-Version is missing, and the message says %s. Send it as a header, too.", wire.Quote(m.Version))
	case m.Version != "" && version != m.Version:
		return mismatch("MCP-Protocol-Version is %s, and the message says %s. Send the same version in both.",
			wire.Quote(version), wire.Quote(m.Version))
	case version != "" && !wire.Supported(version):
		return unsupported(version)
	case !wire.Modern(version) || m.Method == "":
		return nil
	}
	if refused := repeats(h, headerMethod, m.Method, "the method", false); refused != nil {
		return refused
	}
	if named(m.Method) {
		if refused := repeats(h, headerName, m.Name, "the name", true); refused != nil {
			return refused
		}
	}
	if m.Version == "" && m.Call() {
		return &wire.Error{Code: wire.CodeInvalidParams, Message: fmt.Sprintf("MCP-Protocol-Version is %s, and %s says no version of its own. Send "+
			`params._meta with "io.modelcontextprotocol/protocolVersion":%q and "io.modelcontextprotocol/clientCapabilities", or the header of an earlier version.`,
			version, wire.Quote(m.Method), version)}
	}
	return nil
}

// named says whether Mcp-Name must repeat what a method acts on (SEP-2243; for tasks, ext-tasks "Streamable HTTP").
func named(method string) bool {
	switch method {
	case "tools/call", "prompts/get", "resources/read", "tasks/get", "tasks/update", "tasks/cancel":
		return true
	}
	return false
}

// repeats returns the fault of a header that must repeat want, or nil.
func repeats(h http.Header, header, want, what string, encoded bool) *wire.Error {
	sent, refused := single(h, header)
	if refused != nil {
		return refused
	}
	if sent == "" && want != "" {
		return mismatch("%s is missing. Send %s of the message, %s, as that header.", header, what, wire.Quote(want))
	}
	if encoded {
		plain, ok := decoded(sent)
		if !ok {
			return mismatch("%s is %s, which is no base64 of UTF-8. Send =?base64?...?= with standard base64 and padding.", header, wire.Quote(sent))
		}
		sent = plain
	}
	if sent != want {
		return mismatch("%s is %s, and the message says %s. Send the same in both.", header, wire.Quote(sent), wire.Quote(want))
	}
	return nil
}

// single returns the one value of a header; several that differ are a fault, for two readers could take different ones.
func single(h http.Header, header string) (string, *wire.Error) {
	values := h[header]
	if len(values) == 0 {
		return "", nil
	}
	for _, v := range values[1:] {
		if v != values[0] {
			return "", mismatch("%s was sent twice, with different values. Send it once.", header)
		}
	}
	return values[0], nil
}

// decoded undoes =?base64?...?= (SEP-2243), the form of values that a header can not carry as they are.
func decoded(value string) (string, bool) {
	encoded, ok := strings.CutPrefix(value, "=?base64?")
	if !ok {
		return value, true
	}
	encoded, ok = strings.CutSuffix(encoded, "?=")
	if !ok {
		return value, true
	}
	plain, err := base64.StdEncoding.DecodeString(encoded)
	return string(plain), err == nil
}

func mismatch(format string, args ...any) *wire.Error {
	return &wire.Error{Code: wire.CodeHeaderMismatch, Message: fmt.Sprintf(format, args...)}
}

// longest is how many bytes of a version that is not spoken are sent back; a version has ten.
const longest = 60

// unsupported is the answer to a version that is not spoken (MCP 2026-07-28, schema.ts, UnsupportedProtocolVersionError).
func unsupported(version string) *wire.Error {
	versions := wire.Versions()
	if len(version) > longest {
		version = version[:longest]
	}
	data, _ := json.Marshal(struct { // strings always encode
		Supported []string `json:"supported"`
		Requested string   `json:"requested"`
	}{versions, version})
	return &wire.Error{
		Code:    wire.CodeUnsupportedVersion,
		Message: fmt.Sprintf("Protocol version %s is not supported. Send one of %s.", wire.Quote(version), strings.Join(versions, ", ")),
		Data:    data,
	}
}
