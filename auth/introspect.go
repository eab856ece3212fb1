package auth

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"strings"
	"sync"
	"time"
)

const (
	// introspectedFor is how long an answer is kept: a token that was revoked stops then.
	introspectedFor = 30 * time.Second
	// inactiveFor is how long it is remembered that a token is not good.
	inactiveFor = 10 * time.Second
	// askingAtOnce is how many requests an endpoint gets at a time, so that a stranger who invents tokens
	// does not turn this server against it.
	askingAtOnce = 16
	// strangersAtOnce is how many of them are about tokens that were not good lately, so that a flood of
	// invented ones keeps nobody out who was in.
	strangersAtOnce = 12
	// mostAsking is how many tokens wait for an answer at a time; one more that was not good lately is told so
	// at once.
	mostAsking = 1000
)

// An inspector asks an authorization server about tokens (RFC 7662). It is safe for concurrent use.
type inspector struct {
	judge     *judge
	client    *http.Client
	slots     chan struct{}
	strangers chan struct{}
	verified  *cache[*Caller] // the resource's own
	inactive  *cache[struct{}]

	mu       sync.Mutex
	asking   map[digest]*answer
	endpoint string // once known
	failure  error  // of the last look for it, nil when it went well
	failedAt time.Time
}

// An answer is under way until done is closed.
type answer struct {
	done   chan struct{}
	caller Caller
	denial *denial
}

func newInspector(j *judge, client *http.Client, verified *cache[*Caller]) *inspector {
	return &inspector{
		judge: j, client: client, slots: make(chan struct{}, askingAtOnce), strangers: make(chan struct{}, strangersAtOnce), verified: verified,
		inactive: newCache[struct{}](4096, 1<<20), asking: map[digest]*answer{}, endpoint: j.trust.ask.Endpoint,
	}
}

// inspect returns whose token it is, and remembers it. Calls with the same token at the same time share one
// request.
func (i *inspector) inspect(ctx context.Context, token string, key digest) (Caller, *denial) {
	i.mu.Lock()
	a := i.asking[key]
	if a == nil {
		// The last request may have ended since the caller looked.
		if c, ok := i.verified.get(key, time.Now()); ok {
			i.mu.Unlock()
			return *c, nil
		}
		if _, ok := i.inactive.get(key, time.Now()); ok {
			i.mu.Unlock()
			return Caller{}, i.revoked()
		}
		if len(i.asking) >= mostAsking && !i.verified.remembers(key) {
			i.mu.Unlock()
			return Caller{}, unavailable(time.Second, "%d tokens wait for the introspection endpoint", mostAsking)
		}
		a = &answer{done: make(chan struct{})}
		i.asking[key] = a
		go i.ask(a, token, key)
	}
	i.mu.Unlock()
	select {
	case <-a.done:
		return a.caller, a.denial
	case <-ctx.Done():
		return Caller{}, unavailable(time.Second, "the request ended before the introspection endpoint answered")
	}
}

// ask fills an answer. It does not end with the request that began it, since others may wait for it.
func (i *inspector) ask(a *answer, token string, key digest) {
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	if leave, ok := i.enter(ctx, i.verified.remembers(key)); ok {
		a.caller, a.denial = i.judged(ctx, token, key)
		leave()
	} else {
		a.denial = unavailable(time.Second, "as many requests to the introspection endpoint as are made at once, %d, are under way", askingAtOnce)
	}
	i.mu.Lock()
	delete(i.asking, key)
	i.mu.Unlock()
	close(a.done)
}

// enter waits for its turn to ask, which ends with leave; ok is false when ctx ended first. known is whether
// the token was good lately.
func (i *inspector) enter(ctx context.Context, known bool) (leave func(), ok bool) {
	gates := []chan struct{}{i.strangers, i.slots}
	if known {
		gates = gates[1:]
	}
	for n, gate := range gates {
		select {
		case gate <- struct{}{}:
		case <-ctx.Done():
			pass(gates[:n])
			return nil, false
		}
	}
	return func() { pass(gates) }, true
}

// pass makes room for the next at each gate.
func pass(gates []chan struct{}) {
	for _, gate := range gates {
		<-gate
	}
}

