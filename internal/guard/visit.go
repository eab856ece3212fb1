package guard

import (
	"net/http"
	"strings"
)

// home answers a browser's visit with the front page, when there is one, and reports whether it did. What is at these
// addresses depends on Accept then, which caches must know of the other answers too.
func (g *Guard) home(w http.ResponseWriter, r *http.Request) bool {
	if g.options.Home == nil {
		return false
	}
	w.Header().Add("Vary", "Accept")
	if !visits(r) {
		return false
	}
	g.options.Home.ServeHTTP(w, r)
	return true
}

// visits reports whether a browser asks to show the page: text/html is named, and liked better than both forms of an
// MCP answer. A client that lists HTML among other things, or says */*, has come for MCP.
func visits(r *http.Request) bool {
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		return false
	}
	lines := r.Header.Values("Accept")
	likes := accepted(lines)
	return html(lines) > max(likes.json, likes.stream)
}

// html is the weight of text/html where an Accept header names it; ranges such as text/* do not count.
func html(lines []string) float64 {
	weight := 0.0
	for _, line := range lines {
		for line != "" {
			var media string
			media, line = cutUnquoted(line, ',')
			name, params := cutUnquoted(media, ';')
			if strings.EqualFold(strings.TrimSpace(name), "text/html") {
				weight = max(weight, quality(params))
			}
		}
	}
	return weight
}
