// Package program drives the product from outside: the built binary, its API, the subjects and batches that its proto
// makes public. Some things it looks up in the database, and changes nothing there: the number of a recipient database,
// whether all that was sent has been kept and compacted, and how much was written.
package program
