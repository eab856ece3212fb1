// Package fault holds the vocabulary of what is wrong with a declaration or a listing: a [Rule] says
// what must hold, a [Problem] says where it does not and how to mend it, and [Problems] is all of them
// at once, as one error.
//
// A rule is a value that does not know who checks it. Declaration rules live in the packages that can
// see the fault (schema, auth, server), wire rules in lint; their identifiers are unique across all of
// them, and docs/rules.md is generated from all.
package fault
