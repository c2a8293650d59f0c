package jobs

import (
	"context"
	"log/slog"
	"time"

	"puls.app/services/kit/loop"
	"puls.app/services/scoring-engine/internal/engine/counting"
	"puls.app/services/scoring-engine/internal/engine/segment"
	"puls.app/services/scoring-engine/internal/keeping"
)

// foldEvery is how often grown chunks are checked.
const foldEvery = 5 * time.Second

// Folder folds chunks in the background, so that nightly calculations add counts instead of counting facts.
type Folder struct {
	grown
	folds keeping.Folds
}

// foldMeans is the working memory of folding.
type foldMeans struct {
	merger segment.Merger
	folder *counting.Folder
}

// NewFolder returns a folder.
func NewFolder(folds keeping.Folds, now func() time.Time, log *slog.Logger) *Folder {
	return &Folder{grown: grown{now: now, log: log, chunks: map[keeping.ChunkKey]growth{}}, folds: folds}
}

// Run folds until ctx ends. Failures are logged and retried in the next round.
func (f *Folder) Run(ctx context.Context) error {
	return loop.Every(foldEvery, f.log, "folds could not be looked over", func(ctx context.Context) error {
		err := f.sweep(ctx, f.folds.Unfolded)
		f.round(ctx)
		return err
	})(ctx)
}

// round folds due chunks, and pauses after each chunk for as long as folding it took: no request waits for it.
func (f *Folder) round(ctx context.Context) {
	var means foldMeans // for one round only: a hundred megabytes should not be held for an hour
	count, took := 0, time.Duration(0)
	f.visit(ctx, "chunk could not be folded", func(id keeping.ChunkKey, at growth) (settled bool, err error) {
		begun := f.now()
		folded, settled, err := f.fold(ctx, &means, id, at)
		if folded {
			count++
			took += f.now().Sub(begun)
			_ = loop.Pause(ctx, f.now().Sub(begun))
		}
		return settled, err
	})
	if count > 0 {
		f.log.InfoContext(ctx, "folded", "chunks", count, "took", took)
	}
}

func (f *Folder) fold(
	ctx context.Context, means *foldMeans, id keeping.ChunkKey, at growth,
) (folded, settled bool, err error) {
	state, err := f.folds.FoldState(ctx, id)
	if err != nil || !state.Wanted() {
		return false, true, err
	}
	now := f.now()
	if !state.Due(now.Sub(at.last) >= quietAfter, at.first, now) {
		return false, false, nil
	}
	if means.folder == nil {
		means.folder = counting.NewFolder()
	}
	if err := f.folds.Fold(ctx, id, &means.merger, means.folder, now); err != nil {
		return false, false, err
	}
	// Nothing was folded if another worker held the chunk; the next round retries.
	state, err = f.folds.FoldState(ctx, id)
	folded = err == nil && !state.FoldedAt.IsZero()
	return folded, folded, err
}
