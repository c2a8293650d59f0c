package asking

import (
	"context"
	"fmt"
	"sync/atomic"

	"golang.org/x/sync/errgroup"

	"puls.app/services/scoring-engine/internal/calculation"
	"puls.app/services/scoring-engine/internal/engine/segment"
)

// eachChunk reads those segments of chunks that have days between first and last, with one worker for each reader: a
// worker takes the next free chunk. The bytes are valid until work returns.
func eachChunk(
	ctx context.Context, readers []calculation.SegmentView, ids []calculation.ChunkID, first, last segment.Day,
	work func(worker int, id calculation.ChunkID, segments []segment.Segment) error,
) error {
	var next atomic.Int64
	group, ctx := errgroup.WithContext(ctx)
	for worker, reader := range readers {
		group.Go(func() error {
			for at := int(next.Add(1)); at <= len(ids); at = int(next.Add(1)) {
				err := reader.Read(ctx, ids[at-1:at], first, last, func(
					id calculation.ChunkID, segments []segment.Segment,
				) error {
					return work(worker, id, segments)
				})
				if err != nil {
					return fmt.Errorf("read chunk %d of database %d: %w", ids[at-1].Chunk, ids[at-1].Database, err)
				}
			}
			return nil
		})
	}
	return group.Wait()
}
