// Package keeping defines how facts are stored: as batches of segments, when a chunk is compacted or folded, and when
// facts are removed.
package keeping

import (
	"github.com/google/uuid"

	"puls.app/services/scoring-engine/internal/calculation"
	"puls.app/services/scoring-engine/internal/engine/segment"
)

// Batch is a set of facts as received, already packed.
type Batch struct {
	ID       uuid.UUID
	Database calculation.DatabaseID
	Channel  calculation.Channel
	Segments []ChunkSegment
	// Messages are the ids and categories of the batch's messages, packed; nil for web.
	Messages []byte
}

// ChunkSegment is one segment of a chunk.
type ChunkSegment struct {
	Chunk   uint32
	Segment segment.Segment
}

// Backlog describes the fresh segments of a chunk, which wait for compaction, and the size of its compacted base.
type Backlog struct {
	Chunk               ChunkKey
	FreshCount          int
	FreshSize, BaseSize int64
}

// ChunkKey names a chunk of a channel.
type ChunkKey struct {
	Database calculation.DatabaseID
	Channel  calculation.Channel
	Chunk    uint32
}

const (
	// freshFloor is the size of fresh segments below which they are not compacted.
	freshFloor = 256 << 10
	// freshMost is the largest number of fresh segments that a reader should have to merge.
	freshMost = 256
)

// Due reports whether compacting the chunk is worth it now: either the fresh part has grown to half of the base, so
// that each fact is rewritten only a few times, or the segments have become many. A chunk is quiet if no more facts
// arrive.
func (b Backlog) Due(quiet bool) bool {
	if b.FreshCount == 0 {
		return false
	}
	if b.FreshCount >= freshMost || b.FreshSize >= max(freshFloor, b.BaseSize/2) {
		return true
	}
	return quiet && b.FreshCount > 1 && b.FreshSize*10 >= b.BaseSize
}
