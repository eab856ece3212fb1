// Package snippets writes the text with which a server is connected to each client: programs for the APIs, files of
// settings for hosts, install links. Everything is a pure function of a [catalog.Catalog].
//
// [Clients] is the one table; [Render] writes one row of it, [Fill] the marked blocks of a Markdown document, and
// [Stale] says whether those are current:
//
//	<!-- comity:snippets openai-responses-python -->
//	<!-- /comity:snippets -->
//
// Programs are the files under programs, which leave a few places open. Data is written by one file per language
// (python.go, typescript.go, json.go, toml.go, bash.go, markdown.go), so that a name or a description with quotes or
// line breaks is escaped once. Characters that are not seen, or turn text around, are always escaped.
//
// A secret is the name of an environment variable, made from the name of the server. There is no place for the secret
// itself.
package snippets
