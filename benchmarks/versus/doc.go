// Package versus compares the Go benchmarks of the framework's parts in two source trees. Both are built here
// and run in turns on one machine, since times of another machine or another hour say little; benchstat
// judges.
package versus
