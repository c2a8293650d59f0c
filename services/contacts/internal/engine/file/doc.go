// Package file finds the rows in pieces of a file's text, at more than a gigabyte a second and without an allocation
// for a row, and reads what cells hold: times, local days, e-mail addresses and phone numbers. It decides which rows
// cannot be read, and costs a file no more than those.
package file
