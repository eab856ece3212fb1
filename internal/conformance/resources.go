package conformance

import (
	"context"
	"fmt"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// addResources registers the resources and the template the suite reads.
func addResources(s *mcp.Server) {
	s.AddResource(&mcp.Resource{
		URI: "test://static-text", Name: "static-text", MIMEType: "text/plain", Description: "A text that never changes.",
	}, reads(mcp.ResourceContents{MIMEType: "text/plain", Text: "This is the content of the static text resource."}))
	s.AddResource(&mcp.Resource{
		URI: "test://static-binary", Name: "static-binary", MIMEType: "image/png", Description: "A PNG that never changes.",
	}, reads(mcp.ResourceContents{MIMEType: "image/png", Blob: redPixel()}))
	s.AddResource(&mcp.Resource{
		URI: "test://watched-resource", Name: "watched-resource", MIMEType: "text/plain", Description: "A text to subscribe to.",
	}, reads(mcp.ResourceContents{MIMEType: "text/plain", Text: "Watched, and never changing."}))
	s.AddResourceTemplate(&mcp.ResourceTemplate{
		URITemplate: "test://template/{id}/data", Name: "template-data", MIMEType: "application/json",
		Description: "Data for the id in the URI.",
	}, func(_ context.Context, req *mcp.ReadResourceRequest) (*mcp.ReadResourceResult, error) {
		uri := req.Params.URI
		id := strings.TrimSuffix(strings.TrimPrefix(uri, "test://template/"), "/data")
		return contents(mcp.ResourceContents{
			URI: uri, MIMEType: "application/json",
			Text: fmt.Sprintf(`{"id":%q,"templateTest":true,"data":"Data for ID: %s"}`, id, id),
		}), nil
	})
}

// reads makes a handler that gives c under the URI asked for.
func reads(c mcp.ResourceContents) mcp.ResourceHandler {
	return func(_ context.Context, req *mcp.ReadResourceRequest) (*mcp.ReadResourceResult, error) {
		c := c
		c.URI = req.Params.URI
		return contents(c), nil
	}
}

func contents(c mcp.ResourceContents) *mcp.ReadResourceResult {
	return &mcp.ReadResourceResult{Contents: []*mcp.ResourceContents{&c}}
}
