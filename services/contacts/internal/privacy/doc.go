// Package privacy has the use cases of data protection: it reads the event log, exports and erases a person's data, and
// withdraws consents by one-click links.
package privacy
