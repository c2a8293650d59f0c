// Package contact decides what a database knows of its contacts: which row is which contact, what consents and
// addresses
// it then has, who is on the suppression list, and what databases, groups and properties may be called. It knows
// nothing
// of files, events and results.
package contact
