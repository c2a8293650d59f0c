package jobs

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"puls.app/services/scoring-engine/internal/core"
	"puls.app/services/scoring-engine/internal/engine/segment"
)

const (
	// compactEvery is how often grown chunks are looked at.
	compactEvery = 2 * time.Second
	// quietAfter is how long nothing may have arrived in a chunk for it to count as quiet.
	quietAfter = 15 * time.Second
	// sweepEvery is how often all chunks are looked at, for what other replicas left.
	sweepEvery = 10 * time.Minute
	// forgetAfter is how long the ids of batches are kept: a longer delay costs a little work and changes nothing.
	forgetAfter = 30 * 24 * time.Hour
)

// Compactor keeps the number of segments small that a reader has to unite.
type Compactor struct {
	backlogs core.Backlogs
	log      *slog.Logger
	now      func() time.Time

	mu      sync.Mutex
	touched map[core.ChunkKey]time.Time
}

// NewCompactor returns a compactor.
func NewCompactor(backlogs core.Backlogs, now func() time.Time, log *slog.Logger) *Compactor {
	return &Compactor{backlogs: backlogs, log: log, now: now, touched: map[core.ChunkKey]time.Time{}}
}

// Touch notes that a chunk has grown.
func (c *Compactor) Touch(id core.ChunkKey) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.touched[id] = c.now()
}

// Run compacts until ctx ends. Failures are logged and tried again with the next round.
func (c *Compactor) Run(ctx context.Context) error {
	var merger segment.Merger
	ticker := time.NewTicker(compactEvery)
	defer ticker.Stop()
	for swept := (time.Time{}); ; {
		if c.now().Sub(swept) >= sweepEvery {
			swept = c.now()
			c.sweep(ctx)
		}
		select {
		case <-ctx.Done():
			return nil
		case <-ticker.C:
			for id, at := range c.snapshot() {
				c.visit(ctx, &merger, id, at)
			}
		}
	}
}

func (c *Compactor) snapshot() map[core.ChunkKey]time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	touched := make(map[core.ChunkKey]time.Time, len(c.touched))
	for id, at := range c.touched {
		touched[id] = at
	}
	return touched
}

// sweep finds what was left by an earlier run or another replica.
func (c *Compactor) sweep(ctx context.Context) {
	backlogs, err := c.backlogs.Backlogs(ctx)
	if err == nil {
		err = c.backlogs.Forget(ctx, c.now().Add(-forgetAfter))
	}
	if err != nil {
		if ctx.Err() == nil {
			c.log.WarnContext(ctx, "segments could not be looked over", "error", err)
		}
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, backlog := range backlogs {
		if _, known := c.touched[backlog.Chunk]; !known {
			c.touched[backlog.Chunk] = time.Time{}
		}
	}
}

func (c *Compactor) visit(ctx context.Context, merger *segment.Merger, id core.ChunkKey, at time.Time) {
	backlog, err := c.backlogs.Backlog(ctx, id)
	quiet := c.now().Sub(at) >= quietAfter
	if err == nil && backlog.Due(quiet) {
		err = c.backlogs.Compact(ctx, id, merger)
	}
	switch {
	case ctx.Err() != nil:
	case err != nil:
		c.log.ErrorContext(ctx, "segments could not be compacted",
			"database", id.Database, "channel", id.Channel.String(), "chunk", id.Chunk, "error", err)
	case quiet:
		c.forget(id, at)
	}
}

// forget drops a chunk from the list unless it has grown in the meantime.
func (c *Compactor) forget(id core.ChunkKey, at time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.touched[id].Equal(at) {
		delete(c.touched, id)
	}
}
