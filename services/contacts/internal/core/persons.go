package core

import (
	"context"
	"strings"
)

// Held is what a uid holds of a person.
type Held struct {
	UID string
	*Card
}

// PersonStore finds people in all uids of an account, and erases them.
type PersonStore interface {
	// FindPerson returns the contacts that have the address, by uid and number, and whether it was erased before.
	FindPerson(ctx context.Context, account AccountID, address Sought) (held []Held, erased bool, err error)
	// ErasePerson erases the contacts that have the address, from everything that the service keeps, adds the entry, and
	// refuses from then on the address and what others of theirs no other contact has; all or nothing. It fails with
	// ErrPersonNotFound, and with ErrErasure.
	ErasePerson(ctx context.Context, e Entry, address Sought) ([]Held, error)
}

// FindPerson returns who has an address, and whether it was erased before.
func (a *App) FindPerson(ctx context.Context, account AccountID, address string) ([]Held, bool, error) {
	return a.store.FindPerson(ctx, account, sought(strings.TrimSpace(address)))
}

// ErasePerson erases whoever has an address and returns the entry of the event log. It fails with ErrPersonNotFound.
func (a *App) ErasePerson(
	ctx context.Context, account AccountID, address string, by Actor,
) (EntryID, []Held, error) {
	e, err := a.newEntry(account, EntryErasure, by)
	if err != nil {
		return e.ID, nil, err
	}
	held, err := a.store.ErasePerson(ctx, e, sought(strings.TrimSpace(address)))
	return e.ID, held, err
}
