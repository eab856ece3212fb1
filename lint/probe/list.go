package probe

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"time"

	"github.com/comity-mcp/comity/internal/peer"
	"github.com/comity-mcp/comity/lint"
)

// listFirst makes the catalog and the listings that need no calls before them.
func (p *prober) listFirst(ctx context.Context) error {
	to := p.main()
	p.catalog.Server = to.Server()
	pages, err := p.list(ctx, to, lint.ListedFirst, p.as)
	if err != nil {
		return err
	}
	for _, page := range pages {
		if err := p.catalog.ReadTools(page); err != nil {
			return err
		}
	}
	if p.catalog.Authorization, err = to.Authorization(ctx); err != nil {
		return err
	}
	p.planned += len(p.catalog.Tools)
	p.lacking(ctx)
	_, _ = p.list(ctx, to, lint.ListedAgain, p.as) // a listing that fails is evidence, too
	if again, err := p.dial(ctx, to.Era()); err == nil {
		_, _ = p.list(ctx, again, lint.ListedAfresh, p.as)
		p.hangUp(again)
	}
	if other := p.other(); other != nil {
		_, _ = p.list(ctx, other, lint.ListedOtherEra, p.as)
	}
	p.listOtherwise(ctx)
	return nil
}

// listLast lists once more when everything was called.
func (p *prober) listLast(ctx context.Context) {
	if _, ok := p.open[p.main()]; ok {
		_, _ = p.list(ctx, p.main(), lint.ListedAfterCalls, p.as)
	}
}

// listOtherwise lists without the token, and with the other tokens that are good here.
func (p *prober) listOtherwise(ctx context.Context) {
	if p.as == "" {
		return
	}
	others := []Token{{}}
	for _, t := range p.options.Tokens {
		if t.Name != p.as && !t.Foreign {
			others = append(others, t)
		}
	}
	with := p.target
	defer func() { p.target = with }()
	for _, t := range others {
		p.target.Header = bearing(with.Header, t.Value)
		to, err := p.dial(ctx, p.main().Era())
		if err != nil {
			p.evidence.Listings = append(p.evidence.Listings, lint.Listing{When: lint.ListedOtherwise, As: t.Name,
				Version: p.main().Version(), Tools: []string{}, Failed: clip(err.Error(), 500), Status: statusOf(err)})
			continue
		}
		_, _ = p.list(ctx, to, lint.ListedOtherwise, t.Name)
		p.hangUp(to)
	}
}

// list asks for all pages and notes them.
func (p *prober) list(ctx context.Context, to *peer.Peer, when lint.ListedWhen, as string) ([]json.RawMessage, error) {
	if err := p.pace.wait(ctx); err != nil {
		return nil, err
	}
	l := lint.Listing{When: when, As: as, Version: to.Version(), Tools: []string{}, Entries: map[string]string{}}
	began := time.Now()
	pages, err := to.Tools(ctx)
	l.Elapsed = time.Since(began)
	if err == nil {
		err = note(&l, pages)
	}
	if err != nil {
		l.Failed, l.Status = clip(err.Error(), 500), statusOf(err)
	}
	p.evidence.Listings = append(p.evidence.Listings, l)
	return pages, err
}

// note reads the pages into the listing.
func note(l *lint.Listing, pages []json.RawMessage) error {
	whole := sha256.New()
	for i, page := range pages {
		var read struct {
			Tools []json.RawMessage `json:"tools"`
		}
		if err := json.Unmarshal(page, &read); err != nil {
			return fmt.Errorf("reading the tools/list result: %w", err)
		}
		if i == 0 && l.Version >= asked[peer.Modern] {
			l.Cache = cached(page)
		}
		l.Bytes += len(page)
		for _, entry := range read.Tools {
			var named struct {
				Name string `json:"name"`
			}
			_ = json.Unmarshal(entry, &named) // one without a name is told of by the rules over the catalog
			sum := sha256.Sum256(entry)
			l.Tools = append(l.Tools, named.Name)
			l.Entries[named.Name] = hex.EncodeToString(sum[:])
			whole.Write(entry)
		}
	}
	l.Pages, l.Digest = len(pages), hex.EncodeToString(whole.Sum(nil))
	return nil
}
