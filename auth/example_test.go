package auth_test

import (
	"context"
	"fmt"

	"github.com/comity-mcp/comity/auth"
)

func Example() {
	access := auth.Scopes("inventory:read")
	fmt.Println(access)
	fmt.Println(access.Allows(auth.Caller{Issuer: "https://login.example.com", Subject: "ada", Scopes: []string{"inventory:read"}}))
	fmt.Println(access.Allows(auth.Anonymous()))
	// Output:
	// scopes inventory:read
	// true
	// false
}

func ExampleAnyone() {
	fmt.Println(auth.Anyone().Allows(auth.Anonymous()))
	// Output: true
}

func ExampleOptional() {
	a := auth.Optional("orders:read")
	fmt.Println(a.Allows(auth.Anonymous()), a.Scopes())
	// Output: true [orders:read]
}

func ExampleAnyCaller() {
	a := auth.AnyCaller()
	fmt.Println(a.Allows(auth.Anonymous()), a.Allows(auth.Caller{Subject: "ada"}))
	// Output: false true
}

func ExampleScopes() {
	a := auth.Scopes("b", "a", "b")
	fmt.Println(a.Scopes(), a.Anonymous(), a.IsZero())
	fmt.Println(auth.Scopes())
	// Output:
	// [a b] false false
	// any signed-in caller
}

func ExampleAccess_IsZero() {
	var a auth.Access
	fmt.Println(a.IsZero(), a, a.Allows(auth.LocalCaller()))
	// Output: true nothing stated false
}

func ExampleCallerFrom() {
	ctx := auth.WithCaller(context.Background(), auth.Caller{Issuer: "https://login.example.com", Subject: "ada"})
	fmt.Println(auth.CallerFrom(ctx).Subject)
	fmt.Println(auth.CallerFrom(context.Background()).IsAnonymous())
	// Output:
	// ada
	// true
}

func ExampleLocalCaller() {
	c := auth.LocalCaller()
	fmt.Println(c.Issuer, auth.Scopes("anything:at-all").Allows(c))
	// Output: local true
}

func ExampleAnonymous() {
	fmt.Println(auth.Anonymous().IsAnonymous())
	// Output: true
}

func ExampleOff_Reason() {
	fmt.Println(auth.Off{Because: " behind a gateway that verifies "}.Reason())
	// Output: behind a gateway that verifies
}

func ExampleAccess_Allows() {
	fmt.Println(auth.AnyCaller().Allows(auth.Caller{Subject: "ada"}), auth.AnyCaller().Allows(auth.Anonymous()))
	// Output: true false
}

func ExampleAccess_Anonymous() {
	fmt.Println(auth.Optional("orders:read").Anonymous(), auth.Scopes("orders:read").Anonymous())
	// Output: true false
}

func ExampleAccess_Scopes() {
	fmt.Println(auth.Scopes("b", "a").Scopes(), len(auth.Anyone().Scopes()))
	// Output: [a b] 0
}

func ExampleCaller_IsAnonymous() {
	fmt.Println(auth.Caller{}.IsAnonymous(), auth.LocalCaller().IsAnonymous())
	// Output: true false
}

func ExampleWithCaller() {
	ctx := auth.WithCaller(context.Background(), auth.Caller{Subject: "ada"})
	fmt.Println(auth.CallerFrom(ctx).Subject)
	// Output: ada
}

func ExampleOAuth_Servers() {
	policy := auth.OAuth{Issuers: []string{"https://login.example.com"}, Providers: []auth.Provider{auth.Google("https://inventory.example.com/mcp")}}
	fmt.Println(policy.Servers())
	// Output: [https://login.example.com https://accounts.google.com]
}
