package main

import (
	"path/filepath"

	"github.com/comity-mcp/comity/benchmarks/report"
)

// write makes the page and its charts from the kept results.
func write(kept, docs string) error {
	return report.Write(kept, filepath.Join(filepath.Dir(kept), "steady.json"), docs)
}
