package keeping

import (
	"context"
	"time"

	"puls.app/services/scoring-engine/internal/engine/counting"
	"puls.app/services/scoring-engine/internal/engine/segment"
)

// Batches stores facts as they arrive.
type Batches interface {
	// Append stores a batch once; a repeat changes nothing.
	Append(ctx context.Context, batch Batch) error
}

// Backlogs compacts segments.
type Backlogs interface {
	// Backlogs returns every chunk that has fresh segments.
	Backlogs(ctx context.Context) ([]Backlog, error)
	Backlog(ctx context.Context, id ChunkKey) (Backlog, error)
	// Compact merges the fresh segments of a chunk with those of its base that they overlap. However compactors
	// interleave, the union of all segments stays the same. The merger, which is pure arithmetic, runs inside the
	// transaction.
	Compact(ctx context.Context, id ChunkKey, merger *segment.Merger) error
	// Forget removes the ids of batches that were received before a moment.
	Forget(ctx context.Context, before time.Time) error
}

// MessageBlocks bounds the number of blocks of message ids that a reader has to fetch.
type MessageBlocks interface {
	// MergeMessages merges blocks that arrived with many batches, in their order. Reading all blocks visits each message
	// as before, first with the category that decides.
	MergeMessages(ctx context.Context, merge func(blocks [][]byte) ([]byte, error)) error
}

// Folds stores the folds of chunks.
type Folds interface {
	// Unfolded returns every chunk with facts that are in no fold.
	Unfolded(ctx context.Context) ([]ChunkKey, error)
	FoldState(ctx context.Context, id ChunkKey) (FoldState, error)
	// Fold merges the fresh segments of a chunk with its base and folds the result, in one transaction; it changes no
	// figure. The merger and the folder, which are pure arithmetic, run inside the transaction.
	Fold(ctx context.Context, id ChunkKey, merger *segment.Merger, folder *counting.Folder, now time.Time) error
}

// RetentionStore removes expired rows in small batches.
type RetentionStore interface {
	// ForgetResults removes the results of days before one, with their cells and progress.
	ForgetResults(ctx context.Context, before time.Time) error
	// ForgetRuns removes runs that ended before a moment.
	ForgetRuns(ctx context.Context, before time.Time) error
	// ForgetFacts removes segments and message ids that have no facts of a day or of any later one.
	ForgetFacts(ctx context.Context, before segment.Day) error
}
