// Package demo makes up a company and loads it as the account that a newcomer sees first. It decides who its
// recipients are, what they were sent and how they behaved: the same for the same day, whatever the machine. Loading
// goes through the public API alone, so the package is also an example of how to use it.
package demo
