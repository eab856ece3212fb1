package lint

// Where the live rules come from, beside the sources of the others. Read up to 2026-11-29.
const (
	specLifecycle     = "https://modelcontextprotocol.io/specification/2025-11-25/basic/lifecycle"
	specCaching       = "https://modelcontextprotocol.io/specification/2026-07-28/server/utilities/caching"
	specStdio         = "https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/stdio"
	specAuthorization = "https://modelcontextprotocol.io/specification/2026-07-28/basic/authorization"
	conformance       = "https://github.com/modelcontextprotocol/conformance"
	discoverStalls    = "https://github.com/kagura-ai/memory-cloud/issues/1544"
	probedTimes       = "https://github.com/Luxshan2000/mcp-lint"
	openaiQuick       = "https://developers.openai.com/plugins/quickstart"
	openaiAuth        = "https://developers.openai.com/plugins/build/auth.md"
	owaspSecrets      = "https://github.com/OWASP/www-project-mcp-top-10"
	fetchStandard     = "https://fetch.spec.whatwg.org/"
	jsonRPC           = "https://www.jsonrpc.org/specification"
	rfc6750           = "https://www.rfc-editor.org/rfc/rfc6750"
	rfc9728           = "https://www.rfc-editor.org/rfc/rfc9728"
)
