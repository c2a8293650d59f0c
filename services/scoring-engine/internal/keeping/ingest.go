// Package keeping says how facts are kept: as batches of segments, when a chunk is compacted or folded, and what is
// removed in the end.
package keeping

import (
	"github.com/google/uuid"

	"puls.app/services/scoring-engine/internal/calculation"
	"puls.app/services/scoring-engine/internal/engine/segment"
)

// Batch is a set of facts as it arrived, already packed.
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

// Backlog is what waits in a chunk to be compacted, beside the size of the base that is compacted already.
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
	// freshFloor is how many bytes of fresh segments are left alone.
	freshFloor = 256 << 10
	// freshMost is how many fresh segments a reader is asked to unite at most.
	freshMost = 256
)

// Due reports whether compacting the chunk is worth it now: the fresh part has grown to half of the base, so that each
// fact is rewritten a few times at most, or the pieces have become many. Quiet is a chunk in which nothing arrives any
// more.
func (b Backlog) Due(quiet bool) bool {
	if b.FreshCount == 0 {
		return false
	}
	if b.FreshCount >= freshMost || b.FreshSize >= max(freshFloor, b.BaseSize/2) {
		return true
	}
	return quiet && b.FreshCount > 1 && b.FreshSize*10 >= b.BaseSize
}
