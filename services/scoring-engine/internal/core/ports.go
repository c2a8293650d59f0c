package core

import (
	"context"
	"time"

	"puls.app/services/scoring-engine/internal/engine"
)

// ChunkID names a chunk of one of the task's databases.
type ChunkID struct {
	Database int32
	Chunk    uint32
}

// ChunkAudience is who is in a chunk, as it stands at one moment. Bits are little-endian words without the zero words
// at their end.
type ChunkAudience struct {
	ChunkID
	Members, Consenting, Reachable, Created, Known []byte
	// Groups holds the members of each group that was asked for.
	Groups map[int32][]byte
}

// AudienceRequest asks for all chunks of some databases.
type AudienceRequest struct {
	Account   AccountID
	Channel   Channel
	Day       engine.Day
	Databases []int32
	Groups    []int32
}

// Audience answers who is in the databases.
type Audience interface {
	// Databases answers the databases of uids, in their order, and what groups are called, as far as they exist.
	Databases(ctx context.Context, account AccountID, uids []string, groups []int32) ([]Database, map[int32]string, error)
	// Chunks answers every chunk, all of one moment, by database and chunk.
	Chunks(ctx context.Context, req AudienceRequest) ([]ChunkAudience, error)
}

// SegmentView is one consistent view of the segments of a channel. Readers may be used one by each worker.
type SegmentView interface {
	// Read calls visit once for each chunk of ids that has segments with days between first and last, in the order
	// of ids. The bytes are good until visit returns.
	Read(ctx context.Context, ids []ChunkID, first, last engine.Day, visit func(id ChunkID, segments []engine.Segment) error) error
}

// Store keeps segments and calculations.
type Store interface {
	// View opens a consistent view of one channel's segments, with readers for so many workers, for as long as work runs.
	View(ctx context.Context, channel Channel, workers int, work func(readers []SegmentView) error) error
	// FirstSent answers the first day with a sending (web: an event) of each database that has any.
	FirstSent(ctx context.Context, channel Channel, databases []int32) (map[int32]engine.Day, error)
	// Finished tells when a calculation was finished; the zero time when it was not.
	Finished(ctx context.Context, key Key) (time.Time, error)
	// Commit keeps a finished calculation with its cells and announces it, all or nothing. What its scoring asks for
	// again is replaced; otherwise a calculation that exists stays and kept is false.
	Commit(ctx context.Context, result Result, now time.Time, cells CellSource) (kept bool, err error)
	// SetProgress notes how far a calculation is; what it notes may be lost.
	SetProgress(ctx context.Context, account AccountID, key Key, progress Progress) error
	// Fail notes that all calculations of a task were given up and announces it, all or nothing.
	Fail(ctx context.Context, task Task, reason string, now time.Time) error
}

// CellSource answers the cells chunk after chunk; ok is false after the last.
type CellSource func() (id ChunkID, cells []byte, ok bool)
