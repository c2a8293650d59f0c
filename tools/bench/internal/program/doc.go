// Package program drives the product from outside: the built binary, its API, metrics, log, and the event of a finished
// calculation. It queries the database for the state of compaction and folds and for sizes, and switches folds off.
package program
