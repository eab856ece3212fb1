// Package plan says which servers are measured, at what, and in which order, and does it: every round
// visits every server once, in an order that is turned by one each time, with a fresh process.
package plan
