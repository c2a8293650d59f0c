package core

import (
	"github.com/google/uuid"

	"puls.app/services/scoring-engine/internal/engine"
)

// Batch is a set of facts as it arrived, already packed.
type Batch struct {
	ID       uuid.UUID
	Database int32
	Channel  Channel
	Segments []ChunkSegment
	// Messages are the ids and categories of the batch's messages, packed; nil for web.
	Messages []byte
}

// ChunkSegment is one segment of a chunk.
type ChunkSegment struct {
	Chunk   uint32
	Segment engine.Segment
}

// Heap is what lies in a chunk: fresh segments as they arrived, and the base that is compacted already.
type Heap struct {
	ID                  HeapID
	FreshCount          int
	FreshSize, BaseSize int64
}

// HeapID names a chunk of a channel.
type HeapID struct {
	Database int32
	Channel  Channel
	Chunk    uint32
}

const (
	// freshFloor is how many bytes of fresh segments are left alone.
	freshFloor = 256 << 10
	// freshMost is how many fresh segments a reader is asked to unite at most.
	freshMost = 256
)

// Due tells whether compacting the chunk is worth it now: the fresh part has grown to half of the base, so that each
// fact is rewritten a few times at most, or the pieces have become many. quiet says that nothing arrives any more.
func (h Heap) Due(quiet bool) bool {
	if h.FreshCount == 0 {
		return false
	}
	if h.FreshCount >= freshMost || h.FreshSize >= max(freshFloor, h.BaseSize/2) {
		return true
	}
	return quiet && h.FreshCount > 1 && h.FreshSize*10 >= h.BaseSize
}
