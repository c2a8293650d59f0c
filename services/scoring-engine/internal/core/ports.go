package core

import (
	"context"
	"time"

	"github.com/google/uuid"

	"puls.app/services/scoring-engine/internal/engine/cohort"
	"puls.app/services/scoring-engine/internal/engine/counting"
	"puls.app/services/scoring-engine/internal/engine/segment"
)

// ChunkAudience is who is in a chunk, as it stands at one moment. Bits are little-endian words without the zero words
// at their end.
type ChunkAudience struct {
	ChunkID
	Members, Consenting, Reachable, Created, Known []byte
	// Groups holds the members of each group that was asked for.
	Groups map[GroupID][]byte
}

// AudienceRequest asks for all chunks of some databases.
type AudienceRequest struct {
	Account   AccountID
	Channel   Channel
	Day       segment.Day
	Databases []DatabaseID
	Groups    []GroupID
}

// Audience knows who is in the databases.
type Audience interface {
	// Databases returns the databases of uids, in their order, and what groups are called, as far as they exist.
	Databases(ctx context.Context, account AccountID, uids []UID, groups []GroupID) ([]Database, map[GroupID]string, error)
	// Chunks returns every chunk, all of one moment, by database and chunk.
	Chunks(ctx context.Context, req AudienceRequest) ([]ChunkAudience, error)
}

// SegmentView is one consistent view of the segments of a channel. Readers may be used one by each worker.
type SegmentView interface {
	// Read calls visit once for each chunk of ids that has segments with days between first and last, in the order
	// of ids. The bytes are good until visit returns.
	Read(ctx context.Context, ids []ChunkID, first, last segment.Day,
		visit func(id ChunkID, segments []segment.Segment) error) error
	// Count calls visit once for each chunk of ids that has something to count in the windows, in any order, with what
	// gives its counts at the least cost. The bytes are good until visit returns.
	Count(ctx context.Context, ids []ChunkID, windows counting.Windows,
		visit func(id ChunkID, from ChunkFacts) error) error
}

// ChunkFacts are what a chunk is counted from: segments, and planes in the place of others. The zero value counts
// nothing.
type ChunkFacts struct {
	Segments []segment.Segment
	Planes   []cohort.Planes
}

// Scorings knows what has to be calculated.
type Scorings interface {
	// Due returns the tasks that are due, by each account's clock or, when day is not zero, for that day wherever it has
	// begun.
	Due(ctx context.Context, day time.Time) ([]Task, error)
	// ByName returns a task for each channel of one scoring, due or not; a zero day is today in the account's timezone. It
	// returns a fault when the account has no such scoring, when it is a draft, and when the day has not begun there. With
	// history tasks of earlier Mondays follow that the first activation asked for and that have no result.
	ByName(ctx context.Context, account AccountID, scoring uuid.UUID, day time.Time, history bool) ([]Task, error)
}

// Owners knows whose scorings are.
type Owners interface {
	// Check fails with a fault when the account has no such scoring.
	Check(ctx context.Context, account AccountID, scoring uuid.UUID) error
}

// Store is what a calculation reads and leaves.
type Store interface {
	// View opens a consistent view of one channel's segments, with readers for so many workers, for as long as work runs.
	View(ctx context.Context, channel Channel, workers int, work func(readers []SegmentView) error) error
	// FirstSent returns the first day with a sending (web: an event) of each database that has any.
	FirstSent(ctx context.Context, channel Channel, databases []DatabaseID) (map[DatabaseID]segment.Day, error)
	// Ended returns how the calculations of a task ended, by scoring; those that were neither finished nor cancelled are
	// missing.
	Ended(ctx context.Context, task Task) (map[uuid.UUID]Ended, error)
	// Commit keeps finished calculations of one task and announces them, all or nothing. What a scoring asks for again is
	// replaced; otherwise a calculation that exists stays. It tells of each whether it was kept: one that stays was not,
	// nor was one that a person cancelled. It calls cell sources and its Announcer inside the transaction.
	Commit(ctx context.Context, made []Made, now time.Time) (kept []bool, err error)
	// SetProgress notes how far the calculation of a scoring is; what it notes may be lost. It fails with ErrCancelled.
	SetProgress(ctx context.Context, account AccountID, key Key, scoring Scoring, progress Progress) error
	// EndRun keeps how a calculation ended that was skipped; what it keeps may be lost with a crash of the server. It
	// fails with ErrCancelled.
	EndRun(ctx context.Context, run Run) error
	// Fail notes that all calculations of a task that nobody cancelled were given up, announces it and takes the task out
	// of the queue, all or nothing; a task that is no longer there somebody else has ended. It calls its Announcer inside
	// the transaction.
	Fail(ctx context.Context, task Task, reason Reason, now time.Time) error
}

// Ended is how a calculation ended.
type Ended struct {
	// FinishedAt is the zero time where there is no result.
	FinishedAt time.Time
	// Cancelled is set when a person cancelled it after it was wanted.
	Cancelled bool
}

// Made is a result on its way to be kept.
type Made struct {
	Result Result
	Cells  CellSource
}

// CellSource returns the cells chunk after chunk, of memory that is filled already; ok is false after the last.
type CellSource func() (id ChunkID, cells []byte, ok bool)

// Event is what other services are told, as the bus carries it.
type Event struct {
	Subject string
	Payload []byte
}

