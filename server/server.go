package server

import (
	"bytes"
	"context"
	"encoding/json"
	"slices"
	"sync/atomic"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/rs/zerolog"

	"github.com/comity-mcp/comity/auth"
	"github.com/comity-mcp/comity/catalog"
	"github.com/comity-mcp/comity/fault"
)

// A Server is a checked declaration, ready to serve any number of clients over HTTP and stdio at once.
// It is safe for concurrent use.
type Server struct {
	config  Config
	log     zerolog.Logger
	catalog catalog.Catalog
	tools   map[string]*tool
	former  map[string]string // former name -> name
	listed  json.RawMessage   // the tools array, as sent
	mcp     *mcp.Server
	opened  atomic.Bool // MCP was called
	touched
	// resource verifies tokens; nil unless the policy is auth.OAuth.
	resource *auth.Resource
	first    []string       // scopes to sign in with before a tool is named
	notes    fault.Problems // what New warned about
	jobs     []*job
	work     work
	running  tally // handlers, abandoned ones included
}

// New checks a whole declaration and makes the server. It does no I/O.
//
// The error is a [fault.Problems] with every problem found, each with its rule, path, way out and the
// file:line of the Read, Write or New call. Warnings refuse nothing: they are logged when the server
// starts to serve, and [Server.Warnings] returns them.
func New(config Config) (*Server, error) { return build(config, caller(2)) }

// build is New for a declaration whose place is known.
func build(config Config, at string) (*Server, error) {
	found := check(config, at)
	if err := found.Err(); err != nil {
		return nil, err
	}
	config.Tools, config.Hosts, config.Origins = slices.Clone(config.Tools), slices.Clone(config.Hosts), slices.Clone(config.Origins)
	s := &Server{
		config:  config,
		log:     logger(config.Logger),
		catalog: describe(config),
		tools:   make(map[string]*tool, len(config.Tools)),
		former:  map[string]string{},
		notes:   found.Of(fault.Warning),
	}
	for _, d := range declarations(config.Tools) {
		if d.job != nil && !slices.Contains(s.jobs, d.job) {
			s.jobs = append(s.jobs, d.job)
		}
		s.tools[d.spec.Name] = d.ready()
		for _, was := range d.spec.Was {
			s.former[was] = d.spec.Name
		}
	}
	if policy, ok := config.Auth.(auth.OAuth); ok {
		s.resource = auth.NewResource(config.URL, policy, scopes(config.Tools), config.Title, s.log)
		s.first = firstScopes(config.Tools)
	}
	var err error
	if s.listed, err = list(s.catalog.Tools); err != nil {
		return nil, err
	}
	s.mcp, err = s.adapt()
	return s, err
}

// Catalog returns the server as it stands on the wire, made anew: it may be changed.
func (s *Server) Catalog() catalog.Catalog { return describe(s.config) }

// MCP returns the SDK's server underneath, for resources, prompts and completion. Use it before
// serving. A tool added there would skip effects, auth and audit, so it is neither listed nor callable,
// and takes over no declared one. A receiving middleware makes every message go through the SDK, from
// then on; see [Config.Extend].
func (s *Server) MCP() *mcp.Server {
	s.opened.Store(true)
	return s.mcp
}

// Warnings returns what New found that refuses nothing.
func (s *Server) Warnings() fault.Problems { return append(fault.Problems(nil), s.notes...) }

// announce logs what an operator should know about this server, when it starts to serve.
func (s *Server) announce(overHTTP bool) {
	s.startWork()
	for _, p := range s.notes {
		s.log.Warn().Str("rule", p.Rule.ID).Str("path", p.Path).Str("at", p.At).Msg(p.Says)
	}
	if off, ok := s.config.Auth.(auth.Off); ok && overHTTP {
		s.log.Warn().Str("because", off.Reason()).Msg("callers are not verified: anyone who reaches this server may call every tool")
	}
}

// settle waits until no handler runs, or until ctx ends; it reports whether none does.
func (s *Server) settle(ctx context.Context) bool {
	select {
	case <-s.running.none():
		return true
	case <-ctx.Done():
		return false
	}
}

// list is the tools array of tools/list, prepared once.
func list(tools []catalog.Tool) (json.RawMessage, error) {
	entries := make([][]byte, len(tools))
	for i, t := range tools {
		var err error
		if entries[i], err = t.Bytes(); err != nil {
			return nil, err
		}
	}
	return slices.Concat([]byte{'['}, bytes.Join(entries, []byte{','}), []byte{']'}), nil
}

const (
	// drainTime is how long a stopping server waits for calls in flight: a budget and some more.
	drainTime = longestBudget + 5*time.Second
	// listLifetime is how long a client may keep the list, in milliseconds (specification
	// 2026-07-28, server/utilities/caching, whose example has the same value).
	listLifetime = 300_000
)
