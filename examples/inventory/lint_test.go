package main

import (
	"testing"

	"github.com/comity-mcp/comity/lint"
)

// TestTheListingIsCleanForEveryHost holds remarks to be findings too, and waives nothing.
func TestTheListingIsCleanForEveryHost(t *testing.T) {
	srv := declared(t, nil, "https://inventory.example.com/mcp")
	for _, profile := range lint.Profiles() {
		report := lint.Judge(lint.Subject{Catalog: srv.Catalog()}, lint.Options{Profile: profile})
		for _, p := range report.Found {
			t.Errorf("%s: %s: %s", profile, p.Rule.Level, p)
		}
		if report.Rules < 90 {
			t.Errorf("%s: got %d rules, want at least 90", profile, report.Rules)
		}
	}
}
