package result

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
)

// Run is one run of the benchmark as it is kept in a file.
type Run struct {
	// Date is the day, as 2026-07-28.
	Date string
	// Commit is what was measured, with "+" when files differed from it.
	Commit string
	// Quick says that it only shows that everything runs: its times mean little.
	Quick   bool
	Rounds  int
	Machine Machine
	// Versions are of the servers' languages and libraries.
	Versions map[string]string
	// Missing says which servers were not measured, and why.
	Missing map[string]string
	Samples []Sample `json:"-"`
}

// Machine is where it ran.
type Machine struct {
	Processor string
	Cores     int
	// Memory in GiB.
	Memory int
	Kernel string
	// Server and Generator are the processors each was bound to; none when they shared all.
	Server, Generator []int
}

// Phase is what a sample was measured for, and what [Sample.At] counts.
type Phase string

// The phases.
const (
	Call      Phase = "call"      // tools/call over HTTP; At is connections
	List      Phase = "list"      // tools/list over HTTP, 16 connections; At is tools
	Stdio     Phase = "stdio"     // tools/call over pipes; At is calls in flight
	Start     Phase = "start"     // process start to the first tools/list answer; At is tools
	Memory    Phase = "memory"    // idle and under load; At is tools
	Arguments Phase = "arguments" // tools/call, 4 connections; At is bytes of arguments
	Results   Phase = "results"   // tools/call, 4 connections; At is bytes of structured content
	Tools     Phase = "tools"     // tools/call, 16 connections; At is tools
	Callers   Phase = "callers"   // tools/call, 16 connections; At is different tokens
)

// Sample is one measurement.
type Sample struct {
	Phase  Phase
	Target string
	// Era is the protocol's revision; "" where it does not matter.
	Era   string
	At    int
	Round int
	// Answers is how many were checked and right; a wrong one ends the run.
	Answers int `json:",omitzero"`
	// Rate is answers a second.
	Rate float64 `json:",omitzero"`
	// CPU is microseconds of the server's processor time an answer, Generator of the generator's.
	CPU       float64 `json:",omitzero"`
	Generator float64 `json:",omitzero"`
	// Half and Most are the milliseconds within which 50 % and 99 % of the answers came; for Start, Half is
	// the time to the first answer.
	Half float64 `json:",omitzero"`
	Most float64 `json:",omitzero"`
	// Allocations and KiB are the objects and memory allocated an answer. Zero: not a Go server.
	Allocations float64 `json:",omitzero"`
	KiB         float64 `json:",omitzero"`
	// Idle and Peak are MiB resident.
	Idle float64 `json:",omitzero"`
	Peak float64 `json:",omitzero"`
}

// Write keeps the run in a file, a line a sample, so that two runs can be compared line by line.
func (r Run) Write(path string) error {
	head, err := json.Marshal(r)
	if err != nil {
		return fmt.Errorf("writing the results: %w", err)
	}
	var b bytes.Buffer
	b.Write(append(head, '\n'))
	for _, s := range r.Samples {
		line, err := json.Marshal(s)
		if err != nil {
			return fmt.Errorf("writing the results: %w", err)
		}
		b.Write(append(line, '\n'))
	}
	if err := os.WriteFile(path, b.Bytes(), 0o644); err != nil {
		return fmt.Errorf("writing the results: %w", err)
	}
	return nil
}

// Read reads what [Run.Write] wrote.
func Read(path string) (Run, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return Run{}, fmt.Errorf("reading the results: %w", err)
	}
	var r Run
	d := json.NewDecoder(bytes.NewReader(data))
	if err := d.Decode(&r); err != nil {
		return Run{}, fmt.Errorf("reading the results in %s: %w", path, err)
	}
	for d.More() {
		var s Sample
		if err := d.Decode(&s); err != nil {
			return Run{}, fmt.Errorf("reading sample %d in %s: %w", len(r.Samples)+1, path, err)
		}
		r.Samples = append(r.Samples, s)
	}
	return r, nil
}
