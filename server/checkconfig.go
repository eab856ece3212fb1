package server

import (
	"fmt"
	"net"
	"net/url"
	path_ "path"
	"regexp"
	"strconv"
	"strings"

	"github.com/comity-mcp/comity/auth"
	"github.com/comity-mcp/comity/fault"
)

func checkConfig(c Config) fault.Problems {
	var found fault.Problems
	add := func(r fault.Rule, path, says string, args ...any) {
		found = append(found, r.Problem(path, fmt.Sprintf(says, args...)))
	}
	found = append(found, checkURL(c)...)
	found = append(found, checkAuth(c)...)
	if !c.World.Valid() {
		add(ruleWorld, "server.world", "World is not stated; set it to annotations.Closed when the tools stay within a bounded private system, or to annotations.Open when one reaches the public internet or publishes.")
	}
	if len(c.Tools) == 0 {
		add(ruleTools, "server.tools", "There are no tools; add at least one, made by server.Read or server.Write.")
	}
	for i, h := range c.Hosts {
		if u, err := url.Parse("//" + h); err != nil || u.Host != h || !plainHost(u) {
			add(ruleHosts, fmt.Sprintf("server.hosts[%d]", i), "%q is not a host; write it as the Host header has it, for example \"inventory.internal:8443\".", h)
		}
	}
	for i, o := range c.Origins {
		if u, err := url.Parse(o); err != nil || u.Scheme == "" || u.Scheme+"://"+u.Host != o || !plainHost(u) {
			add(ruleHosts, fmt.Sprintf("server.origins[%d]", i), "%q is not an origin; write scheme and host only, for example \"https://chatgpt.com\".", o)
		}
	}
	if c.MaxBody < 0 || c.MaxBody > 0 && c.MaxBody < smallestBody {
		add(ruleLimits, "server.max_body", "MaxBody is %d bytes; leave it zero for 4 MiB, or set at least %d.", c.MaxBody, smallestBody)
	}
	if c.Sessions != Stateless && c.Sessions != Kept {
		add(ruleLimits, "server.sessions", "Sessions is %d; use server.Stateless or server.Kept.", int(c.Sessions))
	}
	if c.Page != PageShown && c.Page != PageHidden {
		add(ruleLimits, "server.page", "Page is %d; use server.PageShown or server.PageHidden.", int(c.Page))
	}
	return found
}

func checkURL(c Config) fault.Problems {
	const path = "server.url"
	switch {
	case c.URL == "" && !c.StdioOnly:
		return fault.Problems{ruleURL.Problem(path, "There is no URL; set Config.URL to the public address of the MCP endpoint, for example \"https://inventory.example.com/mcp\", or Config.StdioOnly when the server is never reached over HTTP.")}
	case c.URL == "":
		return nil
	case c.StdioOnly:
		return fault.Problems{ruleURL.Problem(path, "Both URL and StdioOnly are set; keep the one that is true. A server with a URL can be used over stdio as well.")}
	}
	u, err := url.Parse(c.URL)
	problem := func(says string, args ...any) fault.Problems {
		return fault.Problems{ruleURL.Problem(path, fmt.Sprintf("%q ", c.URL)+fmt.Sprintf(says, args...))}
	}
	switch {
	case err != nil || u.Host == "" || u.Hostname() == "":
		return problem("is not an absolute URL; write it in full, for example \"https://inventory.example.com/mcp\".")
	case u.Scheme != "https" && u.Scheme != "http":
		return problem("has the scheme %q; use https.", u.Scheme)
	case u.Scheme == "http" && !loopback(u.Hostname()):
		return problem("is plain http on a public host, which hosts refuse; use https, or a loopback address for development.")
	case u.User != nil || u.RawQuery != "" || u.ForceQuery || strings.Contains(c.URL, "#"):
		return problem("has a user, query or fragment; keep scheme, host and path only.")
	case u.Path == "" || u.Path == "/" || strings.HasSuffix(u.Path, "/"):
		return problem("has no path of its own or ends in a slash; end it in a path such as /mcp, because clients compare it as it is.")
	case u.Path != path_.Clean(u.Path) || u.EscapedPath() != u.Path || strings.ContainsAny(u.Path, " {}"):
		return problem("has a path that clients may write in another way; use plain words between slashes, for example /mcp.")
	case u.Path == "/healthz" || u.Path == "/readyz" || strings.HasPrefix(u.Path, "/.well-known"):
		return problem("has a path that answers something else; use another, for example /mcp.")
	case u.Host != strings.ToLower(u.Host):
		return problem("has upper-case letters in its host; write the host in lower case, because clients compare it as it is.")
	case !plainHost(u):
		return problem("has a host that no Host header will carry; write a DNS name in ASCII (xn--... for others) or an IP address, and a port from 1 to 65535 where there is one.")
	}
	return nil
}

func checkAuth(c Config) fault.Problems {
	const path = "server.auth"
	switch p := c.Auth.(type) {
	case nil:
		return fault.Problems{ruleAuth.Problem(path, "Auth is not stated; set auth.OAuth{Issuers: ...} for a server on HTTP, auth.Local{} for one on stdio only, or auth.Off{Because: \"...\"} with the reason why anyone who reaches the server may call it.")}
	case auth.Off:
		if c.StdioOnly {
			return fault.Problems{ruleAuth.Problem(path, "auth.Off is for a server on HTTP; on stdio the operating system decides who calls, so use auth.Local{}.")}
		}
		if p.Reason() == "" {
			return fault.Problems{ruleAuth.Problem(path, "auth.Off gives no reason; say in Because why anyone who reaches the server may call it.")}
		}
	case auth.OAuth:
		if c.StdioOnly {
			return fault.Problems{ruleAuth.Problem(path, "auth.OAuth is for a server on HTTP; on stdio the operating system decides who calls, so use auth.Local{}.")}
		}
		return p.Check()
	case auth.Local:
		if !c.StdioOnly {
			return fault.Problems{ruleAuth.Problem(path, "auth.Local is for a server on stdio only; set Config.StdioOnly instead of URL, or use auth.Off{Because: \"...\"}.")}
		}
	default:
		return fault.Problems{ruleAuth.Problem(path, fmt.Sprintf("Auth is a %T; give the policy as a value, not as a pointer.", p))}
	}
	return nil
}

// smallestBody is the least that MaxBody can say, in bytes: an initialize fits.
const smallestBody = 4 << 10

// dnsName is a name in ASCII, as a Host header carries it.
var dnsName = regexp.MustCompile(`^[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*\.?$`)

// plainHost reports whether a Host header can carry the URL's host as it stands.
func plainHost(u *url.URL) bool {
	host, port := u.Hostname(), u.Port()
	if strings.HasSuffix(u.Host, ":") {
		return false
	}
	if n, err := strconv.Atoi(port); port != "" && (err != nil || n < 1 || n > 65535) {
		return false
	}
	return net.ParseIP(host) != nil || dnsName.MatchString(strings.ToLower(host))
}

func loopback(host string) bool {
	if host == "localhost" {
		return true
	}
	ip := net.ParseIP(host)
	return ip != nil && ip.IsLoopback()
}
