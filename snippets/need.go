package snippets

import (
	"fmt"
	"net/netip"
	"net/url"
	"strings"

	"github.com/comity-mcp/comity/schema/wrap"
)

// A need is what a client asks of a server.
type need int

const (
	// address is a URL, reachable from the machine of the person.
	address need = iota + 1
	// publicAddress is a URL with https, reachable from the machines of the vendor.
	publicAddress
	// command is a command that starts the server.
	command
	// anyTool is at least one tool.
	anyTool
	// readOnlyTool is at least one read-only tool.
	readOnlyTool
	// schemas are input schemas of every tool that can be read.
	schemas
)

func (n need) String() string {
	switch n {
	case address:
		return "address"
	case publicAddress:
		return "public address"
	case command:
		return "command"
	case anyTool:
		return "tool"
	case readOnlyTool:
		return "read-only tool"
	case schemas:
		return "schemas"
	}
	return fmt.Sprintf("need(%d)", int(n))
}

// missing says what the server lacks for this client, and the way out; empty when nothing.
func (row Client) missing(v view) string {
	for _, n := range row.needs {
		if why := n.missing(v, row.Product); why != "" {
			return why
		}
	}
	return ""
}

func (n need) missing(v view, product string) string {
	switch n {
	case address, publicAddress:
		if v.Server.URL == "" {
			return fmt.Sprintf("%s calls a URL, and %q has none; set it, or take a client that starts a command", product, v.Server.Name)
		}
		if u, err := url.Parse(v.Server.URL); err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
			return fmt.Sprintf("%s calls a URL with http or https, and %q is none; correct it", product, v.Server.URL)
		}
		if n == publicAddress && !public(v.Server.URL) {
			return fmt.Sprintf("%s calls the server from its vendor's machines, and %q is no public https URL; set the public one, or take a client that runs on your machine",
				product, v.Server.URL)
		}
	case command:
		if len(v.Server.Command) == 0 {
			return fmt.Sprintf("this form starts a command, and %q has none; set it, or take the form with a URL", v.Server.Name)
		}
	case anyTool:
		if len(v.names) == 0 {
			return fmt.Sprintf("%q has no tools; declare one", v.Server.Name)
		}
	case readOnlyTool:
		if len(v.never) == 0 {
			return fmt.Sprintf("none of the tools of %q is read-only (readOnlyHint true and destructiveHint not true); declare one, or take the form with all tools", v.Server.Name)
		}
	case schemas:
		for _, t := range v.Tools {
			if _, err := wrap.MCPTool(wrapped(t)); err != nil {
				return fmt.Sprintf("%v, the input schema of the tool", err)
			}
		}
	}
	return ""
}

// public reports whether machines elsewhere can call the URL: https, and a host that is not one of this machine or of a
// private network.
func public(address string) bool {
	u, err := url.Parse(address)
	if err != nil || u.Scheme != "https" {
		return false
	}
	host := strings.ToLower(strings.TrimSuffix(u.Hostname(), "."))
	if ip, err := netip.ParseAddr(host); err == nil {
		return ip.IsGlobalUnicast() && !ip.IsPrivate()
	}
	at := strings.LastIndexByte(host, '.')
	if at < 0 {
		return false
	}
	switch host[at+1:] {
	case "localhost", "local", "internal", "lan", "test", "invalid":
		return false
	}
	return true
}
