// Package conformance is the server that the official MCP conformance suite is run against: what can be declared with
// Comity is declared with Read, and what needs content blocks, prompts, resources, progress, elicitation or
// sampling is registered through the SDK and let through an internal door.
//
// README.md lists which fixture is which; run.mjs runs the suite and counts the two apart.
package conformance
