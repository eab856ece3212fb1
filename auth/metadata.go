package auth

import (
	"encoding/json"
	"net/http"
	"net/url"
	"strconv"
)

// wellKnownPath is where RFC 9728 section 3 puts the metadata; the path of the resource follows it.
const wellKnownPath = "/.well-known/oauth-protected-resource"

// A resourceMetadata is the document of RFC 9728 section 2.
type resourceMetadata struct {
	Resource      string   `json:"resource"`
	Servers       []string `json:"authorization_servers"`
	Scopes        []string `json:"scopes_supported,omitempty"`
	Methods       []string `json:"bearer_methods_supported"`
	Name          string   `json:"resource_name,omitempty"`
	Documentation string   `json:"resource_documentation,omitempty"`
}

// Metadata serves the protected resource metadata (RFC 9728) at the well-known URL of the resource's path
// and at the root one; mount it at /.well-known/, outside everything that asks for a token. It answers GET,
// HEAD and OPTIONS to every origin, may be kept for five minutes, and is built from the declaration, never
// from the request: proxies change what a request says. Any other address below it is a 404 in JSON, since
// clients try several and must not find a web page.
func (r *Resource) Metadata() http.Handler {
	body, err := json.Marshal(resourceMetadata{
		Resource: r.url, Servers: r.oauth.Servers(), Scopes: r.scopes, Methods: []string{"header"},
		Name: r.title, Documentation: r.oauth.Documentation,
	})
	if err != nil {
		body = []byte("{}") // strings always marshal
	}
	own := wellKnownPath + resourcePath(r.url)
	return http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
		h := w.Header()
		h.Set("Access-Control-Allow-Origin", "*")
		h.Set("X-Content-Type-Options", "nosniff")
		if req.URL.Path != wellKnownPath && req.URL.EscapedPath() != own {
			h.Set("Cache-Control", "no-store")
			send(w, req, http.StatusNotFound, []byte(`{"error":"not_found","error_description":"There is no document here; the metadata of this resource is at `+own+`."}`))
			return
		}
		switch req.Method {
		case http.MethodGet, http.MethodHead:
			h.Set("Cache-Control", "public, max-age=300")
			send(w, req, http.StatusOK, body)
		case http.MethodOptions:
			h.Set("Access-Control-Allow-Methods", "GET, HEAD, OPTIONS")
			h.Set("Access-Control-Allow-Headers", "Accept, Authorization, Content-Type, MCP-Protocol-Version")
			h.Set("Access-Control-Max-Age", "86400")
			w.WriteHeader(http.StatusNoContent)
		default:
			h.Set("Allow", "GET, HEAD, OPTIONS")
			send(w, req, http.StatusMethodNotAllowed, []byte(`{"error":"method_not_allowed","error_description":"Read the metadata with GET."}`))
		}
	})
}

func send(w http.ResponseWriter, req *http.Request, status int, body []byte) {
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Content-Length", strconv.Itoa(len(body)))
	w.WriteHeader(status)
	if req.Method != http.MethodHead {
		// A client that went away cannot be told.
		_, _ = w.Write(body)
	}
}

// metadataURL returns where the metadata of a resource is.
func metadataURL(resource string) string {
	u, err := url.Parse(resource)
	if err != nil {
		return ""
	}
	return u.Scheme + "://" + u.Host + wellKnownPath + resourcePath(resource)
}

// resourcePath returns the path of a resource, empty for the root.
func resourcePath(resource string) string {
	u, err := url.Parse(resource)
	if err != nil || u.Path == "/" {
		return ""
	}
	return u.EscapedPath()
}
