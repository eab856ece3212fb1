package report_test

import (
	"fmt"
	"os"

	"github.com/comity-mcp/comity/catalog"
	"github.com/comity-mcp/comity/lint"
	"github.com/comity-mcp/comity/lint/report"
)

// found is the report on a server that leaves one thing to mend, by the waivers of the rest.
func found() lint.Report {
	c := catalog.Catalog{
		Server: catalog.Server{Name: "inventory", Title: "Inventory", Version: "1.4.0", URL: "http://inventory.example.com/mcp",
			Description: "Product inventory lookup and stock levels for a retail supply chain."},
	}
	r := lint.Judge(lint.Subject{Catalog: c}, lint.Options{
		Waivers: []lint.Waiver{{Rule: "catalog-empty", Path: "server.tools", Reason: "the tools come with the next release"}},
	})
	r.Rules = 150 // whatever their number is today
	return r
}

func ExampleText() {
	if err := report.Text(os.Stdout, found()); err != nil {
		fmt.Println(err)
	}
	// Output:
	// inventory 1.4.0 at http://inventory.example.com/mcp, judged for portable by 150 rules
	//
	// server
	//   warning  url: The address "http://inventory.example.com/mcp" is not https, and hosts refuse it: serve it over TLS. [server-address]
	//
	// Waived
	//   server.tools [catalog-empty]: the tools come with the next release
	//
	// Where the rules come from
	//   server-address  https://developers.openai.com/plugins/deploy/app-review
	//
	// 1 warning, 1 waived.
}

func ExampleJSON() {
	r := lint.Report{Server: catalog.Server{Name: "inventory", Version: "1.4.0"}, Profile: lint.OpenAI, Rules: 148}
	if err := report.JSON(os.Stdout, r); err != nil {
		fmt.Println(err)
	}
	// Output:
	// {
	//   "version": 1,
	//   "server": {
	//     "name": "inventory",
	//     "version": "1.4.0"
	//   },
	//   "profile": "openai",
	//   "rules": 148,
	//   "probed": false,
	//   "clean": true,
	//   "counts": {
	//     "error": 0,
	//     "warning": 0,
	//     "info": 0,
	//     "waived": 0
	//   },
	//   "found": [],
	//   "waived": []
	// }
}

func ExampleSARIF() {
	r := lint.Report{Server: catalog.Server{Name: "inventory", Version: "1.4.0"}, Profile: lint.OpenAI, Rules: 148}
	if err := report.SARIF(os.Stdout, r, "testdata/released.json"); err != nil {
		fmt.Println(err)
	}
	// Output:
	// {
	//   "$schema": "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json",
	//   "version": "2.1.0",
	//   "runs": [
	//     {
	//       "tool": {
	//         "driver": {
	//           "name": "Comity",
	//           "informationUri": "https://github.com/comity-mcp/comity",
	//           "rules": []
	//         }
	//       },
	//       "results": []
	//     }
	//   ]
	// }
}
