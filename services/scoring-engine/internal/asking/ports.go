package asking

import (
	"context"

	"github.com/google/uuid"

	"puls.app/services/scoring-engine/internal/calculation"
	"puls.app/services/scoring-engine/internal/engine/segment"
)

// Owners checks the owner of a scoring.
type Owners interface {
	// Check returns a fault if the account has no such scoring.
	Check(ctx context.Context, account calculation.AccountID, scoring uuid.UUID) error
}

// AnnouncementReader decodes the output of an Announcer.
type AnnouncementReader interface {
	// ReadCalculated returns the basis of a result, or ErrNotFound if its announcement was not stored.
	ReadCalculated(kept calculation.Kept) (calculation.Basis, error)
}

// Cells reads the cells of results.
type Cells interface {
	// Cells calls visit with the cells of one revision of an account's calculation, by database and chunk; no databases
	// means all. It returns ErrNotFound if there is no calculation, and ErrReplaced if another revision is current or
	// becomes current meanwhile. No transaction is open while visit runs, and visit owns the cells.
	Cells(
		ctx context.Context, account calculation.AccountID, key calculation.Key, revision int,
		databases []calculation.DatabaseID, visit func(id calculation.ChunkID, cells []byte) error,
	) error
}

// Databases reads the databases of an account.
type Databases interface {
	// Databases returns the databases of uids, in their order, and the names of groups, as far as they exist.
	Databases(
		ctx context.Context, account calculation.AccountID, uids []calculation.UID, groups []calculation.GroupID,
	) ([]calculation.Database, map[calculation.GroupID]string, error)
}

// Archive reads the current results: their announcements and cells.
type Archive interface {
	// Result returns an account's result. A key without a date selects the newest, a key without a channel the first
	// channel that the scoring has results of. It returns ErrNotFound.
	Result(ctx context.Context, account calculation.AccountID, key calculation.Key) (calculation.Kept, error)
	// ResultUpTo is like Result, for the newest date up to that of the key.
	ResultUpTo(ctx context.Context, account calculation.AccountID, key calculation.Key) (calculation.Kept, error)
	// Cell returns, from one snapshot, the same as Result and the cell of one contact.
	Cell(
		ctx context.Context, account calculation.AccountID, key calculation.Key, contact calculation.Contact,
	) (calculation.Kept, byte, error)
	// CellsOf returns the cells of one contact in a scoring's results on a channel, by date.
	CellsOf(
		ctx context.Context, account calculation.AccountID, scoring uuid.UUID, channel calculation.Channel,
		contact calculation.Contact,
	) ([]calculation.DatedCell, error)
	// Each calls visit with every result of an account, by scoring, channel and date; account 0 means all accounts, in
	// order. No transaction is open while visit runs.
	Each(ctx context.Context, account calculation.AccountID, visit func(calculation.Kept) error) error
	// Pairs calls visit with the cells of two revisions, by database and chunk; nil for a result without cells of a chunk.
	// It returns the errors of Cells.Cells, for either revision. No transaction is open while visit runs.
	Pairs(ctx context.Context, of Pair, visit func(id calculation.ChunkID, from, to []byte) error) error
}

// Pair names two revisions of one scoring and channel.
type Pair struct {
	Account  calculation.AccountID
	From, To calculation.Revision
	// Databases limits the databases; empty means all.
	Databases []calculation.DatabaseID
	// Start is the first chunk to return; the zero value starts at the beginning.
	Start calculation.ChunkID
}

// FactVersion changes with every batch of facts of a database and channel, and with nothing else.
type FactVersion struct{ Batches, Newest int64 }

// Facts reads the facts that daily counts are made from.
type Facts interface {
	calculation.Views
	// Versions returns the version of each database's mailing or SMS facts; later reads see that version or a newer one.
	Versions(
		ctx context.Context, channel calculation.Channel, databases []calculation.DatabaseID,
	) (map[calculation.DatabaseID]FactVersion, error)
	// Chunks returns the chunks of a database that have facts.
	Chunks(
		ctx context.Context, channel calculation.Channel, database calculation.DatabaseID,
	) ([]calculation.ChunkID, error)
	// MessageBlocks calls visit with each block of a database's message ids that arrived with facts of the given days, in
	// the order in which they were stored.
	MessageBlocks(
		ctx context.Context, channel calculation.Channel, database calculation.DatabaseID, first, last segment.Day,
		visit func(block []byte) error,
	) error
	// LastVisit returns the last day, up to a given one, with a web event; ok is false if there is none.
	LastVisit(
		ctx context.Context, databases []calculation.DatabaseID, until segment.Day,
	) (last segment.Day, ok bool, err error)
}

// MessageReader reads blocks of message ids.
type MessageReader interface {
	// ReadMessages calls visit with the key, the id and the category of each message of a block. The id is valid until
	// visit returns.
	ReadMessages(block []byte, visit func(key uint64, id []byte, category uint8)) error
}
