// Package data makes up an account: contacts, what was sent to them and what they did. Everything is a function of a
// seed, so that the program and the references get the same without anything being kept.
package data
