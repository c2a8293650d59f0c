// Package destination decides which contacts belong on a list at a mail provider, which changes to send since the last
// run, and how a run goes on that failed or was cut off.
package destination
