package plot_test

import (
	"encoding/xml"
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/comity-mcp/comity/benchmarks/plot"
)

func TestChart(t *testing.T) {
	two := []plot.Line{
		{Name: "a < b", Points: []plot.Point{{100, 40}, {1000, 45}, {1_048_576, 900}}},
		{Name: "none"},
		{Name: "c", Points: []plot.Point{{100, 300}}},
	}
	for name, c := range map[string]struct {
		chart plot.Chart
		want  []string
	}{
		"a logarithmic axis has a tick a power of ten, around what there is": {
			plot.Chart{X: plot.Axis{Log: true, Label: plot.Bytes}, Y: plot.Axis{Log: true}, Lines: two},
			[]string{">100 B<", ">1 kB<", ">10 kB<", ">100 kB<", ">1 MB<", ">10 MB<", ">10<", ">100<", ">1000<"},
		},
		"a linear axis begins at zero and has few ticks": {
			plot.Chart{X: plot.Axis{Log: true}, Lines: two},
			[]string{">0<", ">200<", ">400<", ">600<", ">800<", ">1000<"},
		},
		"names are escaped, and a line without points is left out of the legend": {
			plot.Chart{Title: "A & B", X: plot.Axis{Log: true}, Lines: two},
			[]string{"A &amp; B", "a &lt; b", ">c<"},
		},
		"large and small numbers are written out": {
			plot.Chart{X: plot.Axis{Log: true}, Lines: []plot.Line{{Name: "n", Points: []plot.Point{{100_000, 0.6}}}}},
			[]string{">100000<", ">1000000<", ">0.2<", ">0.6<"},
		},
		"all at zero is drawn": {
			plot.Chart{Lines: []plot.Line{{Name: "zero", Points: []plot.Point{{0, 0}}}}},
			[]string{">0<", ">1<"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			got, err := c.chart.SVG()
			if err != nil {
				t.Fatal(err)
			}
			for _, w := range c.want {
				if !strings.Contains(got, w) {
					t.Errorf("there is no %q in\n%s", w, got)
				}
			}
			if strings.Contains(got, ">none<") || strings.Contains(got, "NaN") || strings.Contains(got, "Inf") {
				t.Errorf("got\n%s", got)
			}
			if err := wellFormed(got); err != nil {
				t.Errorf("%v in\n%s", err, got)
			}
		})
	}
}

func TestChartsThatCannotBeDrawn(t *testing.T) {
	for name, c := range map[string]struct {
		chart plot.Chart
		want  string
	}{
		"nothing to draw":             {plot.Chart{Title: "Empty"}, `drawing "Empty": there is nothing to draw`},
		"zero on a logarithmic scale": {plot.Chart{Title: "T", X: plot.Axis{Name: "size", Log: true}, Lines: []plot.Line{{Points: []plot.Point{{0, 1}}}}}, `drawing "T": 0 has no place on the axis "size", whose values are above zero`},
	} {
		t.Run(name, func(t *testing.T) {
			if got, err := c.chart.SVG(); err == nil || err.Error() != c.want {
				t.Errorf("got %v and %q, want %s", err, got, c.want)
			}
		})
	}
}

func wellFormed(text string) error {
	d := xml.NewDecoder(strings.NewReader(text))
	for {
		if _, err := d.Token(); err != nil {
			if errors.Is(err, io.EOF) {
				return nil
			}
			return err
		}
	}
}
