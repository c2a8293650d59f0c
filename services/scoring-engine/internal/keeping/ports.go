package keeping

import (
	"context"
	"time"

	"puls.app/services/scoring-engine/internal/engine/counting"
	"puls.app/services/scoring-engine/internal/engine/segment"
)

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

// RetentionStore removes expired rows in small pieces.
type RetentionStore interface {
	// ForgetResults removes the results of days before one, with their cells and progress.
	ForgetResults(ctx context.Context, before time.Time) error
	// ForgetRuns removes runs that ended before a moment.
	ForgetRuns(ctx context.Context, before time.Time) error
	// ForgetFacts removes segments and message ids that say nothing of a day or of any later one.
	ForgetFacts(ctx context.Context, before segment.Day) error
}
