package versus

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// Change is a benchmark that costs more than before, by more than chance explains.
type Change struct {
	// Package and Name say which; Unit is "sec/op", "B/op" or "allocs/op".
	Package, Name, Unit string
	// Percent is how much more. Zero: there was nothing before.
	Percent float64
}

// String is the change in a clause.
func (c Change) String() string {
	if c.Percent == 0 {
		return fmt.Sprintf("%s %s: %s was zero", c.Package, c.Name, c.Unit)
	}
	return fmt.Sprintf("%s %s: %s is %.1f %% more", c.Package, c.Name, c.Unit, c.Percent)
}

// costs are the units of which more is worse; a benchmark may report others, such as B/s.
var costs = map[string]bool{"sec/op": true, "B/op": true, "allocs/op": true}

// Dearer reads what benchstat -format csv printed and returns what has become dearer by more than percent. A
// difference that benchstat does not find significant is none.
func Dearer(text io.Reader, percent float64) ([]Change, error) {
	r := csv.NewReader(text)
	r.FieldsPerRecord = -1
	var out []Change
	var pkg, unit string
	for {
		row, err := r.Read()
		switch {
		case errors.Is(err, io.EOF):
			return out, nil
		case err != nil:
			return nil, fmt.Errorf("reading what benchstat says: %w", err)
		case len(row) == 1:
			if name, ok := strings.CutPrefix(row[0], "pkg: "); ok {
				pkg = name
			}
		case row[0] == "" && len(row) > 5 && row[5] == "vs base":
			unit = row[1]
		case row[0] != "" && row[0] != "geomean" && len(row) > 5:
			more, ok := increase(row[5])
			if ok && costs[unit] && (more == 0 || more > percent) {
				out = append(out, Change{pkg, row[0], unit, more})
			}
		}
	}
}

// increase reads "+12.34%", or "?" for more than nothing; false for less and for no difference.
func increase(s string) (float64, bool) {
	if s == "?" {
		return 0, true
	}
	n, ok := strings.CutPrefix(strings.TrimSuffix(s, "%"), "+")
	v, err := strconv.ParseFloat(n, 64)
	return v, ok && err == nil && v > 0
}
