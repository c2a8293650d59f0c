package data

import (
	"encoding/binary"
	"fmt"
	"math/bits"
	"slices"

	"github.com/google/uuid"
	"google.golang.org/protobuf/proto"

	contactsv1 "puls.app/proto/gen/go/puls/contacts/v1"
	typev1 "puls.app/proto/gen/go/puls/type/v1"
)

// maxBatch bounds the encoded size of a batch, with room for one more group.
const maxBatch = 300 << 10

// mostEvents bounds a group of web events, which take up to eleven bytes each.
const mostEvents = 1 << 14

// Batcher packs sendings, or web events, into the program's public batches.
type Batcher struct {
	set      *Set
	database int32
	emit     func(id string, payload []byte) error

	sendings []Sending
	events   []Event
	facts    []fact
	batch    *contactsv1.EngagementBatch
	chunk    *contactsv1.ChunkFacts
	index    map[int32]uint32
	size     int
	day      int
	number   int
}

// fact sorts by message, day and kind, then contact: message, days after the sending (7 bits), kind (3 bits), contact
// within the chunk (16 bits). Of web events it is kind and visitor alone.
type fact uint64

func (f fact) group() fact { return f >> 16 }

// NewBatcher makes a batcher that hands each batch to emit with an id, which is the same in every run.
func NewBatcher(set *Set, database int32, emit func(id string, payload []byte) error) *Batcher {
	return &Batcher{set: set, database: database, emit: emit, index: map[int32]uint32{}}
}

// Day packs one day of sendings with all that became of them, or of web events. Those of the first day are in the file
// that gives visitors their numbers.
func (b *Batcher) Day(day int) error {
	leads, most := b.set.Shape == Leads, ChunkContacts
	if leads {
		if day == 0 {
			return nil
		}
		most = mostEvents
	}
	b.day, b.number = day, 0
	b.begin()
	for chunk := range b.set.Chunks() {
		if b.facts = b.facts[:0]; leads {
			b.gatherEvents(chunk)
		} else {
			b.gatherSendings(chunk)
		}
		slices.Sort(b.facts)
		b.chunk = nil
		for from := 0; from < len(b.facts); {
			to := from + 1
			for to < len(b.facts) && to-from < most && b.facts[to].group() == b.facts[from].group() {
				to++
			}
			if err := b.add(uint32(chunk), from, to); err != nil {
				return err
			}
			from = to
		}
	}
	return b.finish()
}

func (b *Batcher) gatherSendings(chunk int) {
	b.sendings = b.set.Chunk(b.sendings[:0], b.day, chunk)
	for i := range b.sendings {
		s := &b.sendings[i]
		for kind, day := range [...]int16{1: s.Sent, 2: s.Delivered, 3: s.Opened, 4: s.Clicked, 5: s.Bounced} {
			if day != 0 {
				late := fact(int(day) - b.set.First - b.day)
				b.facts = append(b.facts, fact(s.Message)<<26|late<<19|fact(kind)<<16|fact(uint16(s.Contact)))
			}
		}
	}
}

func (b *Batcher) gatherEvents(chunk int) {
	b.events = b.set.Events(b.events[:0], b.day, chunk)
	for _, e := range b.events {
		b.facts = append(b.facts, fact(e.Kind)<<16|fact(uint16(e.Visitor)))
	}
}

func (b *Batcher) begin() {
	b.batch = &contactsv1.EngagementBatch{DatabaseId: b.database, Channel: typev1.Channel_CHANNEL_MAILING}
	if b.set.Shape == Leads {
		b.batch.Channel = typev1.Channel_CHANNEL_WEB
	}
	clear(b.index)
	b.size, b.chunk = 64, nil
}

// add puts one group into the batch, of facts of the chunk by their places. The largest has 65,536 contacts, a byte or
// two each.
func (b *Batcher) add(chunk uint32, from, to int) error {
	if b.size > maxBatch {
		if err := b.finish(); err != nil {
			return err
		}
		b.begin()
	}
	if b.chunk == nil {
		b.chunk = &contactsv1.ChunkFacts{Chunk: chunk}
		b.batch.Chunks = append(b.batch.Chunks, b.chunk)
		b.size += 32
	}
	first, group, c := b.facts[from], b.facts[from:to], b.chunk
	kind := uint32(first >> 16 & 7)
	if b.set.Shape == Leads {
		kind += uint32(contactsv1.EngagementKind_ENGAGEMENT_KIND_PAGE_VIEW) - uint32(PageView)
		for at := from; at < to; at++ {
			c.EventKeys = append(c.EventKeys, b.set.eventKey(b.day, chunk, at))
		}
		b.size += 8 * len(group)
	} else {
		c.GroupMessages = append(c.GroupMessages, b.message(int32(first>>26)))
	}
	c.GroupDays = append(c.GroupDays, uint32(b.set.First+b.day)+uint32(first>>19&127))
	c.GroupKinds = append(c.GroupKinds, kind)
	c.GroupSizes = append(c.GroupSizes, uint32(len(group)))
	b.size += 10
	last := uint16(0)
	for _, f := range group {
		gap := uint32(uint16(f) - last)
		c.ContactGaps = append(c.ContactGaps, gap)
		b.size += (bits.Len32(gap|1) + 6) / 7
		last = uint16(f)
	}
	return nil
}

func (b *Batcher) message(number int32) uint32 {
	index, known := b.index[number]
	if !known {
		index = uint32(len(b.index))
		b.index[number] = index
		id := string(b.set.AppendMessageID(nil, number))
		b.batch.MessageIds = append(b.batch.MessageIds, id)
		b.batch.Categories = append(b.batch.Categories, 1+uint32(number)%5)
		b.size += len(id) + 4
	}
	return index
}

func (b *Batcher) finish() error {
	if len(b.batch.GetChunks()) == 0 {
		return nil
	}
	var name [32]byte
	binary.LittleEndian.PutUint64(name[0:], b.set.Seed)
	binary.LittleEndian.PutUint64(name[8:], uint64(b.database))
	binary.LittleEndian.PutUint64(name[16:], uint64(b.day))
	binary.LittleEndian.PutUint64(name[24:], uint64(b.number))
	b.number++
	b.batch.BatchId = uuid.NewSHA1(uuid.NameSpaceOID, name[:]).String()
	payload, err := proto.Marshal(b.batch)
	if err != nil {
		return fmt.Errorf("write batch: %w", err)
	}
	if len(payload) > 512<<10 {
		return fmt.Errorf("a batch of %d bytes is too large", len(payload))
	}
	return b.emit(b.batch.GetBatchId(), payload)
}
