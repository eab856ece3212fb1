package peer

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/comity-mcp/comity/catalog"
	"github.com/comity-mcp/comity/internal/wire"
)

const (
	modernVersion    = "2026-07-28"
	handshakeVersion = "2025-11-25"
	// patience is how long a server of the handshake era may be silent about server/discover before it is asked in its own way.
	patience = 10 * time.Second
)

// Dial reaches a server and learns who it is. The error says what was tried, what came back and what to do; a
// [*SignInError], an [*HTTPError] or an [*ExitError] is in it where one of them was the end. The conversation outlives ctx.
func Dial(ctx context.Context, t Target, o Options) (*Peer, error) {
	if err := t.check(); err != nil {
		return nil, err
	}
	o = o.filled()
	switch o.Era {
	case Modern:
		return dialled(ctx, t, o, func(p *Peer) error { return p.discover(ctx, modernVersion, p.first()) })
	case Handshake:
		return dialled(ctx, t, o, func(p *Peer) error { return p.initialize(ctx) })
	case Auto:
		p, err := dialled(ctx, t, o, func(p *Peer) error { return p.either(ctx) })
		if _, ended := errors.AsType[*ExitError](err); ended && ctx.Err() == nil {
			// Some servers end at a request before initialize; their second chance is a process of its own.
			if again, second := dialled(ctx, t, o, func(p *Peer) error { return p.initialize(ctx) }); second == nil {
				return again, nil
			}
		}
		return p, err
	}
	return nil, fmt.Errorf("there is no era %s; it is peer.Auto, peer.Modern or peer.Handshake", o.Era)
}

// dialled makes a peer whose conversation begun opens.
func dialled(ctx context.Context, t Target, o Options, begun func(*Peer) error) (*Peer, error) {
	p := &Peer{target: t, options: o, server: catalog.Server{URL: t.URL, Command: slices.Clone(t.Command)}}
	var err error
	if t.URL != "" {
		p.carrier, err = newWeb(t, o)
	} else {
		p.carrier, err = start(t, o)
	}
	if err != nil {
		return nil, err
	}
	if err := begun(p); err != nil {
		_ = p.Close() // the error of what was tried says more
		return nil, err
	}
	return p, nil
}

// either tries server/discover, then initialize. A server that was silent because it was still starting is awake by then, and when it
// refuses initialize it is asked once more.
func (p *Peer) either(ctx context.Context) error {
	first := p.discover(ctx, modernVersion, min(p.options.Timeout, patience))
	if first == nil || ctx.Err() != nil || !older(first) {
		return first
	}
	second := p.initialize(ctx)
	_, slow := errors.AsType[*slowError](first)
	_, refused := errors.AsType[*RPCError](second)
	if slow && refused && p.discover(ctx, modernVersion, p.options.Timeout) == nil {
		return nil
	}
	return second
}

// older says whether the failure of server/discover may be that of a server which does not know it.
func older(err error) bool {
	if _, asked := errors.AsType[*SignInError](err); asked || errors.Is(err, errUnread) {
		return false
	}
	_, answered := errors.AsType[*HTTPError](err)
	_, refused := errors.AsType[*RPCError](err)
	_, slow := errors.AsType[*slowError](err)
	return answered || refused || slow || errors.Is(err, errForeign)
}

// errForeign is a result that is not one of the method that was asked.
var errForeign = errors.New("the answer has another form")

// first is how long the first answer may take.
func (p *Peer) first() time.Duration {
	if p.target.URL != "" {
		return p.options.Timeout
	}
	return max(p.options.Start, p.options.Timeout)
}

// discover begins the modern way (MCP 2026-07-28, server/discover).
func (p *Peer) discover(ctx context.Context, version string, most time.Duration) error {
	reply, err := p.send(ctx, call{id: p.last.Add(1), method: "server/discover", version: version, modern: true}, nil, most)
	if err == nil {
		err = p.failed(ctx, reply)
	}
	if err != nil {
		return fmt.Errorf("asking server/discover: %w", err)
	}
	var r struct {
		Versions     []string `json:"supportedVersions"`
		Instructions string   `json:"instructions"`
		Meta         struct {
			Info info `json:"io.modelcontextprotocol/serverInfo"`
		} `json:"_meta"`
	}
	if err := json.Unmarshal(reply.Result, &r); err != nil || len(r.Versions) == 0 {
		return fmt.Errorf("asking server/discover: %w: supportedVersions is missing in %s", errForeign, clip(string(reply.Result)))
	}
	if !slices.Contains(r.Versions, version) {
		return fmt.Errorf("asking server/discover: %w: it supports %q, and %s was asked for", errForeign, r.Versions, version)
	}
	p.welcome = reply.Result
	p.met(Modern, version, r.Meta.Info, r.Instructions)
	return nil
}

// initialize begins the way of the handshake era (MCP 2025-11-25, basic/lifecycle).
func (p *Peer) initialize(ctx context.Context) error {
	reply, err := p.send(ctx, call{id: p.last.Add(1), method: "initialize"}, map[string]any{
		"protocolVersion": handshakeVersion, "capabilities": struct{}{}, "clientInfo": p.info(),
	}, p.first())
	if err == nil {
		err = p.failed(ctx, reply)
	}
	if err != nil {
		return fmt.Errorf("asking initialize: %w", err)
	}
	var r struct {
		Version      string `json:"protocolVersion"`
		Info         info   `json:"serverInfo"`
		Instructions string `json:"instructions"`
	}
	if err := json.Unmarshal(reply.Result, &r); err != nil {
		return fmt.Errorf("reading the initialize result: %w", err)
	}
	if !wire.Supported(r.Version) {
		return fmt.Errorf("asking initialize: the server answered with the protocol version %q; spoken are %q", clip(r.Version), wire.Versions())
	}
	p.carrier.agreed(r.Version)
	p.welcome = reply.Result
	p.met(Handshake, r.Version, r.Info, r.Instructions)
	return p.notify(ctx, "notifications/initialized")
}

func (p *Peer) notify(ctx context.Context, method string) error {
	limited, cancel := context.WithTimeout(ctx, p.options.Timeout)
	defer cancel()
	c := call{method: method, version: p.version, modern: p.era == Modern}
	if err := p.fill(&c, nil); err != nil {
		return err
	}
	if err := p.carrier.tell(limited, c); err != nil {
		return fmt.Errorf("sending %s: %w", method, err)
	}
	return nil
}

// info is an Implementation (MCP schema.ts).
type info struct {
	Name        string `json:"name"`
	Title       string `json:"title"`
	Version     string `json:"version"`
	Description string `json:"description"`
}

func (p *Peer) met(era Era, version string, i info, instructions string) {
	p.era, p.version = era, version
	p.server.Name, p.server.Title, p.server.Version = i.Name, i.Title, i.Version
	p.server.Description, p.server.Instructions = i.Description, instructions
}
