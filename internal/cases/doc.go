// Package cases holds the list of failures from the field that this project answers, and the test that
// each of them is a test somewhere, named for its id (TestR001...), or is answered in a decision page.
package cases
