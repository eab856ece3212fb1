package release

import (
	"slices"
	"strings"

	"github.com/comity-mcp/comity/catalog"
)

// server compares who the server says it is.
func (c *comparison) server(old, new catalog.Server) {
	if old.Name != new.Name {
		c.risky("server.name", "integrators whose server_label, permissions and rules name the server", "The name changes from %q to %q, and with it the label that hosts put before each tool. Keep the name; the title is what people see.", old.Name, new.Name)
	}
	if old.URL != new.URL {
		c.breaking("server.url", integrators+", and holders of tokens for the old audience", "The address changes from %s to %s. Keep answering at the old one.", shown(old.URL), shown(new.URL))
	}
	if !slices.Equal(old.Command, new.Command) {
		c.risky("server.command", integrators, "The command changes from %s to %s. Keep the old one working.", shown(strings.Join(old.Command, " ")), shown(strings.Join(new.Command, " ")))
	}
	c.wording("server.title", "the title", old.Title, new.Title)
	c.wording("server.description", "the description, which is all a host searches when it defers loading the tools,", old.Description, new.Description)
	c.wording("server.instructions", "the instructions to the model", old.Instructions, new.Instructions)
}

// wording compares a text that nobody's program depends on.
func (c *comparison) wording(path, what, old, new string) {
	if old != new {
		c.compatible(path, readers, "%s%s changes.", strings.ToUpper(what[:1]), what[1:])
	}
}

// authorization compares how callers sign in.
func (c *comparison) authorization(old, new *catalog.Authorization) {
	switch {
	case old == nil && new == nil:
		return
	case old == nil:
		c.risky("server.authorization", "hosts that were set up without sign-in", "The server takes tokens from now on. Say in the release notes how to connect again; the tools below say what they need.")
		return
	case new == nil:
		c.risky("server.authorization", "integrators who rely on their callers being known", "The server takes no tokens any more. See that this is meant.")
		return
	}
	if old.Resource != new.Resource {
		c.breaking("server.authorization.resource", "holders of tokens for the old audience", "The audience changes from %s to %s. Keep the old one.", shown(old.Resource), shown(new.Resource))
	}
	if gone := without(old.Issuers, new.Issuers); len(gone) > 0 {
		c.breaking("server.authorization.issuers", "callers who signed in there", "Tokens of %s are not taken any more. Keep the issuer until its tokens have ended and clients have signed in anew.", strings.Join(gone, ", "))
	}
	if added := without(new.Issuers, old.Issuers); len(added) > 0 {
		c.compatible("server.authorization.issuers", "", "Tokens of %s are taken too.", strings.Join(added, ", "))
	}
}

// without returns what of a is not in b.
func without(a, b []string) []string {
	return slices.DeleteFunc(slices.Clone(a), func(s string) bool { return slices.Contains(b, s) })
}

func shown(s string) string {
	if s == "" {
		return "none"
	}
	return s
}
