package page_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/comity-mcp/comity/internal/page"
	"github.com/comity-mcp/comity/snippets"
)

// many is a server of n tools with every snippet that fits it.
func many(b *testing.B, n int) page.Subject {
	s := inventory()
	few := s.Catalog.Tools
	s.Catalog.Tools = nil
	for i := range n {
		t := few[i%len(few)]
		t.Name = fmt.Sprintf("%s_%d", t.Name, i)
		s.Catalog.Tools = append(s.Catalog.Tools, t)
	}
	s.Snippets = nil
	for _, c := range snippets.Of(s.Catalog) {
		text, err := snippets.Render(s.Catalog, c.ID)
		if err != nil {
			b.Fatal(err)
		}
		s.Snippets = append(s.Snippets, page.Snippet{ID: c.ID, Product: c.Product, Title: c.Title, File: c.File, Text: text})
	}
	return s
}

// BenchmarkNew is what the first visit costs, once, and how large the page is.
func BenchmarkNew(b *testing.B) {
	for _, n := range []int{12, 200} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			s := many(b, n)
			b.ReportAllocs()
			size := 0
			for b.Loop() {
				size = len(made(b, s).Bytes())
			}
			b.ReportMetric(float64(size), "bytes/page")
		})
	}
}

// BenchmarkServe is what every later visit costs.
func BenchmarkServe(b *testing.B) {
	d := made(b, many(b, 200))
	r := httptest.NewRequest(http.MethodGet, "/", nil)
	b.ReportAllocs()
	for b.Loop() {
		d.ServeHTTP(httptest.NewRecorder(), r)
	}
}
