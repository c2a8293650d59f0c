package calculation

import (
	"context"

	"puls.app/services/scoring-engine/internal/engine/cohort"
	"puls.app/services/scoring-engine/internal/engine/counting"
	"puls.app/services/scoring-engine/internal/engine/segment"
)

// SegmentView is one consistent view of the segments of a channel. A reader serves one worker at a time.
type SegmentView interface {
	// Read calls visit once for each chunk of ids that has segments with days between first and last, in the order of ids.
	// The bytes are valid until visit returns.
	Read(ctx context.Context, ids []ChunkID, first, last segment.Day,
		visit func(id ChunkID, segments []segment.Segment) error) error
	// Count calls visit once for each chunk of ids that has something to count in the windows, in any order, with the
	// facts that yield its counts at the least cost. The bytes are valid until visit returns.
	Count(ctx context.Context, ids []ChunkID, windows counting.Windows,
		visit func(id ChunkID, from ChunkFacts) error) error
}

// ChunkFacts are the input of a chunk's count: segments, and planes that replace some of them. The zero value counts
// nothing.
type ChunkFacts struct {
	Segments []segment.Segment
	Planes   []cohort.Planes
}

// Views opens views.
type Views interface {
	// View opens a consistent view of one channel's segments, with one reader for each worker, and keeps it open while
	// work runs.
	View(ctx context.Context, channel Channel, workers int, work func(readers []SegmentView) error) error
}

// LooksAtOnce is how many counts that a page waits for run at once. Each takes as many connections and processors as a
// calculation; a calculation running beside two of them thus keeps a third of the machine.
const LooksAtOnce = 2

// LiftDays is the number of days that a lift covers, beginning with the generated date.
const LiftDays = 14
