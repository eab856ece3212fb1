package devissuer

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"github.com/go-json-experiment/json"
)

const (
	storeFile = "issuer.json"

	// Bounds, so that a page that registers clients in a loop, or a client that never stops signing in, cannot
	// fill the memory or the file. What was used the longest ago makes room.
	mostClients  = 500
	mostFamilies = 1000
	mostPending  = 1000

	pendingLife = 10 * time.Minute
	// codeLife is well under the ten minutes that RFC 6749 section 4.1.2 allows.
	codeLife = time.Minute
	// usedLife is how long a code that was redeemed is remembered, to notice when it comes again.
	usedLife = 10 * time.Minute
	// refreshLife is how long a refresh token is good when it is not used.
	refreshLife = 30 * 24 * time.Hour
)

// store is what the issuer remembers. Pending requests and codes are short-lived and in memory only, the rest is
// written to the file before it is answered for.
type store struct {
	dir string

	mu      sync.Mutex
	pending map[string]*pending
	codes   map[string]*code
	kept    kept
}

// kept is what the file holds.
type kept struct {
	ScriptSecret string             `json:"script_secret"`
	RefreshKey   []byte             `json:"refresh_key"`
	Clients      map[string]*client `json:"clients"`
	Families     map[string]*family `json:"families"`
}

// grant is what a person agreed to.
type grant struct {
	ClientID string   `json:"client_id"`
	Subject  string   `json:"subject"`
	Resource string   `json:"resource"`
	Scopes   []string `json:"scopes"`
	// Refreshes is whether refresh tokens come with it.
	Refreshes bool `json:"refreshes"`
}

func openStore(dir string) (*store, error) {
	s := &store{dir: dir, pending: map[string]*pending{}, codes: map[string]*code{}}
	if dir != "" {
		b, err := readPrivate(filepath.Join(dir, storeFile))
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return nil, fmt.Errorf("reading clients and grants: %w", err)
		}
		if err == nil {
			if err := json.Unmarshal(b, &s.kept); err != nil {
				return nil, fmt.Errorf("reading clients and grants: %s is damaged: remove it, and clients register anew: %w", storeFile, err)
			}
		}
	}
	if s.kept.Clients == nil {
		s.kept.Clients = map[string]*client{}
	}
	if s.kept.Families == nil {
		s.kept.Families = map[string]*family{}
	}
	if s.kept.ScriptSecret != "" && len(s.kept.RefreshKey) >= 32 {
		return s, nil
	}
	s.kept.ScriptSecret, s.kept.RefreshKey = secret(), []byte(secret())
	return s, s.save()
}

// save writes the file; the caller holds the lock.
func (s *store) save() error {
	if s.dir == "" {
		return nil
	}
	b, err := json.Marshal(s.kept, json.Deterministic(true))
	if err == nil {
		err = writePrivate(s.dir, storeFile, b)
	}
	if err != nil {
		return fmt.Errorf("keeping clients and grants: %w", err)
	}
	return nil
}

func (s *store) scriptSecret() string { return s.kept.ScriptSecret } // never changes after openStore

// addClient keeps a newly registered client.
func (s *store) addClient(c client) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.kept.Clients[c.ID] = &c
	trim(s.kept.Clients, mostClients, func(c *client) time.Time { return c.Used })
	return s.save()
}

// client finds a registered client and notes that it was used.
func (s *store) client(id string) (client, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	c, ok := s.kept.Clients[id]
	if !ok {
		return client{}, false
	}
	c.Used = time.Now() // written with the next save; only the order of leaving depends on it
	return *c, true
}

// trim removes the oldest entries of m until most are left.
func trim[K comparable, V any](m map[K]V, most int, used func(V) time.Time) {
	if len(m) <= most {
		return
	}
	oldest := slices.SortedFunc(maps.Keys(m), func(a, b K) int { return used(m[a]).Compare(used(m[b])) })
	for _, k := range oldest[:len(m)-most] {
		delete(m, k)
	}
}
