package snippets

import (
	"bytes"

	"github.com/comity-mcp/comity/catalog"
)

// Stale says how the blocks of the document differ from what [Fill] would write: a unified diff from the document to
// that, with three lines around each change; empty when nothing differs. The errors are those of Fill.
func Stale(doc []byte, c catalog.Catalog) (diff string, err error) {
	filled, err := Fill(doc, c)
	if err != nil {
		return "", err
	}
	if bytes.Equal(doc, filled) {
		return "", nil
	}
	return unified(string(doc), string(filled)), nil
}
