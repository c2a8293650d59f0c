// Package webhook decides which events of an account go to which of its webhooks, in which order, when an event is
// tried again, and when a webhook is stopped.
package webhook
