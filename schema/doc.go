// Package schema is the core contract of a Go type: what a tool takes ([Input]) and gives ([Output]),
// generated from the struct once, published as JSON Schema, and enforced on every value that passes.
// Change the wrapper, not the type: every host's form is made from the same core.
package schema
