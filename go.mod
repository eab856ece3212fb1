module github.com/comity-mcp/comity

go 1.26.0

require (
	github.com/go-json-experiment/json v1.27.2 // indirect
	github.com/modelcontextprotocol/go-sdk v1.8.0 // indirect
)
