package privacy

import (
	"context"

	"puls.app/services/contacts/internal/contact"
)

// LoggedEntry is an entry with what it comes to.
type LoggedEntry struct {
	contact.Entry
	// Contacts it was about; Emails and GSMs are how many of them had such an address then.
	Contacts, Emails, GSMs int
	// UIDs that they are of.
	UIDs []string
}

// NumberSet is contacts of a database that an act was about.
type NumberSet struct {
	Database contact.DatabaseID
	// Numbers is a roaring bitmap; with Visitors it is of visitors, and those who are known to be contacts count.
	Numbers  []byte
	Visitors bool
	// Contacts are some more by number.
	Contacts []int32
}

// LogStore reads the event log. Other rooms add to it within their transactions; Record is for acts that change nothing
// else.
type LogStore interface {
	// Entries returns a page of the log, from 0, newest first, of one kind or of all, and how many there are.
	Entries(
		ctx context.Context, account contact.AccountID, kind contact.EntryKind, page, size int,
	) ([]LoggedEntry, int, error)
	// Entry fails with ErrEntryNotFound.
	Entry(ctx context.Context, account contact.AccountID, id contact.EntryID) (*LoggedEntry, error)
	// Record adds an entry about some contacts, those of them that are members now; with the id of an entry that is there
	// it does nothing. It fails with ErrDatabaseNotFound.
	Record(ctx context.Context, e contact.Entry, about []NumberSet) error
	// RecordAgain adds an entry about the contacts of an earlier one that still exist.
	RecordAgain(ctx context.Context, e contact.Entry, about contact.EntryID) error
	// Named hands over the contacts of an entry, as they are today, by uid and number, page by page: no transaction waits
	// for a slow reader. Contacts that no longer exist are left out.
	Named(
		ctx context.Context, account contact.AccountID, id contact.EntryID,
		visit func(uid string, page []contact.Contact) error,
	) error
}
