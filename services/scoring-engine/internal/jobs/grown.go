package jobs

import (
	"context"
	"log/slog"
	"maps"
	"sync"
	"time"

	"puls.app/services/scoring-engine/internal/keeping"
)

const (
	// quietAfter is how long no facts may have arrived in a chunk for it to count as quiet.
	quietAfter = 15 * time.Second
	// sweepEvery is how often all chunks are checked, for those that other replicas left.
	sweepEvery = 10 * time.Minute
)

// grown is the list of chunks that have grown and need a visit.
type grown struct {
	now func() time.Time
	log *slog.Logger

	mu     sync.Mutex
	chunks map[keeping.ChunkKey]growth
	swept  time.Time
}

// growth holds the times of a chunk's growth since its last visit: the first and the last.
type growth struct{ first, last time.Time }

// Touch records that a chunk has grown.
func (g *grown) Touch(id keeping.ChunkKey) {
	g.mu.Lock()
	defer g.mu.Unlock()
	at, known := g.chunks[id]
	if at.last = g.now(); !known {
		at.first = at.last
	}
	g.chunks[id] = at
}

// sweep adds, every sweepEvery, the chunks that an earlier run or another replica left.
func (g *grown) sweep(ctx context.Context, left func(context.Context) ([]keeping.ChunkKey, error)) error {
	if g.now().Sub(g.swept) < sweepEvery {
		return nil
	}
	g.swept = g.now()
	chunks, err := left(ctx)
	g.mu.Lock()
	defer g.mu.Unlock()
	for _, id := range chunks {
		if _, known := g.chunks[id]; !known {
			g.chunks[id] = growth{}
		}
	}
	return err
}

// visit goes through the list until ctx ends. A chunk that work reports as settled leaves the list, unless it has grown
// meanwhile. A failure is logged, and the chunk is visited again in the next round.
func (g *grown) visit(
	ctx context.Context, failure string, work func(id keeping.ChunkKey, at growth) (settled bool, err error),
) {
	g.mu.Lock()
	chunks := maps.Clone(g.chunks)
	g.mu.Unlock()
	for id, at := range chunks {
		settled, err := work(id, at)
		switch {
		case ctx.Err() != nil:
			return
		case err != nil:
			g.log.ErrorContext(
				ctx, failure, "database", id.Database, "channel", id.Channel.String(), "chunk", id.Chunk, "error", err,
			)
		case settled:
			g.forget(id, at)
		}
	}
}

// forget removes a chunk from the list, or only the growth that was handled.
func (g *grown) forget(id keeping.ChunkKey, at growth) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if last := g.chunks[id].last; last.Equal(at.last) {
		delete(g.chunks, id)
	} else {
		g.chunks[id] = growth{last, last}
	}
}
