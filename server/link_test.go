package server_test

import (
	"context"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/comity-mcp/comity/annotations"
	"github.com/comity-mcp/comity/handles"
	"github.com/comity-mcp/comity/server"
)

type Exported struct {
	Files []server.Link `json:"files" jsonschema_description:"The files that were written"`
	More  *server.Link  `json:"more" jsonschema_description:"Another file, if any"`
}

func exported() Exported {
	return Exported{Files: []server.Link{{URI: "test://a.csv", Name: "a.csv", MIMEType: "text/csv", Size: 12}}, More: &server.Link{URI: "test://b.csv", Name: "b.csv", MIMEType: "text/csv"}}
}

// A link in a result is a content block beside the text, after it, of tools that answer at once and of jobs.
func TestALinkIsAContentBlock(t *testing.T) {
	blocks := `"content":[{"type":"text","text":"{`
	links := `},{"type":"resource_link","mimeType":"text/csv","uri":"test://a.csv","name":"a.csv","size":12},{"type":"resource_link","mimeType":"text/csv","uri":"test://b.csv","name":"b.csv","size":0}]`
	structured := `"files":[{"uri":"test://a.csv","name":"a.csv","mime_type":"text/csv","size":12}]`
	work := func(context.Context, Recount, *handles.Progress) (Exported, error) { return exported(), nil }
	c := jobConfig(t, func(context.Context, Recount, *handles.Progress) (Recounted, error) { return Recounted{}, nil })
	c.Tools = []server.Tool{
		server.Read(stockSpec(), func(context.Context, struct{}) (Exported, error) { return exported(), nil }),
		server.Job(jobSpec(), annotations.Creates, run(), work),
	}
	c.Extend = func(m *mcp.Server) {
		m.AddResource(&mcp.Resource{Name: "a.csv", URI: "test://a.csv"}, func(context.Context, *mcp.ReadResourceRequest) (*mcp.ReadResourceResult, error) {
			return &mcp.ReadResourceResult{Contents: []*mcp.ResourceContents{{URI: "test://a.csv", Text: "sku,units"}}}, nil
		})
	}
	h := serving(t, c)
	for name, args := range map[string]string{"check_stock": "{}", "start_recount": `{"warehouse":"Chicago"}`} {
		_, body := post(t, h.URL, "2025-06-18", `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"`+name+`","arguments":`+args+`}}`)
		if !strings.Contains(body, blocks) || !strings.Contains(body, links) || !strings.Contains(body, structured) {
			t.Errorf("%s: %s", name, body)
		}
	}
	if _, body := post(t, h.URL, "2025-06-18", `{"jsonrpc":"2.0","id":1,"method":"resources/read","params":{"uri":"test://a.csv"}}`); !strings.Contains(body, "sku,units") {
		t.Errorf("reading it: %s", body)
	}
}
