package jobs

import (
	"context"
	"log/slog"
	"time"

	"puls.app/services/kit/loop"
	"puls.app/services/scoring-engine/internal/engine/segment"
	"puls.app/services/scoring-engine/internal/keeping"
)

const (
	// compactEvery is how often grown chunks are checked.
	compactEvery = 2 * time.Second
	// forgetAfter is how long batch ids are stored. A batch redelivered later costs a little work and changes no figure.
	forgetAfter = 30 * 24 * time.Hour
)

// Compactor bounds the number of segments that a reader has to merge.
type Compactor struct {
	grown
	backlogs keeping.Backlogs
}

// NewCompactor returns a compactor.
func NewCompactor(backlogs keeping.Backlogs, now func() time.Time, log *slog.Logger) *Compactor {
	return &Compactor{grown: grown{now: now, log: log, chunks: map[keeping.ChunkKey]growth{}}, backlogs: backlogs}
}

// Run compacts until ctx ends. Failures are logged and retried in the next round.
func (c *Compactor) Run(ctx context.Context) error {
	var merger segment.Merger
	return loop.Every(compactEvery, c.log, "segments could not be looked over", func(ctx context.Context) error {
		err := c.sweep(ctx, c.left)
		c.visit(ctx, "segments could not be compacted", func(id keeping.ChunkKey, at growth) (quiet bool, err error) {
			backlog, err := c.backlogs.Backlog(ctx, id)
			quiet = c.now().Sub(at.last) >= quietAfter
			if err == nil && backlog.Due(quiet) {
				err = c.backlogs.Compact(ctx, id, &merger)
			}
			return quiet, err
		})
		return err
	})(ctx)
}

// left returns the chunks with a backlog, and removes the ids of old batches.
func (c *Compactor) left(ctx context.Context) (chunks []keeping.ChunkKey, err error) {
	backlogs, err := c.backlogs.Backlogs(ctx)
	if err != nil {
		return nil, err
	}
	for _, backlog := range backlogs {
		chunks = append(chunks, backlog.Chunk)
	}
	return chunks, c.backlogs.Forget(ctx, c.now().Add(-forgetAfter))
}
