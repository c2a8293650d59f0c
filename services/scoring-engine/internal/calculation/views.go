package calculation

import (
	"context"

	"puls.app/services/scoring-engine/internal/engine/cohort"
	"puls.app/services/scoring-engine/internal/engine/counting"
	"puls.app/services/scoring-engine/internal/engine/segment"
)

// SegmentView is one consistent view of the segments of a channel. Readers may be used one by each worker.
type SegmentView interface {
	// Read calls visit once for each chunk of ids that has segments with days between first and last, in the order
	// of ids. The bytes are good until visit returns.
	Read(ctx context.Context, ids []ChunkID, first, last segment.Day,
		visit func(id ChunkID, segments []segment.Segment) error) error
	// Count calls visit once for each chunk of ids that has something to count in the windows, in any order, with what
	// gives its counts at the least cost. The bytes are good until visit returns.
	Count(ctx context.Context, ids []ChunkID, windows counting.Windows,
		visit func(id ChunkID, from ChunkFacts) error) error
}

// ChunkFacts are what a chunk is counted from: segments, and planes in the place of others. The zero value counts
// nothing.
type ChunkFacts struct {
	Segments []segment.Segment
	Planes   []cohort.Planes
}

// Views opens views.
type Views interface {
	// View opens a consistent view of one channel's segments, with readers for so many workers, for as long as work runs.
	View(ctx context.Context, channel Channel, workers int, work func(readers []SegmentView) error) error
}

// LooksAtOnce is how many counts run at once that a page waits for. Each takes as many connections and processors as a
// calculation, which goes on beside them and so keeps a third of the machine.
const LooksAtOnce = 2

// LiftDays is how many days from the generated date on a lift looks at.
const LiftDays = 14
