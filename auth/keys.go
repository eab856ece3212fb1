package auth

import (
	"bytes"
	"context"
	"crypto/rsa"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"sync"
	"time"

	"github.com/coreos/go-oidc/v3/oidc"
	"github.com/go-jose/go-jose/v4"
)

const (
	// refetchEvery is how often an unknown kid or a bad signature may cause the key set to be fetched
	// again. The first such token after a fetch may at once, so that a new key works at once.
	refetchEvery = 10 * time.Second
	// minRSA is the smallest RSA key used, in bits (RFC 7518 section 3.3).
	minRSA = 2048
)

// keys are an issuer's keys as of one reading of its metadata. They are safe for concurrent use.
type keys struct {
	source *keySource
	read   time.Time
}

// readKeys fetches the key set at address.
func readKeys(ctx context.Context, client *http.Client, address string) (*keys, error) {
	if address == "" {
		return nil, errors.New("the metadata names no jwks_uri")
	}
	source := &keySource{client: client, address: address}
	if err := source.fetch(ctx); err != nil {
		return nil, err
	}
	return &keys{source: source, read: time.Now()}, nil
}

// verify returns the payload of token when one of the keys signed it. When none did, the keys are fetched
// again as far as that is allowed, and asked once more.
func (k *keys) verify(ctx context.Context, token string, s signed) ([]byte, *denial) {
	held := k.source.held()
	payload, err := held.verifier.VerifySignature(ctx, token)
	if err != nil && ctx.Err() == nil {
		renewed, failure := k.source.renew(held)
		if failure != nil {
			return nil, unavailable(k.source.pause(), "a token is signed with the key %q, which is not known, and the keys cannot be read again: %v", short(s.kid), failure)
		}
		if renewed {
			held = k.source.held()
			payload, err = held.verifier.VerifySignature(ctx, token)
		}
	}
	switch {
	case err == nil:
		if pinned := held.algs[s.kid]; pinned != "" && pinned != s.alg {
			return nil, unknown("algorithm", "alg is %s, and the key %q is for %s", s.alg, short(s.kid), pinned)
		}
		return payload, nil
	case ctx.Err() != nil:
		return nil, unavailable(time.Second, "the request ended before the keys were read")
	}
	return nil, unknown("signature", "no key of the issuer verifies it: kid %q, alg %s", short(s.kid), s.alg)
}

// A keySource stands between the network and the key sets made of what it fetches. It holds one, and
// fetches another when renew is called and the pause is over. It is safe for concurrent use.
type keySource struct {
	client  *http.Client
	address string

	fetching sync.Mutex // held by the one that fetches; never while mu is wanted

	mu      sync.RWMutex
	set     keySet
	next    time.Time // when renew may fetch; zero: at once
	failure error     // of the last fetch, nil when it went well
}

// A keySet is one key set as fetched. Its verifier is a RemoteKeySet of its own, because one that outlives
// a change may answer from the set before it: it shares what it fetched a moment ago.
type keySet struct {
	verifier *oidc.RemoteKeySet
	algs     map[string]string // kid to the alg that the key states
	count    int               // how many sets were fetched before and with this
}

// fetched is the transport of such a RemoteKeySet, which asks whenever it knows no key for a token. It
// answers with the one document.
type fetched []byte

// RoundTrip implements [http.RoundTripper].
func (f fetched) RoundTrip(req *http.Request) (*http.Response, error) {
	return &http.Response{
		StatusCode: http.StatusOK, Status: "200 OK", Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1, Request: req,
		Header: http.Header{"Content-Type": {"application/json"}},
		Body:   io.NopCloser(bytes.NewReader(f)), ContentLength: int64(len(f)),
	}, nil
}

// renew fetches the key set again unless another than seen is held already. It reports whether there is a
// new one, and why not where fetching failed. In the pause it does nothing but repeat that.
func (s *keySource) renew(seen keySet) (bool, error) {
	s.fetching.Lock()
	defer s.fetching.Unlock()
	s.mu.Lock()
	now := time.Now()
	if s.set.count != seen.count || now.Before(s.next) {
		defer s.mu.Unlock()
		return s.set.count != seen.count, s.failure
	}
	s.next = now.Add(refetchEvery)
	s.mu.Unlock()
	err := s.fetch(context.Background())
	return err == nil, err
}

func (s *keySource) fetch(ctx context.Context) error {
	set, err := fetchKeys(ctx, s.client, s.address)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.failure = err
	if err == nil {
		set.count = s.set.count + 1
		s.set = set
	}
	return err
}

func (s *keySource) held() keySet {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return s.set
}

// pause returns how long it is until the next fetch that a token may cause, at least a second.
func (s *keySource) pause() time.Duration {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return max(time.Second, time.Until(s.next))
}

func fetchKeys(ctx context.Context, client *http.Client, address string) (keySet, error) {
	doc, err := get(ctx, client, address)
	if err != nil {
		return keySet{}, fmt.Errorf("reading keys: %w", err)
	}
	kept, algs, err := usable(doc)
	if err != nil {
		return keySet{}, fmt.Errorf("reading keys: %s: the key set %w", address, err)
	}
	through := oidc.ClientContext(context.Background(), &http.Client{Transport: fetched(kept)})
	return keySet{verifier: oidc.NewRemoteKeySet(through, address), algs: algs}, nil
}

// usable keeps the keys of a key set that may verify signatures here, and leaves out what cannot be read,
// as RFC 7517 section 5 asks. A key need not state its alg.
func usable(set map[string]any) (body []byte, algs map[string]string, err error) {
	all, _ := set["keys"].([]any)
	kept := []jose.JSONWebKey{}
	algs = map[string]string{}
	for _, one := range all {
		raw, err := json.Marshal(one)
		if err != nil {
			return nil, nil, fmt.Errorf("cannot be read: %w", err)
		}
		var k jose.JSONWebKey
		if k.UnmarshalJSON(raw) != nil || !k.IsPublic() || k.Use != "" && k.Use != "sig" {
			continue
		}
		if k.Algorithm != "" && !algorithms[k.Algorithm] {
			continue
		}
		if r, ok := k.Key.(*rsa.PublicKey); ok && r.N.BitLen() < minRSA {
			continue
		}
		kept = append(kept, k)
		if k.KeyID != "" && k.Algorithm != "" {
			algs[k.KeyID] = k.Algorithm
		}
	}
	if len(kept) == 0 {
		return nil, nil, fmt.Errorf("has %d keys, none of which can verify a signature here", len(all))
	}
	body, err = json.Marshal(struct {
		Keys []jose.JSONWebKey `json:"keys"`
	}{kept})
	if err != nil {
		return nil, nil, fmt.Errorf("cannot be written: %w", err)
	}
	return body, algs, nil
}
