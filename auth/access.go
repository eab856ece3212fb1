package auth

import "slices"

// Access says who may call one tool. It is declared once and shown everywhere it matters.
// The zero value is refused by server.New: a tool states who may call it.
// An Access is immutable and safe for concurrent use.
type Access struct {
	kind   accessKind
	scopes []string
}

type accessKind int

const (
	anyone accessKind = iota + 1
	optional
	anyCaller
	scoped
)

// Anyone lets every caller in, signed in or not.
func Anyone() Access { return Access{kind: anyone} }

// Optional lets every caller in and asks hosts to sign in with the scopes where they can, because the
// tool does more for a caller it knows.
func Optional(scopes ...string) Access { return Access{kind: optional, scopes: normal(scopes)} }

// AnyCaller lets every signed-in caller in, whatever their scopes.
func AnyCaller() Access { return Access{kind: anyCaller} }

// Scopes lets in a signed-in caller who holds all the scopes. Without a scope it is [AnyCaller].
func Scopes(scopes ...string) Access {
	if len(scopes) == 0 {
		return AnyCaller()
	}
	return Access{kind: scoped, scopes: normal(scopes)}
}

// IsZero reports whether nothing was stated.
func (a Access) IsZero() bool { return a.kind == 0 }

// Anonymous reports whether a caller who is not signed in may call the tool.
func (a Access) Anonymous() bool { return a.kind == anyone || a.kind == optional }

// Scopes returns the scopes that the tool asks for, sorted, without repetition; empty for none.
func (a Access) Scopes() []string { return slices.Clone(a.scopes) }

// Allows reports whether c may call the tool. The zero Access allows nobody.
func (a Access) Allows(c Caller) bool { return a.Judge(c) == nil }

// String returns the access as a reader would say it, for example "scopes inventory:read".
func (a Access) String() string {
	switch a.kind {
	case anyone:
		return "anyone"
	case optional:
		return "anyone, better signed in with" + list(a.scopes)
	case anyCaller:
		return "any signed-in caller"
	case scoped:
		return "scopes" + list(a.scopes)
	}
	return "nothing stated"
}

func list(scopes []string) string {
	out := ""
	for _, s := range scopes {
		out += " " + s
	}
	return out
}

func normal(scopes []string) []string {
	out := slices.Clone(scopes)
	slices.Sort(out)
	return slices.Compact(out)
}
