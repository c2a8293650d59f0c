// Package core decides what Puls knows of contacts: which row of a file is which contact, what consent and
// addresses it then has, which files can be read at all, and what databases, groups and properties may be called.
// It is plain functions over plain types; where things are kept is behind the interfaces in ports.go.
package core
