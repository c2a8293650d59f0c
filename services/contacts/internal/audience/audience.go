package audience

import (
	"context"

	"puls.app/services/contacts/internal/contact"
	"puls.app/services/contacts/internal/engine/fact"
)

// newDays is the number of days for which contacts count as new.
const newDays = 14

// Query selects the bitmaps that a calculation needs.
type Query struct {
	Account   contact.AccountID
	Channel   fact.Channel
	Databases []contact.DatabaseID
	Groups    []contact.GroupID
	// NewFrom and NewTo are the first and the last local day whose contacts count as new.
	NewFrom, NewTo int32
}

// Chunk is the bitmaps of one chunk: little-endian words without the zero words at their end.
type Chunk struct {
	Database contact.DatabaseID
	Chunk    uint32
	Members  []byte
	// Consenting, Reachable and Created are set for contacts, Known for visitors.
	Consenting, Reachable, Created, Known []byte

	Groups []GroupBits
}

// GroupBits are the members of a group within a chunk.
type GroupBits struct {
	Group contact.GroupID
	Bits  []byte
}

// Recipients are some contacts, or visitors with the addresses of their contacts.
type Recipients struct {
	Numbers []uint32
	// Texts has for each number the external id, e-mail address, phone number and, for a visitor, its id, each followed by
	// a NUL.
	Texts string
}

// manyStale is how many changes of claims and addresses may wait until visitors are resolved without a request.
const manyStale = 1000

// Store reads the contacts and visitors that can be scored. Chunks and Recipients fail with ErrDatabaseNotFound.
type Store interface {
	// Chunks calls visit with chunks by database and number, all from one snapshot.
	Chunks(ctx context.Context, q Query, visit func(*Chunk) error) error
	// Recipients calls visit with contacts, or visitors, by number. No transaction waits for visit.
	Recipients(
		ctx context.Context, account contact.AccountID, database contact.DatabaseID, visitors bool,
		visit func(*Recipients) error,
	) error
	// ContactsOfVisitors returns the contacts of the known visitors of a database.
	ContactsOfVisitors(
		ctx context.Context, account contact.AccountID, database contact.DatabaseID,
	) (map[uint32]uint32, error)
	// Mailable returns the contacts of databases that may be sent e-mail.
	Mailable(ctx context.Context, databases []contact.Database) (Mailable, error)
	// ResolveVisitors resolves the visitors of databases in which at least many changes wait.
	ResolveVisitors(ctx context.Context, many int) error
}

// Audience calls visit with the current chunks of databases, for a calculation of a local day.
func (a *App) Audience(ctx context.Context, q Query, day int32, visit func(*Chunk) error) error {
	q.NewFrom, q.NewTo = day-newDays, day-1
	return a.AudienceStore.Chunks(ctx, q, visit)
}

// Recipients calls visit with the contacts of a database, or its visitors for the channel web.
func (a *App) Recipients(
	ctx context.Context, account contact.AccountID, database contact.DatabaseID, channel fact.Channel,
	visit func(*Recipients) error,
) error {
	return a.AudienceStore.Recipients(ctx, account, database, channel == fact.Web, visit)
}

// ResolveVisitors resolves the visitors of databases with many waiting changes, so that they do not pile up.
func (a *App) ResolveVisitors(ctx context.Context) error {
	return a.AudienceStore.ResolveVisitors(ctx, manyStale)
}
