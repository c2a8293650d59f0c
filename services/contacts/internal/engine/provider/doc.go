// Package provider reads what mail providers report: whether a request is really theirs, and what it says, in the same
// words for all of them. It decides what counts: a bounce that the provider calls soft is deferred, an open or click
// that a machine did is told from a person's, and nothing that a provider says gives a consent back. It
// judges bytes and never fetches anything.
package provider
