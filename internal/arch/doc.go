// Package arch has no code: its tests read the imports of every package of this module and fail when one
// points against the direction of the design, or when a module is linked that no decision page lists.
//
// A new package gets a line in places_test.go, a new module a line in modules_test.go and a place in a
// page under docs/decisions. The failure says which line to add.
package arch
