// Package stock is what every server of the benchmark answers from: 500 products in 10 warehouses, made by
// arithmetic, so that a server in another language has the same rows without a file, and whoever sends a
// call knows the whole answer.
package stock
