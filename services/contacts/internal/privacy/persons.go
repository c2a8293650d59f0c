package privacy

import (
	"context"
	"strings"

	"puls.app/services/contacts/internal/contact"
)

// Held is what a uid holds of a person.
type Held struct {
	UID string
	*contact.Card
}

// PersonStore finds people in all uids of an account, and erases them.
type PersonStore interface {
	// FindPerson returns the contacts that have the address, by uid and number, and whether it was erased before.
	FindPerson(
		ctx context.Context, account contact.AccountID, address contact.Sought,
	) (held []Held, erased bool, err error)
	// ErasePerson erases the contacts that have the address, from everything that the service keeps, adds the entry, and
	// refuses from then on the address and what others of theirs no other contact has; all or nothing. It fails with
	// ErrPersonNotFound, and with ErrErasure.
	ErasePerson(ctx context.Context, e contact.Entry, address contact.Sought) ([]Held, error)
}

// FindPerson returns who has an address, and whether it was erased before.
func (a *App) FindPerson(ctx context.Context, account contact.AccountID, address string) ([]Held, bool, error) {
	return a.PersonStore.FindPerson(ctx, account, contact.Seek(strings.TrimSpace(address)))
}

// ErasePerson erases whoever has an address and returns the entry of the event log. It fails with ErrPersonNotFound.
func (a *App) ErasePerson(
	ctx context.Context, account contact.AccountID, address string, by contact.Actor,
) (contact.EntryID, []Held, error) {
	e := contact.NewEntry(account, contact.EntryErasure, by, a.Now())
	held, err := a.PersonStore.ErasePerson(ctx, e, contact.Seek(strings.TrimSpace(address)))
	return e.ID, held, err
}
