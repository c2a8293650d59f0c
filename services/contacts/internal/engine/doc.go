// Package engine turns the text of an engagement file into packed facts at more than a million rows a second:
// it finds rows in pieces of text, reads their columns in place, looks recipients up in a table of hashes and
// sorts what it found into batches. It knows no database, no network and no clock, and allocates nothing for a
// row. Files of contacts use its scanners and its reading of times and addresses too.
package engine
