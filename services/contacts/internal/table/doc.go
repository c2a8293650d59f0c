// Package table reads files as tables: it detects their format and the meaning of their columns and values, and decides
// which rows are valid and why others are refused. It needs no store.
package table
