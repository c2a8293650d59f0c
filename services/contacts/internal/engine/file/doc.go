// Package file finds the rows in blocks of a file's text, at more than a gigabyte a second and without an allocation
// per row, and parses the content of cells: times, local days, e-mail addresses and phone numbers. It refuses rows that
// cannot be read, without losing others.
package file
