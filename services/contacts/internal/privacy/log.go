package privacy

import (
	"context"
	"time"

	"puls.app/services/contacts/internal/contact"
)

// LoggedEntry is an entry with its counts.
type LoggedEntry struct {
	contact.Entry
	// Contacts is the number of its contacts, Emails and GSMs the number of those that had such an address then.
	Contacts, Emails, GSMs int
	// UIDs are the uids of the contacts.
	UIDs []string
}

// NumberSet is the contacts of a database that an act concerned.
type NumberSet struct {
	Database contact.DatabaseID
	// Numbers is a roaring bitmap. With Visitors it has numbers of visitors, and stands for their known contacts.
	Numbers  []byte
	Visitors bool
	// Contacts are the numbers of further contacts.
	Contacts []int32
}

// EntryFilter selects entries.
type EntryFilter struct {
	// Kind is empty for all.
	Kind contact.EntryKind
	// Since is inclusive, Before exclusive; nil is no bound.
	Since, Before *time.Time
}

// LogStore reads the event log. Other rooms add to it within their transactions; Record is for acts that change nothing
// else.
type LogStore interface {
	// Entries returns a page of the log, from 0, newest first, and the number of matching entries.
	Entries(
		ctx context.Context, account contact.AccountID, of EntryFilter, page, size int,
	) ([]LoggedEntry, int, error)
	// Entry fails with ErrEntryNotFound.
	Entry(ctx context.Context, account contact.AccountID, id contact.EntryID) (*LoggedEntry, error)
	// Record adds an entry about those of some contacts that exist now. It does nothing when an entry with the id exists.
	// It fails with ErrDatabaseNotFound.
	Record(ctx context.Context, e contact.Entry, about []NumberSet) error
	// RecordAgain adds an entry about the contacts of an earlier one that still exist.
	RecordAgain(ctx context.Context, e contact.Entry, about contact.EntryID) error
	// Named calls visit with the contacts of an entry and their current addresses, by uid and number, page by page: no
	// transaction waits for a slow reader. Contacts that no longer exist are left out.
	Named(
		ctx context.Context, account contact.AccountID, id contact.EntryID,
		visit func(uid string, page []contact.Contact) error,
	) error
}
