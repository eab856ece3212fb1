// Package result holds what was measured: raw samples, on what machine, and the medians and ratios that are
// made of them.
package result
