// Package table reads files as tables: what a file is, what its columns and values mean, which rows can be used and why
// others are refused. It needs no store.
package table
