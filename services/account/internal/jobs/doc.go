// Package jobs has the background work: it sends mails, consumes the events that become notifications, and removes
// expired rows.
package jobs
