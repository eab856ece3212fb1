package report

import (
	"encoding/json"
	"io"

	"github.com/comity-mcp/comity/fault"
	"github.com/comity-mcp/comity/lint"
)

// document is what JSON writes. Its members are stable: they may become more, and Version then stays.
type document struct {
	Version int      `json:"version"` // 1
	Server  server   `json:"server"`
	Profile string   `json:"profile"`
	Rules   int      `json:"rules"`
	Probed  bool     `json:"probed"`
	Clean   bool     `json:"clean"`
	Counts  counts   `json:"counts"`
	Found   []found  `json:"found"`
	Waived  []waived `json:"waived"`
}

type server struct {
	Name    string   `json:"name"`
	Version string   `json:"version"`
	URL     string   `json:"url,omitempty"`
	Command []string `json:"command,omitempty"`
}

type counts struct {
	Error   int `json:"error"`
	Warning int `json:"warning"`
	Info    int `json:"info"`
	Waived  int `json:"waived"`
}

type found struct {
	Rule  string `json:"rule"`
	Level string `json:"level"`
	Path  string `json:"path"`
	Says  string `json:"says"`
	Help  string `json:"help"`
}

type waived struct {
	found
	Reason string `json:"reason"`
}

// JSON writes a report for programs, as one indented object:
//
//	version  1; it changes when a member goes or changes its meaning
//	server   name, version, url and command as far as they are known
//	profile  "portable", "openai" or "anthropic"
//	rules    how many rules were judged by
//	probed   whether the server was looked at while running
//	clean    whether there is neither an error nor a warning
//	counts   error, warning, info, waived
//	found    the problems: rule, level, path, says, help (an address)
//	waived   the same with the reason
func JSON(w io.Writer, r lint.Report) error {
	d := document{
		Version: 1,
		Server:  server{r.Server.Name, r.Server.Version, r.Server.URL, r.Server.Command},
		Profile: r.Profile.String(), Rules: r.Rules, Probed: r.Probed, Clean: r.Clean(),
		Counts: counts{len(r.Found.Of(fault.Error)), len(r.Found.Of(fault.Warning)), len(r.Found.Of(fault.Info)), len(r.Waived)},
		Found:  []found{}, Waived: []waived{},
	}
	for _, p := range r.Found {
		d.Found = append(d.Found, entry(p))
	}
	for _, p := range r.Waived {
		d.Waived = append(d.Waived, waived{entry(p.Problem), p.Reason})
	}
	return write(w, d)
}

func entry(p fault.Problem) found {
	return found{p.Rule.ID, p.Rule.Level.String(), p.Path, p.Says, help(p.Rule)}
}

func write(w io.Writer, document any) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(document)
}
