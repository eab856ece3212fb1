package report

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/comity-mcp/comity/benchmarks/result"
)

// Write makes performance.md and performance/*.svg in the directory docs from the results in a file, and
// from those of the program steady when there are any.
func Write(results, steady, docs string) error {
	r, err := result.Read(results)
	if err != nil {
		return err
	}
	s, err := result.ReadSteady(steady)
	if err != nil {
		return err
	}
	text, err := Page(r, s)
	if err != nil {
		return err
	}
	charts, err := Charts(r, s)
	if err != nil {
		return err
	}
	dir := filepath.Join(docs, "performance")
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return fmt.Errorf("making the directory of the charts: %w", err)
	}
	for name, svg := range charts {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(svg), 0o644); err != nil {
			return fmt.Errorf("writing a chart: %w", err)
		}
	}
	if err := os.WriteFile(filepath.Join(docs, "performance.md"), text, 0o644); err != nil {
		return fmt.Errorf("writing the page: %w", err)
	}
	return nil
}
