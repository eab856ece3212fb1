package devissuer

import (
	"net/http"
	"strings"
)

// revoke is the revocation endpoint (RFC 7009). A refresh token takes its family with it. An access token is
// valid until it expires, because whoever verifies it does not ask here, and the answer says so (section 2.2.1).
func (i *Issuer) revoke(w http.ResponseWriter, r *http.Request) {
	f, refused := readForm(w, r)
	if refused != nil {
		i.turnDown(w, r, "", refused)
		return
	}
	clientID, refused := i.authenticate(r, f)
	token := f.one("token")
	switch {
	case refused != nil:
	case token == "":
		refused = refuse(400, "invalid_request", "token is missing")
	case strings.HasPrefix(token, "eyJ") && strings.Count(token, ".") == 2:
		refused = refuse(400, "unsupported_token_type", "an access token cannot be revoked; it ends by itself, at most %v after it was issued", i.options.TokenLife)
	}
	if refused != nil {
		i.turnDown(w, r, clientID, refused)
		return
	}
	ended, err := i.store.end(token, clientID)
	if err != nil {
		i.fail(w, r, clientID, err)
		return
	}
	if ended {
		i.options.Log.Info().Str("client_id", clean(clientID, 200)).Msg("refresh tokens revoked")
	}
	w.WriteHeader(http.StatusOK)
}
