module github.com/comity-mcp/comity

go 1.26.0
