// Package destination decides which contacts belong on a list at a mail provider, which changes to send since the last
// run, and how an interrupted or failed run continues.
package destination