// Announcer writes what other services are told, in the form that the bus carries. A Store calls it inside its
// transaction, since only there is the revision known: it translates and reaches for nothing.
type Announcer interface {
	Calculated(result Result, revision int, at time.Time) (Event, error)
	Failed(task Task, at time.Time) (Event, error)
}

// AnnouncementReader reads what an Announcer wrote.
type AnnouncementReader interface {
	// ReadCalculated returns what a result was made with, or ErrNotFound where its announcement was not kept.
	ReadCalculated(kept Kept) (Basis, error)
}

// Results is what is known of calculations.
type Results interface {
	// Progress returns how far a calculation is; StageNone when nobody has asked for it.
	Progress(ctx context.Context, account AccountID, key Key) (Progress, error)
	// Newest returns how far the calculation of the latest day is, of each scoring and channel of an account, in their
	// order; of all its scorings when none is named.
	Newest(ctx context.Context, account AccountID, scorings []uuid.UUID) ([]Noted, error)
	// Cells hands over the cells of one revision of an account's calculation by database and chunk, of all databases when
	// none is named. It returns ErrNotFound when there is no calculation, and ErrReplaced when another revision stands or
	// comes in between. No transaction is open while visit runs, and the cells are its own.
	Cells(ctx context.Context, account AccountID, key Key, revision int, databases []DatabaseID,
		visit func(id ChunkID, cells []byte) error) error
}

// Archive is what was announced and found, of the results that stand.
type Archive interface {
	// Result returns an account's result: the newest when the key has no date, and of the first channel that the scoring
	// has results of when it has no channel. It returns ErrNotFound.
	Result(ctx context.Context, account AccountID, key Key) (Kept, error)
	// Cell is Result with the cell of one contact, of one moment.
	Cell(ctx context.Context, account AccountID, key Key, contact Contact) (Kept, byte, error)
	// CellsOf returns the cells of one contact by date, of a scoring's results on a channel.
	CellsOf(
		ctx context.Context, account AccountID, scoring uuid.UUID, channel Channel, contact Contact,
	) ([]DatedCell, error)
	// Each calls visit with every result of an account, or with account 0 of all, by account, scoring, channel and date.
	// No transaction is open while visit runs.
	Each(ctx context.Context, account AccountID, visit func(Kept) error) error
	// Pairs hands over the cells of two revisions of one scoring and channel by database and chunk, of all databases when
	// none is named; what a result has no cells of is nil. It returns the errors of Results.Cells, of either. No
	// transaction is open while visit runs.
	Pairs(ctx context.Context, account AccountID, from, to Revision, databases []DatabaseID,
		visit func(id ChunkID, from, to []byte) error) error
}

// FactVersion changes with every batch of facts of a database and channel, and with nothing else.
type FactVersion struct{ Batches, Newest int64 }

// Facts is what counting by day reads.
type Facts interface {
	// View is that of Store.
	View(ctx context.Context, channel Channel, workers int, work func(readers []SegmentView) error) error
	// Versions returns the version of each database's mailing or SMS facts: those that are read later are of it or newer.
	Versions(ctx context.Context, channel Channel, databases []DatabaseID) (map[DatabaseID]FactVersion, error)
	// Chunks returns the chunks of a database that have facts.
	Chunks(ctx context.Context, channel Channel, database DatabaseID) ([]ChunkID, error)
	// MessageBlocks calls visit with each block of a database's message ids, the first kept first.
	MessageBlocks(ctx context.Context, channel Channel, database DatabaseID, visit func(block []byte) error) error
	// LastVisit returns the last day up to one with a web event; ok is false when there is none.
	LastVisit(ctx context.Context, databases []DatabaseID, until segment.Day) (last segment.Day, ok bool, err error)
}

// MessageReader reads blocks of message ids.
type MessageReader interface {
	// ReadMessages calls visit with the key, the id and the category of each message of a block. The id is good until
	// visit returns.
	ReadMessages(block []byte, visit func(key uint64, id []byte, category uint8)) error
}

// Batches keeps facts as they arrive.
type Batches interface {
	// Append keeps a batch once; a repeat changes nothing.
	Append(ctx context.Context, batch Batch) error
}

// Backlogs keeps segments compact.
type Backlogs interface {
	// Backlogs returns every chunk that has fresh segments.
	Backlogs(ctx context.Context) ([]Backlog, error)
	Backlog(ctx context.Context, id ChunkKey) (Backlog, error)
	// Compact unites the fresh segments of a chunk with those of its base that they touch; whatever several compactors
	// unite, the union of all segments stays the same. The merger, which is pure arithmetic, runs inside the transaction.
	Compact(ctx context.Context, id ChunkKey, merger *segment.Merger) error
	// Forget drops the ids of batches that were received before a moment.
	Forget(ctx context.Context, before time.Time) error
}

// Folds keeps what was counted of chunks.
type Folds interface {
	// Unfolded returns every chunk with facts that no fold has.
	Unfolded(ctx context.Context) ([]ChunkKey, error)
	FoldState(ctx context.Context, id ChunkKey) (FoldState, error)
	// Fold unites the fresh segments of a chunk with its base and counts all of that by cohort, together or not at all; it
	// changes no figure. What it counts with, which is pure arithmetic, runs inside the transaction.
	Fold(ctx context.Context, id ChunkKey, merger *segment.Merger, folder *counting.Folder, now time.Time) error
}

// Clock is the time that passes outside; core has none of its own.
type Clock struct {
	Now func() time.Time
	// Pause returns after d, or with the error of ctx once that has ended.
	Pause func(ctx context.Context, d time.Duration) error
}
