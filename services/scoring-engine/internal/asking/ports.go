package asking

import (
	"context"

	"github.com/google/uuid"

	"puls.app/services/scoring-engine/internal/calculation"
	"puls.app/services/scoring-engine/internal/engine/segment"
)

// Owners knows whose scorings are.
type Owners interface {
	// Check fails with a fault when the account has no such scoring.
	Check(ctx context.Context, account calculation.AccountID, scoring uuid.UUID) error
}

// AnnouncementReader reads what an Announcer wrote.
type AnnouncementReader interface {
	// ReadCalculated returns what a result was made with, or ErrNotFound where its announcement was not kept.
	ReadCalculated(kept calculation.Kept) (calculation.Basis, error)
}

// Cells has the cells of results.
type Cells interface {
	// Cells hands over the cells of one revision of an account's calculation by database and chunk, of all databases when
	// none is named. It returns ErrNotFound when there is no calculation, and ErrReplaced when another revision stands or
	// comes in between. No transaction is open while visit runs, and the cells are its own.
	Cells(
		ctx context.Context, account calculation.AccountID, key calculation.Key, revision int,
		databases []calculation.DatabaseID, visit func(id calculation.ChunkID, cells []byte) error,
	) error
}

// Databases knows the databases of an account.
type Databases interface {
	// Databases returns those of uids, in their order, and what groups are called, as far as they exist.
	Databases(
		ctx context.Context, account calculation.AccountID, uids []calculation.UID, groups []calculation.GroupID,
	) ([]calculation.Database, map[calculation.GroupID]string, error)
}

// Archive is what was announced and found, of the results that stand.
type Archive interface {
	// Result returns an account's result: the newest when the key has no date, and of the first channel that the scoring
	// has results of when it has no channel. It returns ErrNotFound.
	Result(ctx context.Context, account calculation.AccountID, key calculation.Key) (calculation.Kept, error)
	// ResultUpTo is Result of the newest date up to that of the key.
	ResultUpTo(ctx context.Context, account calculation.AccountID, key calculation.Key) (calculation.Kept, error)
	// Cell is Result with the cell of one contact, of one moment.
	Cell(
		ctx context.Context, account calculation.AccountID, key calculation.Key, contact calculation.Contact,
	) (calculation.Kept, byte, error)
	// CellsOf returns the cells of one contact by date, of a scoring's results on a channel.
	CellsOf(
		ctx context.Context, account calculation.AccountID, scoring uuid.UUID, channel calculation.Channel,
		contact calculation.Contact,
	) ([]calculation.DatedCell, error)
	// Each calls visit with every result of an account, or with account 0 of all, by account, scoring, channel and date.
	// No transaction is open while visit runs.
	Each(ctx context.Context, account calculation.AccountID, visit func(calculation.Kept) error) error
	// Pairs hands over the cells of two revisions by database and chunk; what a result has no cells of is nil. It returns
	// the errors of Cells.Cells, of either. No transaction is open while visit runs.
	Pairs(ctx context.Context, of Pair, visit func(id calculation.ChunkID, from, to []byte) error) error
}

// Pair names two revisions of one scoring and channel.
type Pair struct {
	Account  calculation.AccountID
	From, To calculation.Revision
	// Databases are those that are wanted; none are all.
	Databases []calculation.DatabaseID
	// Start is the first chunk that is wanted; its zero value is the beginning.
	Start calculation.ChunkID
}

// FactVersion changes with every batch of facts of a database and channel, and with nothing else.
type FactVersion struct{ Batches, Newest int64 }

// Facts is what counting by day reads.
type Facts interface {
	calculation.Views
	// Versions returns the version of each database's mailing or SMS facts: those that are read later are of it or newer.
	Versions(
		ctx context.Context, channel calculation.Channel, databases []calculation.DatabaseID,
	) (map[calculation.DatabaseID]FactVersion, error)
	// Chunks returns the chunks of a database that have facts.
	Chunks(
		ctx context.Context, channel calculation.Channel, database calculation.DatabaseID,
	) ([]calculation.ChunkID, error)
	// MessageBlocks calls visit with each block of a database's message ids, the first kept first.
	MessageBlocks(
		ctx context.Context, channel calculation.Channel, database calculation.DatabaseID, visit func(block []byte) error,
	) error
	// LastVisit returns the last day up to one with a web event; ok is false when there is none.
	LastVisit(
		ctx context.Context, databases []calculation.DatabaseID, until segment.Day,
	) (last segment.Day, ok bool, err error)
}

// MessageReader reads blocks of message ids.
type MessageReader interface {
	// ReadMessages calls visit with the key, the id and the category of each message of a block. The id is good until
	// visit returns.
	ReadMessages(block []byte, visit func(key uint64, id []byte, category uint8)) error
}
