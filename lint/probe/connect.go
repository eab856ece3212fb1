package probe

import (
	"context"
	"encoding/json"
	"errors"
	"maps"
	"slices"
	"time"

	"github.com/comity-mcp/comity/internal/peer"
	"github.com/comity-mcp/comity/lint"
)

// asked are the versions that are offered, by era.
var asked = map[peer.Era]string{peer.Modern: "2026-07-28", peer.Handshake: "2025-11-25"}

// begin connects in both eras and lists the tools. Without either there is nothing to probe.
func (p *prober) begin(ctx context.Context) error {
	p.planned = 6
	p.step("connecting")
	var refused, err error
	if p.modern, refused = p.dial(ctx, peer.Modern); refused != nil && ctx.Err() != nil {
		return refused
	}
	if p.handshake, err = p.dial(ctx, peer.Handshake); err != nil && p.modern == nil {
		return err
	}
	if p.evidence.Transport == lint.OverHTTP && refused != nil {
		p.offered(ctx)
	}
	p.step("listing the tools")
	return p.listFirst(ctx)
}

// dial opens one connection and notes how that went.
func (p *prober) dial(ctx context.Context, era peer.Era) (*peer.Peer, error) {
	if err := p.pace.wait(ctx); err != nil {
		return nil, err
	}
	c := lint.Connection{Asked: asked[era]}
	began := time.Now()
	to, err := peer.Dial(ctx, p.target, peer.Options{Era: era, Timeout: p.options.Patience, Start: 2 * p.options.Patience, MaxBytes: maxBytes,
		ClientName: "comity-lint", ClientVersion: "1", Transport: p.options.Transport})
	c.Elapsed = time.Since(began)
	if err != nil {
		c.Failed, c.Code, c.Status = clip(err.Error(), 500), codeOf(err), statusOf(err)
		p.evidence.Connections = append(p.evidence.Connections, c)
		return nil, err
	}
	c.Version = to.Version()
	c.Offered, c.Capabilities, c.Cache = welcomed(to.Welcome())
	p.evidence.Connections = append(p.evidence.Connections, c)
	p.open[to] = len(p.evidence.Connections) - 1
	return to, nil
}

// welcomed reads what a server says of itself.
func welcomed(raw json.RawMessage) (offered, capabilities []string, cache *lint.Cache) {
	var w struct {
		Offered      []string                   `json:"supportedVersions"`
		Capabilities map[string]json.RawMessage `json:"capabilities"`
	}
	if json.Unmarshal(raw, &w) != nil {
		return nil, nil, nil // the peer has read it before and knows better
	}
	if w.Offered != nil {
		cache = cached(raw)
	}
	return w.Offered, slices.Sorted(maps.Keys(w.Capabilities)), cache
}

// cached reads the hints on keeping an answer.
func cached(raw json.RawMessage) *lint.Cache {
	c := new(lint.Cache)
	var members map[string]json.RawMessage
	if json.Unmarshal(raw, &members) != nil {
		return c
	}
	// A member of another type counts as not sent.
	_ = json.Unmarshal(orNull(members["ttlMs"]), &c.TTL)
	_ = json.Unmarshal(orNull(members["cacheScope"]), &c.Scope)
	return c
}

func orNull(raw json.RawMessage) json.RawMessage {
	if raw == nil {
		return json.RawMessage("null")
	}
	return raw
}

// offered notes which versions a server/discover answer lists that the peer could not go on from.
func (p *prober) offered(ctx context.Context) {
	w := p.web()
	w.modern, w.version = true, asked[peer.Modern]
	answer, raw := w.ask(ctx, p.pace, w.post("server/discover", nil))
	if !answer.Result {
		return
	}
	for i, c := range p.evidence.Connections {
		if c.Asked == asked[peer.Modern] && c.Failed != "" {
			p.evidence.Connections[i].Offered, _, _ = welcomed(raw)
		}
	}
}

// lacking notes which capabilities a server has in name only.
func (p *prober) lacking(ctx context.Context) {
	to := p.main()
	i := p.open[to]
	for capability, list := range map[string]string{"prompts": "prompts/list", "resources": "resources/list"} {
		if !slices.Contains(p.evidence.Connections[i].Capabilities, capability) || p.pace.wait(ctx) != nil {
			continue
		}
		r, err := to.Request(ctx, list, nil)
		if err == nil && r.Error != nil && r.Error.Code == -32601 {
			p.evidence.Connections[i].Lacking = append(p.evidence.Connections[i].Lacking, capability)
		}
	}
	slices.Sort(p.evidence.Connections[i].Lacking)
}

// patience is how long the peer waits for a process to end by itself before it tells it to.
const patience = 2 * time.Second

// hangUp closes one connection and notes how a process ended.
func (p *prober) hangUp(to *peer.Peer) {
	i, ok := p.open[to]
	if !ok {
		return
	}
	delete(p.open, to)
	began := time.Now()
	_ = to.Close() // a session that cannot be deleted is no finding
	if p.evidence.Transport != lint.OverStdio {
		return
	}
	c := &p.evidence.Connections[i]
	c.Ended = time.Since(began)
	c.Killed = c.Ended >= patience
	if strays := to.Strays(); len(strays) > 0 {
		c.Noise = strays[0]
	}
}

func (p *prober) hangUpAll() {
	for to := range p.open {
		p.hangUp(to)
	}
}

func codeOf(err error) int {
	if e, ok := errors.AsType[*peer.RPCError](err); ok {
		return e.Code
	}
	return 0
}

func statusOf(err error) int {
	if e, ok := errors.AsType[*peer.SignInError](err); ok {
		return e.Status
	}
	if e, ok := errors.AsType[*peer.HTTPError](err); ok {
		return e.Status
	}
	return 0
}

// clip cuts a text to that many bytes.
func clip(s string, most int) string {
	if len(s) <= most {
		return s
	}
	for most > 0 && s[most]&0xC0 == 0x80 { // never in the middle of a character
		most--
	}
	return s[:most]
}
