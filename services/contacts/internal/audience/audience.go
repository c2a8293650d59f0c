package audience

import (
	"context"

	"puls.app/services/contacts/internal/contact"
	"puls.app/services/contacts/internal/engine/fact"
)

// newDays is for how many days contacts count as new.
const newDays = 14

// Query is whose bitmaps are wanted, and for what.
type Query struct {
	Account   contact.AccountID
	Channel   fact.Channel
	Databases []contact.DatabaseID
	Groups    []contact.GroupID
	// NewFrom and NewTo are the first and the last local day of whose contacts count as new.
	NewFrom, NewTo int32
}

// Chunk is the bitmaps of one chunk: little-endian words without the zero words at their end.
type Chunk struct {
	Database contact.DatabaseID
	Chunk    uint32
	Members  []byte
	// Consenting, Reachable and Created are of contacts, Known is of visitors.
	Consenting, Reachable, Created, Known []byte

	Groups []GroupBits
}

// GroupBits are the members of a group within a chunk.
type GroupBits struct {
	Group contact.GroupID
	Bits  []byte
}

// Recipients are some contacts, or visitors with who they are known to be.
type Recipients struct {
	Numbers []uint32
	// Texts are of each the external id, e-mail address, phone number and, of a visitor, its id, a NUL behind each.
	Texts string
}

// manyStale is how many changes of claims and addresses may wait until somebody asks who visitors are.
const manyStale = 1000

// Store reads who can be reached. Chunks and Recipients fail with ErrDatabaseNotFound.
type Store interface {
	// Chunks hands chunks to visit by database and number, all of one moment.
	Chunks(ctx context.Context, q Query, visit func(*Chunk) error) error
	// Recipients hands contacts, or visitors, to visit by number. No transaction waits for visit.
	Recipients(
		ctx context.Context, account contact.AccountID, database contact.DatabaseID, visitors bool,
		visit func(*Recipients) error,
	) error
	// ContactsOfVisitors returns which contacts the known visitors of a database are.
	ContactsOfVisitors(
		ctx context.Context, account contact.AccountID, database contact.DatabaseID,
	) (map[uint32]uint32, error)
	// ResolveVisitors finds out who the visitors of databases are in which so many changes wait.
	ResolveVisitors(ctx context.Context, many int) error
}

// Audience hands the chunks of databases to visit as they are now, for a calculation of a local day.
func (a *App) Audience(ctx context.Context, q Query, day int32, visit func(*Chunk) error) error {
	q.NewFrom, q.NewTo = day-newDays, day-1
	return a.AudienceStore.Chunks(ctx, q, visit)
}

// Recipients hands the contacts of a database to visit, or its visitors for the channel web.
func (a *App) Recipients(
	ctx context.Context, account contact.AccountID, database contact.DatabaseID, channel fact.Channel,
	visit func(*Recipients) error,
) error {
	return a.AudienceStore.Recipients(ctx, account, database, channel == fact.Web, visit)
}

// ResolveVisitors finds out who visitors are where many changes wait, so that they do not pile up.
func (a *App) ResolveVisitors(ctx context.Context) error {
	return a.AudienceStore.ResolveVisitors(ctx, manyStale)
}
