package page_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"

	"github.com/comity-mcp/comity/catalog"
	"github.com/comity-mcp/comity/internal/page"
)

func ExampleNew() {
	d, err := page.New(page.Subject{Catalog: catalog.Catalog{Server: catalog.Server{Name: "orders", Title: "Customer orders", URL: "https://orders.example.com/mcp"}}})
	fmt.Println(strings.Contains(string(d.Bytes()), `<h1 dir="auto">Customer orders</h1>`), err)
	// Output: true <nil>
}

func ExampleDocument_ServeHTTP() {
	d, err := page.New(page.Subject{Catalog: catalog.Catalog{Server: catalog.Server{Title: "Customer orders"}}})
	if err != nil {
		fmt.Println(err)
		return
	}
	w := httptest.NewRecorder()
	d.ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/", nil))
	fmt.Println(w.Code, w.Header().Get("Content-Type"))
	// Output: 200 text/html; charset=utf-8
}