// judged asks and judges the answer.
func (i *inspector) judged(ctx context.Context, token string, key digest) (Caller, *denial) {
	c, err := i.claims(ctx, token)
	switch {
	case err != nil:
		return Caller{}, unavailable(retryAfter, "asking about a token: %v", err)
	case c["active"] != true:
		i.inactive.put(key, struct{}{}, len(token), time.Now().Add(inactiveFor))
		return Caller{}, i.revoked()
	}
	if _, has := c["iss"]; !has { // optional by RFC 7662 section 2.2; whom we asked is who answers
		c["iss"] = i.judge.trust.issuer
	}
	whose, d := i.judge.caller(c, true)
	if d == nil {
		remember(i.verified, key, &whose, len(token), introspectedFor)
	}
	return whose, d
}

func (i *inspector) revoked() *denial {
	return unknown("inactive", "the authorization server %s says that the token is not active", i.judge.trust.issuer)
}

// claims sends the token to the endpoint and returns what it says.
func (i *inspector) claims(ctx context.Context, token string) (claims, error) {
	endpoint, err := i.where(ctx)
	if err != nil {
		return nil, err
	}
	if i.judge.trust.dialect == google {
		return i.tokeninfo(ctx, endpoint, token)
	}
	req, err := post(endpoint, url.Values{"token": {token}, "token_type_hint": {"access_token"}})
	if err != nil {
		return nil, err
	}
	secret, err := i.secret()
	if err != nil {
		return nil, fmt.Errorf("reading the client secret: %w", err)
	}
	req.SetBasicAuth(url.QueryEscape(i.judge.trust.ask.ClientID), url.QueryEscape(secret))
	body, err := fetch(ctx, i.client, req)
	if status, ok := errors.AsType[statusError](err); ok && (status == http.StatusUnauthorized || status == http.StatusForbidden) {
		return nil, fmt.Errorf("%w: it refuses the client id and secret of this server", err)
	}
	if err != nil {
		return nil, err
	}
	doc, err := decode(body)
	if err != nil {
		return nil, fmt.Errorf("%s: the answer %w", endpoint, err)
	}
	if _, isBool := doc["active"].(bool); !isBool {
		return nil, fmt.Errorf("%s: the answer does not say whether the token is active", endpoint)
	}
	return doc, nil
}

// tokeninfo asks Google, which answers with status 400 for a token that is not good, and writes numbers as
// text.
func (i *inspector) tokeninfo(ctx context.Context, endpoint, token string) (claims, error) {
	req, err := post(endpoint, url.Values{})
	if err != nil {
		return nil, err
	}
	req.Header.Set("Authorization", "Bearer "+token)
	body, err := fetch(ctx, i.client, req)
	if status, ok := errors.AsType[statusError](err); ok && status == http.StatusBadRequest {
		return claims{"active": false}, nil
	}
	if err != nil {
		return nil, err
	}
	doc, err := decode(body)
	if err != nil {
		return nil, fmt.Errorf("%s: the answer %w", endpoint, err)
	}
	if exp, ok := doc["exp"].(string); ok {
		doc["exp"] = json.Number(exp)
	}
	doc["active"] = true
	return doc, nil
}

// where returns the endpoint; the issuer's metadata names it where the declaration does not.
func (i *inspector) where(ctx context.Context) (string, error) {
	i.mu.Lock()
	endpoint, failure := i.endpoint, i.failure
	paused := failure != nil && time.Now().Before(i.failedAt.Add(retryAfter))
	i.mu.Unlock()
	switch {
	case endpoint != "":
		return endpoint, nil
	case paused:
		return "", failure
	}
	m, err := discover(ctx, i.client, i.judge.trust)
	if err == nil && m.introspect == "" {
		err = errors.New("the metadata names no introspection_endpoint; set Introspection.Endpoint")
	}
	i.mu.Lock()
	defer i.mu.Unlock()
	i.failure, i.failedAt = err, time.Now()
	if err == nil {
		i.endpoint = m.introspect
	}
	return m.introspect, err
}

func (i *inspector) secret() (string, error) {
	how := i.judge.trust.ask
	if how.Secret != nil {
		return how.Secret()
	}
	secret := os.Getenv(how.SecretEnv)
	if secret == "" {
		return "", fmt.Errorf("the environment variable %s is empty", how.SecretEnv)
	}
	return secret, nil
}

func post(endpoint string, form url.Values) (*http.Request, error) {
	req, err := http.NewRequest(http.MethodPost, endpoint, strings.NewReader(form.Encode()))
	if err != nil {
		return nil, fmt.Errorf("reading the address %q: %w", endpoint, err)
	}
	req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	return req, nil
}
