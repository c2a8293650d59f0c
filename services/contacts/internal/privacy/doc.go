// Package privacy answers for persons: it reads the event log, hands out what is held on a person, erases it, and
// follows
// one-click links.
package privacy
