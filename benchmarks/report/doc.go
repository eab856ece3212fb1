// Package report makes docs/performance.md and its charts from what was measured. The words of the page are
// in page.md beside it; every number comes from a run.
package report
