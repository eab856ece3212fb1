package conformance

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
)

// sealer signs the state that a client carries between the rounds of one call, so that a changed state is refused.
// A state is bound to the tool that gave it. The key lives as long as the process.
type sealer struct{ key []byte }

func newSealer() sealer {
	key := make([]byte, 32)
	_, _ = rand.Read(key) // never fails: crypto/rand ends the process instead
	return sealer{key}
}

// seal gives the state to send out: what it says, a dot, its signature.
func (s sealer) seal(tool, state string) string {
	return base64.RawURLEncoding.EncodeToString([]byte(state)) + "." + s.sign(tool, state)
}

// open gives back what seal was given, or an Invalid params error when the state is not one of ours for this tool.
func (s sealer) open(tool, sealed string) (string, error) {
	body, mac, _ := strings.Cut(sealed, ".")
	state, err := base64.RawURLEncoding.DecodeString(body)
	if err != nil || !hmac.Equal([]byte(mac), []byte(s.sign(tool, string(state)))) {
		return "", &jsonrpc.Error{
			Code:    jsonrpc.CodeInvalidParams,
			Message: "requestState is not the one this server gave; call the tool anew without requestState",
		}
	}
	return string(state), nil
}

func (s sealer) sign(tool, state string) string {
	h := hmac.New(sha256.New, s.key)
	h.Write([]byte(tool))
	h.Write([]byte{0})
	h.Write([]byte(state))
	return base64.RawURLEncoding.EncodeToString(h.Sum(nil))
}
