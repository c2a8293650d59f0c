package calculating

import (
	"context"
	"time"

	"github.com/google/uuid"

	"puls.app/services/scoring-engine/internal/calculation"
	"puls.app/services/scoring-engine/internal/engine/segment"
)

// ChunkAudience is the audience of a chunk at one moment. Bit sets are little-endian words without trailing zero words.
type ChunkAudience struct {
	calculation.ChunkID
	Members, Consenting, Reachable, Created, Known []byte
	// Groups holds the members of each requested group.
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

// Audience reads the contacts of databases.
type Audience interface {
	// Databases returns the databases of uids, in their order, and the names of groups, as far as they exist.
	Databases(
		ctx context.Context, account calculation.AccountID, uids []calculation.UID, groups []calculation.GroupID,
	) ([]calculation.Database, map[calculation.GroupID]string, error)
	// Chunks returns every chunk, all of one moment, by database and chunk.
	Chunks(ctx context.Context, req AudienceRequest) ([]ChunkAudience, error)
}

// Scorings reads due and requested calculations from scoring-config.
type Scorings interface {
	// Due returns the due tasks, by each account's clock or, if day is not zero, for that day in each account in which it
	// has begun.
	Due(ctx context.Context, day time.Time) ([]calculation.Task, error)
	// ByName returns a task for each channel of one scoring, due or not; a zero day is today in the account's timezone. It
	// returns a fault if the account has no such scoring, if the scoring is a draft, or if the day has not begun there.
	// With history, it also returns tasks of earlier Mondays that the first activation requested and that have no result.
	ByName(
		ctx context.Context, account calculation.AccountID, scoring uuid.UUID, day time.Time, history bool,
	) ([]calculation.Task, error)
}

// Store reads the input of calculations and stores their results.
type Store interface {
	calculation.Views
	// FirstSent returns the first day with a sending (web: an event) of each database that has any.
	FirstSent(
		ctx context.Context, channel calculation.Channel, databases []calculation.DatabaseID,
	) (map[calculation.DatabaseID]segment.Day, error)
	// Ended returns the finished and cancelled calculations of a task, by scoring.
	Ended(ctx context.Context, task calculation.Task) (map[uuid.UUID]Ended, error)
	// Commit stores finished calculations of one task and announces them, all or none. An existing calculation is replaced
	// if its scoring requests that, otherwise it remains. Commit reports of each whether it was stored; one that already
	// exists or that a person cancelled is not. It calls cell sources and its Announcer inside the transaction.
	Commit(ctx context.Context, made []Made, now time.Time) (kept []bool, err error)
	// SetProgress records the progress of a scoring's calculation; the record may be lost. It fails with ErrCancelled.
	SetProgress(
		ctx context.Context, account calculation.AccountID, key calculation.Key, scoring calculation.Scoring,
		progress calculation.Progress,
	) error
	// EndRun records the end of a skipped calculation; the record may be lost in a server crash. It fails with
	// ErrCancelled.
	EndRun(ctx context.Context, run calculation.Run) error
	// Fail records that all calculations of a task, except cancelled ones, were given up, announces it and removes the
	// task from the queue, all or nothing. If the task is no longer queued, another worker has ended it. Fail calls its
	// Announcer inside the transaction.
	Fail(ctx context.Context, task calculation.Task, reason calculation.Reason, now time.Time) error
}

// Ended is how a calculation ended.
type Ended struct {
	// FinishedAt is the zero time if there is no result.
	FinishedAt time.Time
	// Cancelled is set when a person cancelled the calculation after it was requested.
	Cancelled bool
}

// Made is a finished result that is not stored yet.
type Made struct {
	Result calculation.Result
	Cells  CellSource
}

// CellSource returns the cells chunk by chunk, from memory that is already filled; ok is false after the last chunk.
type CellSource func() (id calculation.ChunkID, cells []byte, ok bool)

// Event is a message to other services, as published on the bus.
type Event struct {
	Subject string
	Payload []byte
}

// Announcer encodes events for other services, in the form of the bus. A Store calls it inside its transaction, since
// only there the revision is known; an Announcer only converts and does no I/O.
type Announcer interface {
	Calculated(result calculation.Result, revision int, at time.Time) (Event, error)
	Failed(task calculation.Task, at time.Time) (Event, error)
}

// Results reads the progress of calculations.
type Results interface {
	// Progress returns the progress of a calculation; StageNone if it was never requested.
	Progress(ctx context.Context, account calculation.AccountID, key calculation.Key) (calculation.Progress, error)
	// Newest returns the progress of the latest day's calculation for each of some scorings and channels of an account, by
	// scoring and channel.
	Newest(
		ctx context.Context, account calculation.AccountID, scorings []uuid.UUID, channels []calculation.Channel,
	) ([]calculation.Noted, error)
}

// Clock reads the time and pauses; rules have no time of their own.
type Clock struct {
	Now func() time.Time
	// Pause returns after d, or with ctx's error once ctx has ended.
	Pause func(ctx context.Context, d time.Duration) error
}
