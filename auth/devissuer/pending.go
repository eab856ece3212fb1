package devissuer

import (
	"crypto/subtle"
	"time"
)

// pending is an authorization request that waits for a person's decision.
type pending struct {
	request request
	// browser is the value of the cookie of the browser that asked. The form counts only with it, so a page or
	// a program elsewhere cannot press the button (cross-site request forgery).
	browser string
	ends    time.Time
}

// ask keeps a request and returns the name that its form sends back.
func (s *store) ask(r request, browser string) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	now := time.Now()
	for name, p := range s.pending {
		if now.After(p.ends) {
			delete(s.pending, name)
		}
	}
	name := secret()
	s.pending[name] = &pending{request: r, browser: browser, ends: now.Add(pendingLife)}
	trim(s.pending, mostPending, func(p *pending) time.Time { return p.ends })
	return name
}

// answer takes a request that the same browser asked for, once.
func (s *store) answer(name, browser string) (request, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	p, ok := s.pending[name]
	if !ok || browser == "" || subtle.ConstantTimeCompare([]byte(p.browser), []byte(browser)) == 0 {
		return request{}, false
	}
	delete(s.pending, name)
	return p.request, time.Now().Before(p.ends)
}
