package fact

import (
	"cmp"
	"math/bits"
	"slices"
)

// maxBatch bounds the estimated encoded size of a batch in bytes, with some room for the error of the estimate.
const maxBatch = 500 << 10

// Batch is facts of one database and channel in the columns in which they are published. Its memory is reused for the
// next batch.
type Batch struct {
	Database   DatabaseID
	Channel    Channel
	MessageIDs [][]byte
	Categories []uint32
	Chunks     []Chunk
}

// Chunk is the facts about 65,536 consecutive numbers. Facts of one message, day and kind form a group.
type Chunk struct {
	Number        uint32
	GroupMessages []uint32
	GroupDays     []uint32
	GroupKinds    []uint32
	GroupSizes    []uint32
	ContactGaps   []uint32
	EventKeys     []uint64
}

// batcher cuts sorted facts into batches.
type batcher struct {
	batch   Batch
	size    int
	part    *Part
	baseDay int32
	emit    func(*Batch) error
	// local has the index of each message in the batch; it is valid if seen is the present round.
	local, seen []uint32
	round       uint32
	group       uint64
	place       uint32
	open        bool
}

// Batches sorts the facts and calls emit with them in batches, ordered by database and channel. The same facts in the
// same order of rows give the same batches.
func (f *Facts) Batches(emit func(*Batch) error) error {
	slices.SortFunc(f.parts, func(a, b *Part) int {
		return cmp.Or(cmp.Compare(a.key.database, b.key.database), cmp.Compare(a.key.channel, b.key.channel))
	})
	b := &f.batcher
	b.baseDay, b.emit = f.baseDay, emit
	for _, p := range f.parts {
		f.sorter.sort(p.keys, p.events)
		if err := b.cut(p); err != nil {
			return err
		}
	}
	return nil
}

func (b *batcher) cut(p *Part) error {
	b.part = p
	messages := p.messages.len()
	if len(b.local) < messages {
		b.local, b.seen, b.round = make([]uint32, messages), make([]uint32, messages), 0
	}
	b.begin()
	var last uint64
	for i, key := range p.keys {
		if i > 0 && key == last && len(p.events) == 0 {
			continue // reported twice
		}
		last = key
		if b.size > maxBatch {
			if err := b.finish(); err != nil {
				return err
			}
			b.begin()
		}
		b.add(key)
		if len(p.events) > 0 {
			c := &b.batch.Chunks[len(b.batch.Chunks)-1]
			c.EventKeys = append(c.EventKeys, p.events[i])
			b.size += 8
		}
	}
	return b.finish()
}

func (b *batcher) begin() {
	b.batch.Database, b.batch.Channel = b.part.key.database, b.part.key.channel
	b.batch.MessageIDs, b.batch.Categories = b.batch.MessageIDs[:0], b.batch.Categories[:0]
	b.batch.Chunks = b.batch.Chunks[:0]
	b.size, b.open = 64, false
	b.round++
}

func (b *batcher) finish() error {
	if len(b.batch.Chunks) == 0 {
		return nil
	}
	return b.emit(&b.batch)
}

func (b *batcher) add(key uint64) {
	group := key >> placeBits
	place := uint32(key & 0xffff)
	chunk := uint32(key >> chunkShift)
	if n := len(b.batch.Chunks); n == 0 || b.batch.Chunks[n-1].Number != chunk {
		b.addChunk(chunk)
	}
	c := &b.batch.Chunks[len(b.batch.Chunks)-1]
	gap := place
	if b.open && group == b.group {
		gap = place - b.place
		c.GroupSizes[len(c.GroupSizes)-1]++
	} else {
		b.addGroup(c, key)
	}
	c.ContactGaps = append(c.ContactGaps, gap)
	b.size += varintSize(gap)
	b.group, b.place, b.open = group, place, true
}

func (b *batcher) addGroup(c *Chunk, key uint64) {
	day := uint32(b.baseDay + int32(key>>dayShift&(1<<dayBits-1)))
	kind := uint32(key >> kindShift & kindMask)
	if b.part.key.channel == Web {
		kind += webKinds
	} else {
		if kind == 0 {
			kind = uint32(MachineClicked)
		}
		message := b.message(uint32(key >> messageShift & (1<<messageBits - 1)))
		c.GroupMessages = append(c.GroupMessages, message)
		b.size += varintSize(message)
	}
	c.GroupDays = append(c.GroupDays, day)
	c.GroupKinds = append(c.GroupKinds, kind)
	c.GroupSizes = append(c.GroupSizes, 1)
	b.size += varintSize(day) + 1 + 3
}

// message returns the index of a message within the batch.
func (b *batcher) message(number uint32) uint32 {
	if b.seen[number] != b.round {
		b.seen[number] = b.round
		b.local[number] = uint32(len(b.batch.MessageIDs))
		id := b.part.messages.get(number)
		b.batch.MessageIDs = append(b.batch.MessageIDs, id)
		b.batch.Categories = append(b.batch.Categories, uint32(b.part.categories[number]))
		b.size += len(id) + 4
	}
	return b.local[number]
}

// addChunk reuses the memory of an earlier chunk.
func (b *batcher) addChunk(number uint32) {
	n := len(b.batch.Chunks)
	if n < cap(b.batch.Chunks) {
		b.batch.Chunks = b.batch.Chunks[:n+1]
	} else {
		b.batch.Chunks = append(b.batch.Chunks, Chunk{})
	}
	c := &b.batch.Chunks[n]
	*c = Chunk{
		Number: number, GroupMessages: c.GroupMessages[:0], GroupDays: c.GroupDays[:0], GroupKinds: c.GroupKinds[:0],
		GroupSizes: c.GroupSizes[:0], ContactGaps: c.ContactGaps[:0], EventKeys: c.EventKeys[:0],
	}
	b.size += 48
	b.open = false
}

func varintSize(x uint32) int { return (bits.Len32(x|1) + 6) / 7 }
