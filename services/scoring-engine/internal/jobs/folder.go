package jobs

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"puls.app/services/kit/bus"
	"puls.app/services/scoring-engine/internal/core"
	"puls.app/services/scoring-engine/internal/engine/counting"
	"puls.app/services/scoring-engine/internal/engine/segment"
)

// foldEvery is how often chunks that have grown are looked at.
const foldEvery = 5 * time.Second

// Folder counts chunks by cohort in the background, so that a night adds and does not count.
type Folder struct {
	folds core.Folds
	log   *slog.Logger
	now   func() time.Time

	mu      sync.Mutex
	touched map[core.ChunkKey]growth
}

// growth is when a chunk has grown since it was folded: first, and last.
type growth struct{ first, last time.Time }

// foldMeans is what folding works with.
type foldMeans struct {
	merger segment.Merger
	folder *counting.Folder
}

// NewFolder returns a folder.
func NewFolder(folds core.Folds, now func() time.Time, log *slog.Logger) *Folder {
	return &Folder{folds: folds, log: log, now: now, touched: map[core.ChunkKey]growth{}}
}

// Touch notes that a chunk has grown.
func (f *Folder) Touch(id core.ChunkKey) {
	f.mu.Lock()
	defer f.mu.Unlock()
	grown, known := f.touched[id]
	if grown.last = f.now(); !known {
		grown.first = grown.last
	}
	f.touched[id] = grown
}

// Run folds until ctx ends. Failures are logged and tried again with the next round.
func (f *Folder) Run(ctx context.Context) error {
	for swept := (time.Time{}); ctx.Err() == nil; _ = bus.Pause(ctx, foldEvery) {
		if f.now().Sub(swept) >= sweepEvery {
			swept = f.now()
			f.sweep(ctx)
		}
		f.round(ctx)
	}
	return nil
}

// sweep finds what was left by an earlier run or another replica.
func (f *Folder) sweep(ctx context.Context) {
	chunks, err := f.folds.Unfolded(ctx)
	if err != nil && ctx.Err() == nil {
		f.log.WarnContext(ctx, "folds could not be looked over", "error", err)
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, id := range chunks {
		if _, known := f.touched[id]; !known {
			f.touched[id] = growth{}
		}
	}
}

// round folds what is due, and rests after each chunk for as long as that took: nobody waits for it.
func (f *Folder) round(ctx context.Context) {
	var means foldMeans // of one round: a hundred megabytes are not kept for an hour
	count, took := 0, time.Duration(0)
	for id, grown := range f.snapshot() {
		if ctx.Err() != nil {
			return
		}
		begun := f.now()
		folded, err := f.visit(ctx, &means, id, grown)
		if err != nil && ctx.Err() == nil {
			f.log.ErrorContext(ctx, "chunk could not be folded",
				"database", id.Database, "channel", id.Channel.String(), "chunk", id.Chunk, "error", err)
		}
		if folded {
			count++
			took += f.now().Sub(begun)
			_ = bus.Pause(ctx, f.now().Sub(begun))
		}
	}
	if count > 0 {
		f.log.InfoContext(ctx, "folded", "chunks", count, "took", took)
	}
}

func (f *Folder) snapshot() map[core.ChunkKey]growth {
	f.mu.Lock()
	defer f.mu.Unlock()
	touched := make(map[core.ChunkKey]growth, len(f.touched))
	for id, grown := range f.touched {
		touched[id] = grown
	}
	return touched
}

func (f *Folder) visit(
	ctx context.Context, means *foldMeans, id core.ChunkKey, grown growth,
) (folded bool, err error) {
	state, err := f.folds.FoldState(ctx, id)
	if err != nil {
		return false, err
	}
	if !state.Wanted() {
		f.forget(id, grown)
		return false, nil
	}
	now := f.now()
	if !state.Due(now.Sub(grown.last) >= quietAfter, grown.first, now) {
		return false, nil
	}
	if means.folder == nil {
		means.folder = counting.NewFolder()
	}
	if err := f.folds.Fold(ctx, id, &means.merger, means.folder, now); err != nil {
		return false, err
	}
	// Nothing was folded if somebody else was at the chunk; then the next round is.
	if state, err = f.folds.FoldState(ctx, id); err != nil || state.FoldedAt.IsZero() {
		return false, err
	}
	f.forget(id, grown)
	return true, nil
}

// forget drops a chunk from the list, or what of its growth is older than the fold.
func (f *Folder) forget(id core.ChunkKey, grown growth) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if last := f.touched[id].last; last.Equal(grown.last) {
		delete(f.touched, id)
	} else {
		f.touched[id] = growth{last, last}
	}
}
