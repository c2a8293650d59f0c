package jobs

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"puls.app/services/scoring-engine/internal/core"
	"puls.app/services/scoring-engine/internal/engine"
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

// Heaps keeps segments.
type Heaps interface {
	Heaps(ctx context.Context) ([]core.Heap, error)
	Heap(ctx context.Context, id core.HeapID) (core.Heap, error)
	Compact(ctx context.Context, id core.HeapID, merger *engine.Merger) error
	Forget(ctx context.Context, before time.Time) error
}

// Compactor keeps the number of segments small that a reader has to unite.
type Compactor struct {
	heaps Heaps
	log   *slog.Logger
	now   func() time.Time

	mu      sync.Mutex
	touched map[core.HeapID]time.Time
}

// NewCompactor makes a compactor.
func NewCompactor(heaps Heaps, now func() time.Time, log *slog.Logger) *Compactor {
	return &Compactor{heaps: heaps, log: log, now: now, touched: map[core.HeapID]time.Time{}}
}

// Touch notes that a chunk has grown.
func (c *Compactor) Touch(id core.HeapID) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.touched[id] = c.now()
}

// Run compacts until ctx ends. Failures are logged and tried again with the next round.
func (c *Compactor) Run(ctx context.Context) error {
	var merger engine.Merger
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

func (c *Compactor) snapshot() map[core.HeapID]time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	touched := make(map[core.HeapID]time.Time, len(c.touched))
	for id, at := range c.touched {
		touched[id] = at
	}
	return touched
}

// sweep finds what was left by an earlier run or another replica.
func (c *Compactor) sweep(ctx context.Context) {
	heaps, err := c.heaps.Heaps(ctx)
	if err == nil {
		err = c.heaps.Forget(ctx, c.now().Add(-forgetAfter))
	}
	if err != nil {
		if ctx.Err() == nil {
			c.log.WarnContext(ctx, "segments could not be looked over", "error", err)
		}
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, heap := range heaps {
		if _, known := c.touched[heap.ID]; !known {
			c.touched[heap.ID] = time.Time{}
		}
	}
}

func (c *Compactor) visit(ctx context.Context, merger *engine.Merger, id core.HeapID, at time.Time) {
	heap, err := c.heaps.Heap(ctx, id)
	quiet := c.now().Sub(at) >= quietAfter
	if err == nil && heap.Due(quiet) {
		err = c.heaps.Compact(ctx, id, merger)
	}
	switch {
	case ctx.Err() != nil:
	case err != nil:
		c.log.ErrorContext(ctx, "segments could not be compacted", "database", id.Database, "channel", id.Channel.String(), "chunk", id.Chunk, "error", err)
	case quiet:
		c.forget(id, at)
	}
}

// forget drops a chunk from the list unless it has grown in the meantime.
func (c *Compactor) forget(id core.HeapID, at time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.touched[id].Equal(at) {
		delete(c.touched, id)
	}
}
