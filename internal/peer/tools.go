package peer

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/comity-mcp/comity/catalog"
)

// pages is how many pages of a listing are asked for; a server that has more does not end.
const pages = 1000

// Tools lists the tools and returns the result of every page, as sent.
func (p *Peer) Tools(ctx context.Context) ([]json.RawMessage, error) {
	var all []json.RawMessage
	seen := map[string]bool{}
	params := map[string]string{}
	left := p.options.MaxBytes
	for range pages {
		reply, err := p.Request(ctx, "tools/list", params)
		if err == nil {
			err = p.failed(ctx, reply)
		}
		if err != nil {
			return nil, fmt.Errorf("listing the tools: %w", err)
		}
		if left -= int64(len(reply.Result)); left < 0 {
			return nil, fmt.Errorf("listing the tools: the pages have more than %d bytes together, which is all that is read of them; list fewer tools", p.options.MaxBytes)
		}
		p.params.learn(reply.Result)
		all = append(all, reply.Result)
		var page struct {
			Next string `json:"nextCursor"`
		}
		if err := json.Unmarshal(reply.Result, &page); err != nil {
			return nil, fmt.Errorf("reading the tools/list result: %w", err)
		}
		if page.Next == "" {
			return all, nil
		}
		if seen[page.Next] {
			return nil, fmt.Errorf("listing the tools: the cursor %q came twice, so the pages do not end; each nextCursor must lead on", clip(page.Next))
		}
		seen[page.Next] = true
		params = map[string]string{"cursor": page.Next}
	}
	return nil, fmt.Errorf("listing the tools: there are more than %d pages; send larger ones", pages)
}

// Catalog returns the server with its tools and how callers sign in.
func (p *Peer) Catalog(ctx context.Context) (catalog.Catalog, error) {
	c := catalog.Catalog{Server: p.server, Tools: []catalog.Tool{}}
	pages, err := p.Tools(ctx)
	if err != nil {
		return catalog.Catalog{}, err
	}
	for _, page := range pages {
		if err := c.ReadTools(page); err != nil {
			return catalog.Catalog{}, err
		}
	}
	c.Authorization, err = p.Authorization(ctx)
	return c, err
}

// failed returns why a reply is no result, or nil. A refused token is told as such, whatever the message in its body.
func (p *Peer) failed(ctx context.Context, r Reply) error {
	if r.Error == nil {
		return nil
	}
	if w, ok := p.carrier.(*webCarrier); ok && signIn(r.Status, r.Header) {
		return w.challenged(ctx, r.Status, r.Header)
	}
	return r.Error
}
