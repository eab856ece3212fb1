package auth

import (
	"encoding/json"
	"fmt"
	"time"
)

// keptCaller is a caller as a job's record keeps them.
type keptCaller struct {
	Issuer   string    `json:"issuer,omitempty"`
	Subject  string    `json:"subject,omitempty"`
	Tenant   string    `json:"tenant,omitempty"`
	ClientID string    `json:"client_id,omitempty"`
	Scopes   []string  `json:"scopes,omitempty"`
	AsOf     time.Time `json:"as_of"`
	All      bool      `json:"all,omitempty"` // the local user holds every scope
}

// Keep returns who c is at this moment, for work that goes on after the call: issuer, subject, tenant,
// client and scopes. Claims and the token stay out. [Kept] reads it.
func Keep(c Caller, now time.Time) (json.RawMessage, error) {
	return json.Marshal(keptCaller{c.Issuer, c.Subject, c.Tenant, c.ClientID, c.Scopes, now.UTC(), c.all})
}

// Kept returns the caller that [Keep] kept, with AsOf set and no expiry: what they were allowed then, and
// may not be allowed any more.
func Kept(b json.RawMessage) (Caller, error) {
	var k keptCaller
	if err := json.Unmarshal(b, &k); err != nil {
		return Caller{}, fmt.Errorf("reading a kept caller: %w", err)
	}
	return Caller{Issuer: k.Issuer, Subject: k.Subject, Tenant: k.Tenant, ClientID: k.ClientID, Scopes: k.Scopes, AsOf: k.AsOf, all: k.All}, nil
}
