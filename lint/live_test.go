package lint_test

import (
	"slices"
	"testing"

	"github.com/comity-mcp/comity/catalog"
	"github.com/comity-mcp/comity/fault"
	"github.com/comity-mcp/comity/lint"
)

// chatGPT is evidence of a call that was refused for want of a token, without what ChatGPT needs beside the status.
func chatGPT(listed lint.Listing) lint.Subject {
	c := catalog.Catalog{Tools: []catalog.Tool{{Name: "check_inventory"}}}
	return lint.Subject{Catalog: c, Evidence: &lint.Evidence{Transport: lint.OverHTTP, Listings: []lint.Listing{listed},
		Calls: []lint.Call{{Tool: "check_inventory", With: lint.WithValid, Turn: lint.TurnAlone, Outcome: lint.OutcomeHTTP, Status: 401}}}}
}

func TestWhatChatGPTNeedsIsJudgedByWhoseItIs(t *testing.T) {
	open := lint.Listing{When: lint.ListedFirst, Tools: []string{"check_inventory"}}
	closed := lint.Listing{When: lint.ListedOtherwise, Status: 401, Failed: "it asks for a token"}
	for _, c := range []struct {
		name    string
		listed  lint.Listing
		profile lint.Profile
		want    []fault.Level
	}{
		{"a remark for every host", open, lint.Portable, []fault.Level{fault.Info}},
		{"an error for OpenAI's", open, lint.OpenAI, []fault.Level{fault.Error}},
		{"nothing for Anthropic's", open, lint.Anthropic, nil},
		{"nothing where the list is closed too", closed, lint.OpenAI, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			var got []fault.Level
			for _, p := range of(lint.Judge(chatGPT(c.listed), lint.Options{Profile: c.profile}).Found, "live-sign-in-chatgpt") {
				got = append(got, p.Rule.Level)
			}
			if !slices.Equal(got, c.want) {
				t.Errorf("got %v, want %v", got, c.want)
			}
		})
	}
}

func TestWithoutEvidenceNoLiveRuleIsJudged(t *testing.T) {
	live := 0
	for _, g := range lint.Groups() {
		if g.Live {
			live += len(g.Rules)
		}
	}
	c := catalog.Catalog{Tools: []catalog.Tool{{Name: "check_inventory"}}}
	without := lint.Judge(lint.Subject{Catalog: c}, lint.Options{})
	with := lint.Judge(lint.Subject{Catalog: c, Evidence: &lint.Evidence{}}, lint.Options{})
	if live < 25 || without.Probed || !with.Probed || with.Rules-without.Rules != live {
		t.Errorf("%d live rules; %d rules without evidence and %d with", live, without.Rules, with.Rules)
	}
	if len(with.Found) != len(without.Found) {
		t.Errorf("evidence of nothing has %d problems more", len(with.Found)-len(without.Found))
	}
}
