package main

import (
	"context"
	"encoding/csv"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/comity-mcp/comity/auth"
	"github.com/comity-mcp/comity/server"
	"github.com/comity-mcp/comity/server/servertest"
)

// exported is what the tools of an export give.
type exported struct {
	Status string
	Reason *string
	Result *CatalogExport
}

// as is a session of the SDK's client, which reads resources, as a caller.
func as(t *testing.T, srv *server.Server, subject string) *mcp.ClientSession {
	t.Helper()
	ctx := auth.WithCaller(context.Background(), auth.Caller{Issuer: "https://login.example.com", Subject: subject, Scopes: []string{reads}})
	near, far := mcp.NewInMemoryTransports()
	end, err := srv.MCP().Connect(ctx, far, nil)
	if err != nil {
		t.Fatal(err)
	}
	session, err := mcp.NewClient(&mcp.Implementation{Name: "t", Version: "1"}, nil).Connect(ctx, near, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { session.Close(); end.Close() })
	return session
}

func TestAnExportIsAFileOfItsCaller(t *testing.T) {
	s := opened(t, t.TempDir())
	srv := declared(t, s, "http://127.0.0.1:8080/mcp")
	ada := servertest.Connect(t, srv, auth.Caller{Issuer: "https://login.example.com", Subject: "ada", Scopes: []string{reads}})
	var got exported
	ada.Call("start_export_catalog", args{"category": nil, "request_key": nil}).Into(t, &got)
	if got.Status != "completed" || got.Result.Products != 500 || got.Result.File.MIMEType != "text/csv" || got.Result.File.Size == 0 {
		t.Fatalf("got %+v", got)
	}
	res, err := as(t, srv, "ada").ReadResource(t.Context(), &mcp.ReadResourceParams{URI: got.Result.File.URI})
	if err != nil {
		t.Fatal(err)
	}
	lines, err := csv.NewReader(strings.NewReader(res.Contents[0].Text)).ReadAll()
	if err != nil || len(lines) != 501 || lines[0][0] != "product_sku" || int64(len(res.Contents[0].Text)) != got.Result.File.Size {
		t.Errorf("%v, %d lines, of %d bytes", err, len(lines), len(res.Contents[0].Text))
	}
	for claim, uri := range map[string]string{
		"somebody else's": got.Result.File.URI,
		"an unknown one":  exportsURI + "export_" + strings.Repeat("a", 26) + ".csv",
		"one outside":     exportsURI + "..%2Finventory.db",
		"the database":    exportsURI + "../../inventory.db",
	} {
		if res, err := as(t, srv, "eve").ReadResource(t.Context(), &mcp.ReadResourceParams{URI: uri}); err == nil {
			t.Errorf("%s was read: %+v", claim, res)
		}
	}
}

func TestAnExportOfOneCategory(t *testing.T) {
	c, s := connected(t)
	var want int
	if err := s.reader.QueryRow("SELECT count(*) FROM products WHERE category = 'paint'").Scan(&want); err != nil {
		t.Fatal(err)
	}
	var got exported
	c.Call("start_export_catalog", args{"category": "paint", "request_key": nil}).Into(t, &got)
	if got.Status != "completed" || got.Result.Products != want || want == 0 || want == 500 {
		t.Errorf("got %+v, want %d products", got.Result, want)
	}
}

func TestOldExportsAreClearedAway(t *testing.T) {
	dir := t.TempDir()
	for name, age := range map[string]time.Duration{"old.csv": 25 * time.Hour, "new.csv": time.Hour} {
		file := filepath.Join(dir, name)
		if err := os.WriteFile(file, nil, 0o600); err != nil {
			t.Fatal(err)
		}
		at := time.Now().Add(-age)
		if err := os.Chtimes(file, at, at); err != nil {
			t.Fatal(err)
		}
	}
	clearOld(dir)
	if files, err := os.ReadDir(dir); err != nil || len(files) != 1 || files[0].Name() != "new.csv" {
		t.Errorf("%v, %v", files, err)
	}
}
