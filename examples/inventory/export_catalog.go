package main

import (
	"context"
	"crypto/sha256"
	"encoding/csv"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/comity-mcp/comity/auth"
	"github.com/comity-mcp/comity/handles"
	"github.com/comity-mcp/comity/server"
)

// ExportCatalog is what start_export_catalog takes, beside a request_key.
type ExportCatalog struct {
	Category *string `json:"category" jsonschema:"enum=cleaning,enum=electrical,enum=garden,enum=paint,enum=plumbing,enum=safety,enum=storage,enum=tools" jsonschema_description:"Only products of this category; every category when null or left out"`
}

// CatalogExport is what an export gives.
type CatalogExport struct {
	File     server.Link `json:"file" jsonschema_description:"The CSV file: one line a product, with its units in all warehouses"`
	Products int         `json:"products" jsonschema:"minimum=0" jsonschema_description:"Products in the file"`
	AsOf     time.Time   `json:"as_of" jsonschema_description:"When the products were read"`
}

const (
	exportsURI = "inventory://exports/"
	exportKept = 24 * time.Hour
)

// exportFile is the form of a file's name, and the only one that is ever opened.
var exportFile = regexp.MustCompile(`^export_[a-z2-7]{26}\.csv$`)

// exportCatalog writes a CSV file that its caller can read, and nobody else. A second run writes another
// file, so it may begin anew when its process was killed.
func (a app) exportCatalog(ctx context.Context, in ExportCatalog, p *handles.Progress) (CatalogExport, error) {
	rows, err := a.store.reader.QueryContext(ctx, `
		SELECT p.sku, p.name, p.category, coalesce(sum(s.on_hand), 0), coalesce(sum(s.reserved), 0)
		FROM products p LEFT JOIN stock s ON s.sku = p.sku
		WHERE ?1 IS NULL OR p.category = ?1 GROUP BY p.sku ORDER BY p.sku`, in.Category)
	if err != nil {
		return CatalogExport{}, fmt.Errorf("reading the catalog: %w", err)
	}
	defer rows.Close()
	var text strings.Builder
	out := csv.NewWriter(&text)
	out.Write([]string{"product_sku", "name", "category", "on_hand", "reserved"})
	export := CatalogExport{AsOf: now()}
	for rows.Next() {
		var sku, name, category string
		var onHand, reserved int
		if err := rows.Scan(&sku, &name, &category, &onHand, &reserved); err != nil {
			return CatalogExport{}, fmt.Errorf("reading the catalog: %w", err)
		}
		out.Write([]string{sku, name, category, strconv.Itoa(onHand), strconv.Itoa(reserved)})
		export.Products++
		p.Report(float64(export.Products), 0, "writing "+sku)
	}
	out.Flush()
	if err := errors.Join(rows.Err(), out.Error()); err != nil {
		return CatalogExport{}, fmt.Errorf("reading the catalog: %w", err)
	}
	export.File, err = a.keepExport(ctx, text.String())
	return export, err
}

// keepExport writes the file of a caller, whole or not at all, and clears away what is too old.
func (a app) keepExport(ctx context.Context, text string) (server.Link, error) {
	dir := a.exportsOf(auth.CallerFrom(ctx))
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return server.Link{}, fmt.Errorf("making the folder of exports: %w", err)
	}
	clearOld(dir)
	name := handles.NewID("export") + ".csv"
	part := filepath.Join(dir, name+".part")
	if err := os.WriteFile(part, []byte(text), 0o600); err != nil {
		return server.Link{}, fmt.Errorf("writing an export: %w", err)
	}
	if err := os.Rename(part, filepath.Join(dir, name)); err != nil {
		return server.Link{}, fmt.Errorf("keeping an export: %w", err)
	}
	return server.Link{URI: exportsURI + name, Name: "catalog.csv", MIMEType: "text/csv", Size: int64(len(text))}, nil
}

// exportsOf is the folder of one caller's exports; another caller's name leads elsewhere.
func (a app) exportsOf(c auth.Caller) string {
	sum := sha256.Sum256([]byte(c.Key()))
	return filepath.Join(a.store.dir, "exports", hex.EncodeToString(sum[:16]))
}

// clearOld removes exports that nobody can reach any more. What cannot be removed is tried again by the
// next export.
func clearOld(dir string) {
	files, _ := os.ReadDir(dir)
	for _, f := range files {
		if info, err := f.Info(); err == nil && time.Since(info.ModTime()) > exportKept {
			_ = os.Remove(filepath.Join(dir, f.Name()))
		}
	}
}

// serveExports adds the resource that the links of exports point to.
func (a app) serveExports(m *mcp.Server) {
	m.AddResourceTemplate(&mcp.ResourceTemplate{
		Name: "export", Title: "Exported catalog", URITemplate: exportsURI + "{file}", MIMEType: "text/csv",
		Description: "A CSV file that export_catalog wrote for the same caller.",
	}, func(ctx context.Context, req *mcp.ReadResourceRequest) (*mcp.ReadResourceResult, error) {
		uri := req.Params.URI
		name := strings.TrimPrefix(uri, exportsURI)
		if !exportFile.MatchString(name) {
			return nil, mcp.ResourceNotFoundError(uri)
		}
		text, err := os.ReadFile(filepath.Join(a.exportsOf(auth.CallerFrom(ctx)), name))
		if errors.Is(err, fs.ErrNotExist) {
			return nil, mcp.ResourceNotFoundError(uri) // unknown, somebody else's or gone: one answer
		}
		if err != nil {
			return nil, fmt.Errorf("reading an export: %w", err)
		}
		return &mcp.ReadResourceResult{Contents: []*mcp.ResourceContents{{URI: uri, MIMEType: "text/csv", Text: string(text)}}}, nil
	})
}
