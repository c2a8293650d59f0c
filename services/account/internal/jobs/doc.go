// Package jobs does what nobody waits for: it sends mails, takes the events that become notifications, and removes what
// is of no use any more.
package jobs
