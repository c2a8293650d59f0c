package privacy

import (
	"context"
	"strings"

	"puls.app/services/contacts/internal/contact"
)

// Held is a contact of a person in a uid.
type Held struct {
	UID string
	*contact.FullCard
}

// PersonStore finds persons in all uids of an account, and erases them.
type PersonStore interface {
	// FindPerson returns the contacts that have the address, by uid and number, and whether it was erased before.
	FindPerson(
		ctx context.Context, account contact.AccountID, address contact.Sought,
	) (held []Held, erased bool, err error)
	// ErasePerson erases the contacts that have the address from all stored data and adds the entry, all or nothing. From
	// then on the service refuses the address, and those of the contacts' other addresses that no other contact has. It
	// fails with ErrPersonNotFound and ErrErasure.
	ErasePerson(ctx context.Context, e contact.Entry, address contact.Sought) ([]Held, error)
}

// FindPerson returns the contacts that have an address, and whether it was erased before.
func (a *App) FindPerson(ctx context.Context, account contact.AccountID, address string) ([]Held, bool, error) {
	return a.PersonStore.FindPerson(ctx, account, contact.Seek(strings.TrimSpace(address)))
}

// ErasePerson erases the contacts that have an address and returns the id of the entry in the event log. It fails with
// ErrPersonNotFound.
func (a *App) ErasePerson(
	ctx context.Context, account contact.AccountID, address string, by contact.Actor,
) (contact.EntryID, []Held, error) {
	e := contact.NewEntry(account, contact.EntryErasure, by, a.Now())
	held, err := a.PersonStore.ErasePerson(ctx, e, contact.Seek(strings.TrimSpace(address)))
	return e.ID, held, err
}
