package devissuer

import (
	"net/http"

	"github.com/go-jose/go-jose/v4"
	"github.com/go-json-experiment/json"
)

// metadata is the authorization server's description of itself: RFC 8414, with what OpenID Connect
// Discovery 1.0 requires besides, since some clients only look there.
type metadata struct {
	Issuer             string   `json:"issuer"`
	Authorization      string   `json:"authorization_endpoint"`
	Token              string   `json:"token_endpoint"`
	Keys               string   `json:"jwks_uri"`
	Registration       string   `json:"registration_endpoint"`
	Revocation         string   `json:"revocation_endpoint"`
	Scopes             []string `json:"scopes_supported"`
	ResponseTypes      []string `json:"response_types_supported"`
	ResponseModes      []string `json:"response_modes_supported"`
	GrantTypes         []string `json:"grant_types_supported"`
	TokenClients       []string `json:"token_endpoint_auth_methods_supported"`
	RevocationClients  []string `json:"revocation_endpoint_auth_methods_supported"`
	ChallengeMethods   []string `json:"code_challenge_methods_supported"`
	IssuerInRedirect   bool     `json:"authorization_response_iss_parameter_supported"` // RFC 9207 section 3
	ClientIDDocuments  bool     `json:"client_id_metadata_document_supported"`
	SubjectTypes       []string `json:"subject_types_supported"`
	IDTokenAlgorithms  []string `json:"id_token_signing_alg_values_supported"`
	RequestURIs        bool     `json:"request_uri_parameter_supported"`
	ProtectedResources []string `json:"protected_resources"` // RFC 9728 section 4
}

// documentsServed makes the two documents that never change: metadata and keys.
func (i *Issuer) documentsServed() (described, keys []byte, err error) {
	scopes := []string{}
	for _, s := range i.options.Scopes {
		scopes = append(scopes, s.Name)
	}
	clients := []string{"none", "client_secret_basic", "client_secret_post"}
	described, err = json.Marshal(metadata{
		Issuer:             i.options.URL,
		Authorization:      i.endpoint("/authorize"),
		Token:              i.endpoint("/token"),
		Keys:               i.endpoint("/jwks"),
		Registration:       i.endpoint("/register"),
		Revocation:         i.endpoint("/revoke"),
		Scopes:             append(scopes, offline),
		ResponseTypes:      []string{"code"},
		ResponseModes:      []string{"query"},
		GrantTypes:         []string{grantCode, grantRefresh, grantScript},
		TokenClients:       clients,
		RevocationClients:  clients,
		ChallengeMethods:   []string{"S256"},
		IssuerInRedirect:   true,
		ClientIDDocuments:  true,
		SubjectTypes:       []string{"public"},
		IDTokenAlgorithms:  []string{string(jose.RS256)},
		ProtectedResources: i.options.Resources,
	})
	if err != nil {
		return nil, nil, err
	}
	keys, err = i.key.public()
	return described, keys, err
}

// wellKnown are the two names that metadata goes by.
var wellKnown = []string{"/.well-known/oauth-authorization-server", "/.well-known/openid-configuration"}

// metadataPaths lists where the metadata is: RFC 8414 section 3.1 puts the well-known part before the
// issuer's path, OpenID Connect Discovery section 4 behind it, and clients try both with both names.
func (i *Issuer) metadataPaths() []string {
	var paths []string
	for _, name := range wellKnown {
		paths = append(paths, name+i.at.Path)
	}
	if i.at.Path == "" {
		return paths
	}
	for _, name := range wellKnown {
		paths = append(paths, i.at.Path+name)
	}
	return paths
}

func (i *Issuer) serveMetadata(w http.ResponseWriter, _ *http.Request) { writeJSON(w, 200, i.metadata) }

func (i *Issuer) serveKeys(w http.ResponseWriter, _ *http.Request) { writeJSON(w, 200, i.keys) }

// anyOrigin lets the pages of every origin read the answers: browser clients discover, register and redeem
// from their own. No cookie is ever accepted there, so nothing is lost by it.
func anyOrigin(h http.HandlerFunc) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Access-Control-Allow-Origin", "*")
		w.Header().Set("Access-Control-Expose-Headers", "WWW-Authenticate")
		h(w, r)
	})
}

func preflight(w http.ResponseWriter, _ *http.Request) {
	h := w.Header()
	h.Set("Access-Control-Allow-Methods", "GET, POST")
	h.Set("Access-Control-Allow-Headers", "Accept, Authorization, Content-Type, MCP-Protocol-Version")
	h.Set("Access-Control-Max-Age", "600")
	w.WriteHeader(http.StatusNoContent)
}

// writeJSON answers with a document that no cache keeps (RFC 6749 section 5.1).
func writeJSON(w http.ResponseWriter, status int, body []byte) {
	h := w.Header()
	h.Set("Content-Type", "application/json")
	h.Set("Cache-Control", "no-store")
	h.Set("X-Content-Type-Options", "nosniff")
	w.WriteHeader(status)
	w.Write(body)
}
