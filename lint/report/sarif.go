package report

import (
	"crypto/sha256"
	"encoding/hex"
	"io"
	"strings"

	"github.com/comity-mcp/comity/fault"
	"github.com/comity-mcp/comity/lint"
)

// The parts of SARIF 2.1.0 that are used (OASIS standard of 27 March 2020, sections in brackets).
type (
	sarifLog struct {
		Schema  string     `json:"$schema"`
		Version string     `json:"version"`
		Runs    []sarifRun `json:"runs"`
	}
	sarifRun struct { // 3.14
		Tool    sarifTool     `json:"tool"`
		Results []sarifResult `json:"results"`
	}
	sarifTool struct { // 3.18
		Driver sarifDriver `json:"driver"`
	}
	sarifDriver struct { // 3.19
		Name           string      `json:"name"`
		InformationURI string      `json:"informationUri"`
		Rules          []sarifRule `json:"rules"`
	}
	sarifRule struct { // 3.49
		ID      string       `json:"id"`
		Short   sarifText    `json:"shortDescription"`
		HelpURI string       `json:"helpUri"`
		Default sarifDefault `json:"defaultConfiguration"`
	}
	sarifDefault struct { // 3.50
		Level string `json:"level"`
	}
	sarifText struct { // 3.11, 3.12
		Text string `json:"text"`
	}
	sarifResult struct { // 3.27
		RuleID       string             `json:"ruleId"`
		RuleIndex    int                `json:"ruleIndex"`
		Level        string             `json:"level"`
		Message      sarifText          `json:"message"`
		Locations    []sarifLocation    `json:"locations"`
		Fingerprints map[string]string  `json:"partialFingerprints"`
		Suppressions []sarifSuppression `json:"suppressions,omitempty"`
	}
	sarifLocation struct { // 3.28
		Physical *sarifPhysical `json:"physicalLocation,omitempty"`
		Logical  []sarifLogical `json:"logicalLocations"`
	}
	sarifPhysical struct { // 3.29
		Artifact sarifArtifact `json:"artifactLocation"`
	}
	sarifArtifact struct { // 3.4
		URI string `json:"uri"`
	}
	sarifLogical struct { // 3.33
		Name string `json:"name"`
		Full string `json:"fullyQualifiedName"`
		Kind string `json:"kind"`
	}
	sarifSuppression struct { // 3.35; without a status, which the schema of 2020 and that of 2023 name differently, it is accepted
		Kind          string `json:"kind"`
		Justification string `json:"justification"`
	}
)

const (
	sarifSchema = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
	home        = "https://github.com/comity-mcp/comity"
)

// SARIF writes a report as SARIF 2.1.0, for code scanning: errors, warnings and notes, each at the path it was found at,
// with the rule's source as help; what is waived is there as suppressed, with its reason.
//
// A server has no lines, and some viewers, GitHub's among them, show nothing without a file. file is the one to show the
// results at, relative to the root of the repository: the snapshot of the tools, or where the server is declared. Empty
// leaves it out.
func SARIF(w io.Writer, r lint.Report, file string) error {
	run := sarifRun{
		Tool:    sarifTool{sarifDriver{Name: "Comity", InformationURI: home, Rules: []sarifRule{}}},
		Results: []sarifResult{},
	}
	index := map[string]int{}
	add := func(p fault.Problem, suppressed ...sarifSuppression) {
		at, known := index[p.Rule.ID]
		if !known {
			at = len(run.Tool.Driver.Rules)
			index[p.Rule.ID] = at
			run.Tool.Driver.Rules = append(run.Tool.Driver.Rules, sarifRule{
				p.Rule.ID, sarifText{p.Rule.Doc}, help(p.Rule), sarifDefault{sarifLevel(p.Rule.Level)}})
		}
		run.Results = append(run.Results, sarifResult{
			RuleID: p.Rule.ID, RuleIndex: at, Level: sarifLevel(p.Rule.Level), Message: sarifText{plain(p.Says)},
			Locations:    []sarifLocation{located(p.Path, file)},
			Fingerprints: map[string]string{"ruleAndPath/v1": fingerprint(p)},
			Suppressions: suppressed,
		})
	}
	for _, p := range r.Found {
		add(p)
	}
	for _, p := range r.Waived {
		add(p.Problem, sarifSuppression{"external", plain(p.Reason)})
	}
	return write(w, sarifLog{sarifSchema, "2.1.0", []sarifRun{run}})
}

// sarifLevel is SARIF's word for a level (3.27.10).
func sarifLevel(l fault.Level) string {
	if l == fault.Info {
		return "note"
	}
	return l.String()
}

func located(path, file string) sarifLocation {
	about, place := cut(path)
	name := path[strings.LastIndexByte(path, '.')+1:]
	kind := "function"
	switch {
	case about == "server" || strings.HasPrefix(about, "waivers["):
		kind = "module"
	case strings.HasPrefix(place, "input."):
		kind = "parameter"
	case strings.HasPrefix(place, "output"):
		kind = "returnType"
	}
	l := sarifLocation{Logical: []sarifLogical{{plain(name), plain(path), kind}}}
	if file != "" {
		l.Physical = &sarifPhysical{sarifArtifact{file}}
	}
	return l
}

// fingerprint stays the same while the rule is broken at the same place, whatever the sentence says.
func fingerprint(p fault.Problem) string {
	sum := sha256.Sum256([]byte(p.Rule.ID + "\n" + p.Path))
	return hex.EncodeToString(sum[:16])
}
