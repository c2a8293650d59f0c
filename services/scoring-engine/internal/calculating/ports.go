package calculating

import (
	"context"
	"time"

	"github.com/google/uuid"

	"puls.app/services/scoring-engine/internal/calculation"
	"puls.app/services/scoring-engine/internal/engine/segment"
)

// ChunkAudience is who is in a chunk, as it stands at one moment. Bits are little-endian words without the zero words
// at their end.
type ChunkAudience struct {
	calculation.ChunkID
	Members, Consenting, Reachable, Created, Known []byte
	// Groups holds the members of each group that was asked for.
	Groups map[calculation.GroupID][]byte
}

// AudienceRequest asks for all chunks of some databases.
type AudienceRequest struct {
	Account   calculation.AccountID
	Channel   calculation.Channel
	Day       segment.Day
	Databases []calculation.DatabaseID
	Groups    []calculation.GroupID
}

// Audience knows who is in the databases.
type Audience interface {
	// Databases returns the databases of uids, in their order, and what groups are called, as far as they exist.
	Databases(
		ctx context.Context, account calculation.AccountID, uids []calculation.UID, groups []calculation.GroupID,
	) ([]calculation.Database, map[calculation.GroupID]string, error)
	// Chunks returns every chunk, all of one moment, by database and chunk.
	Chunks(ctx context.Context, req AudienceRequest) ([]ChunkAudience, error)
}

// Scorings knows what has to be calculated.
type Scorings interface {
	// Due returns the tasks that are due, by each account's clock or, when day is not zero, for that day wherever it has
	// begun.
	Due(ctx context.Context, day time.Time) ([]calculation.Task, error)
	// ByName returns a task for each channel of one scoring, due or not; a zero day is today in the account's timezone. It
	// returns a fault when the account has no such scoring, when it is a draft, and when the day has not begun there. With
	// history tasks of earlier Mondays follow that the first activation asked for and that have no result.
	ByName(
		ctx context.Context, account calculation.AccountID, scoring uuid.UUID, day time.Time, history bool,
	) ([]calculation.Task, error)
}

// Store is what a calculation reads and leaves.
type Store interface {
	calculation.Views
	// FirstSent returns the first day with a sending (web: an event) of each database that has any.
	FirstSent(
		ctx context.Context, channel calculation.Channel, databases []calculation.DatabaseID,
	) (map[calculation.DatabaseID]segment.Day, error)
	// Ended returns how the calculations of a task ended, by scoring; those that were neither finished nor cancelled are
	// missing.
	Ended(ctx context.Context, task calculation.Task) (map[uuid.UUID]Ended, error)
	// Commit keeps finished calculations of one task and announces them, all or nothing. What a scoring asks for again is
	// replaced; otherwise a calculation that exists stays. It tells of each whether it was kept: one that stays was not,
	// nor was one that a person cancelled. It calls cell sources and its Announcer inside the transaction.
	Commit(ctx context.Context, made []Made, now time.Time) (kept []bool, err error)
	// SetProgress notes how far the calculation of a scoring is; what it notes may be lost. It fails with ErrCancelled.
	SetProgress(
		ctx context.Context, account calculation.AccountID, key calculation.Key, scoring calculation.Scoring,
		progress calculation.Progress,
	) error
	// EndRun keeps how a calculation ended that was skipped; what it keeps may be lost with a crash of the server. It
	// fails with ErrCancelled.
	EndRun(ctx context.Context, run calculation.Run) error
	// Fail notes that all calculations of a task that nobody cancelled were given up, announces it and takes the task out
	// of the queue, all or nothing; a task that is no longer there somebody else has ended. It calls its Announcer inside
	// the transaction.
	Fail(ctx context.Context, task calculation.Task, reason calculation.Reason, now time.Time) error
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
	Result calculation.Result
	Cells  CellSource
}

// CellSource returns the cells chunk after chunk, of memory that is filled already; ok is false after the last.
type CellSource func() (id calculation.ChunkID, cells []byte, ok bool)

// Event is what other services are told, as the bus carries it.
type Event struct {
	Subject string
	Payload []byte
}

// Announcer writes what other services are told, in the form that the bus carries. A Store calls it inside its
// transaction, since only there is the revision known: it translates and reaches for nothing.
type Announcer interface {
	Calculated(result calculation.Result, revision int, at time.Time) (Event, error)
	Failed(task calculation.Task, at time.Time) (Event, error)
}

// Results is what is known of calculations.
type Results interface {
	// Progress returns how far a calculation is; StageNone when nobody has asked for it.
	Progress(ctx context.Context, account calculation.AccountID, key calculation.Key) (calculation.Progress, error)
	// Newest returns how far the calculation of the latest day is, of each scoring and channel of an account, in their
	// order; of all its scorings when none is named, of all channels when none is.
	Newest(
		ctx context.Context, account calculation.AccountID, scorings []uuid.UUID, channels []calculation.Channel,
	) ([]calculation.Noted, error)
}

// Clock is the time that passes outside; rules have none of its own.
type Clock struct {
	Now func() time.Time
	// Pause returns after d, or with the error of ctx once that has ended.
	Pause func(ctx context.Context, d time.Duration) error
}
