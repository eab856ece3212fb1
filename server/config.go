package server

import (
	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/rs/zerolog"

	"github.com/comity-mcp/comity/annotations"
	"github.com/comity-mcp/comity/auth"
	"github.com/comity-mcp/comity/handles"
)

// Config is a whole server. [New] checks it and copies what it needs; changing it afterwards has no
// effect. What the zero value could make dangerous is refused when zero.
type Config struct {
	// Name is the server's identifier, for example "inventory": lower-case letters, digits and
	// underscores. It is also the recommended server_label. Required.
	Name string
	// Title is what a person sees. Required.
	Title string
	// Version is the server's own version, for example "1.4.0". Required.
	Version string
	// Description says what the server is for, in 60 to 400 characters. It is also the recommended
	// server_description, which is all a host searches when it defers loading the tools. Required.
	Description string
	// Instructions are sent to the model when a client connects; at most 2048 bytes, and the first 512
	// characters stand alone. Empty sends none.
	Instructions string

	// URL is the one public address of the MCP endpoint, for example
	// "https://inventory.example.com/mcp". The allowed Host and Origin derive from it, and later the
	// token audience. Plain http is accepted for a loopback host only.
	// Exactly one of URL and StdioOnly is set.
	URL string
	// StdioOnly says that the server is never reached over HTTP.
	StdioOnly bool

	// World is what the tools can reach unless their Spec says otherwise. Required.
	World annotations.World
	// Auth is how the server finds out who calls. Required.
	Auth auth.Policy
	// Tools are the tools, listed in this order. At least one is required.
	Tools []Tool

	// Jobs keeps jobs and request keys; needed when a [Job] or a [RequestKey] is declared. The author closes
	// it after serving.
	Jobs handles.Engine

	// Hosts are further exact values of the Host header to accept, for a reverse proxy that rewrites
	// it. Empty accepts the host of URL, and loopback when that is loopback.
	Hosts []string
	// Origins are further exact origins to accept, for example "https://chatgpt.com". A request
	// without an Origin header passes. Empty accepts the origin of URL, and loopback when that is
	// loopback.
	Origins []string
	// MaxBody is the largest request body in bytes. Zero is 4 MiB.
	MaxBody int64
	// Sessions is [Stateless] when zero.
	Sessions Sessions
	// Page is [PageShown] when zero: a browser that opens URL sees a page about the server.
	Page Page

	// Logger receives everything the server logs, one audit record a call among it. Nil writes to
	// standard error: pretty on a terminal, JSON otherwise.
	Logger *zerolog.Logger
	// Extend, if not nil, is called once with the SDK's server, for resources and prompts. What it adds is
	// served to signed-in callers, or to anyone with auth.Off; see [Server.MCP] for tools. A receiving
	// middleware sees every message; for that every message goes through the SDK, which takes several times
	// as long.
	Extend func(*mcp.Server)
	// Options, if not nil, is called once with the SDK's options before the SDK's server is made. It is
	// an escape hatch, for completion and subscription handlers.
	Options func(*mcp.ServerOptions)
}

// Sessions says whether clients of the handshake era (2025-11-25 and earlier) get a session on HTTP.
// Clients of 2026-07-28 never do.
type Sessions int

const (
	// Stateless keeps nothing between calls, so that any replica can answer any call.
	Stateless Sessions = iota
	// Kept opens a session for each handshake-era client, which the server needs to send requests of
	// its own (elicitation, sampling). Such a client is bound to the replica that answered it first,
	// and an idle session ends after ten minutes.
	Kept
)

// String returns "stateless" or "kept".
func (s Sessions) String() string {
	if s == Kept {
		return "kept"
	}
	return "stateless"
}
