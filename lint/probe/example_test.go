package probe_test

import (
	"context"
	"fmt"
	"net/http/httptest"

	"github.com/comity-mcp/comity/lint"
	"github.com/comity-mcp/comity/lint/probe"
)

func ExampleRun() {
	// Stands for any server that runs; this one answers whatever it is asked with the same stock.
	server := httptest.NewServer(&fake{tools: getStock, call: func(map[string]any) string { return good }})
	defer server.Close()

	evidence, catalog, err := probe.Run(context.Background(), probe.Target{URL: server.URL + "/mcp"}, probe.Options{Rate: 1000})
	if err != nil {
		fmt.Println(err)
		return
	}
	report := lint.Judge(lint.Subject{Catalog: catalog, Evidence: evidence}, lint.Options{})
	for _, p := range report.Found {
		if p.Rule.ID == "live-extra-refused" {
			fmt.Println(p.Says)
		}
	}
	// Output:
	// A call with the unknown argument "comity_probe" succeeded, though the schema says additionalProperties:false: refuse it and name the argument that was probably meant.
}
