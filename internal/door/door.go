// Package door lets tools that were registered with the SDK pass a Comity server, which holds them back
// otherwise. It is internal because such a tool skips effects, auth and audit: the conformance fixtures
// use it for what cannot be declared yet.
package door

import (
	"context"
	"slices"
)

type key struct{}

// Allow returns a context in which the named tools are listed and callable.
func Allow(ctx context.Context, names ...string) context.Context {
	return context.WithValue(ctx, key{}, names)
}

// Open reports whether the named tool may pass.
func Open(ctx context.Context, name string) bool {
	names, _ := ctx.Value(key{}).([]string)
	return slices.Contains(names, name)
}

// Closed reports whether no tool at all may pass.
func Closed(ctx context.Context) bool { return ctx.Value(key{}) == nil }
