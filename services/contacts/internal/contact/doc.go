// Package contact has the rules for the contacts of a database: which contact a row names, which consents and addresses
// it then has, which addresses are on the suppression list, and which names databases, groups and properties may have.
// It does not depend on files, events and results.
package contact
