// Package jobs consumes the service's messages: batches of engagement, the nightly event, calculation tasks. It also
// compacts segments.
package jobs

import (
	"context"
	"fmt"
	"sync"

	"github.com/cespare/xxhash/v2"
	"github.com/google/uuid"
	"github.com/klauspost/compress/zstd"

	contactsv1 "puls.app/proto/gen/go/puls/contacts/v1"
	"puls.app/services/kit/bus"
	"puls.app/services/scoring-engine/internal/calculation"
	"puls.app/services/scoring-engine/internal/engine/segment"
	"puls.app/services/scoring-engine/internal/keeping"
)

// Ingest is the consumer that turns batches into segments. It calls touched for each chunk that has grown.
type Ingest struct {
	batches keeping.Batches
	touched func(keeping.ChunkKey)
	packers sync.Pool
}

// NewIngest returns the consumer's handler.
func NewIngest(batches keeping.Batches, touched func(keeping.ChunkKey)) *Ingest {
	return &Ingest{batches: batches, touched: touched, packers: sync.Pool{New: func() any { return newPacker() }}}
}

// Consumer handles up to parallel batches at once.
func (i *Ingest) Consumer(parallel int) bus.Consumer {
	return bus.Handle("scoring-engine-engagement", i.handle).AtOnce(parallel)
}

func (i *Ingest) handle(ctx context.Context, message *contactsv1.EngagementBatch) error {
	p, _ := i.packers.Get().(*packer)
	batch, err := p.pack(message)
	if err != nil {
		return fmt.Errorf("read batch: %w", err) // the packer holds facts of this batch, so it is dropped
	}
	defer i.packers.Put(p)
	if err := i.batches.Append(ctx, batch); err != nil {
		return fmt.Errorf("keep batch %s: %w", batch.ID, err)
	}
	for _, part := range batch.Segments {
		i.touched(keeping.ChunkKey{Database: batch.Database, Channel: batch.Channel, Chunk: part.Chunk})
	}
	return nil
}

// packer turns batches into segments, one after another, and reuses its memory.
type packer struct {
	sendings *segment.Builder
	visits   *segment.Builder
	contacts []uint16
	keys     []uint64
	encoder  *zstd.Encoder
}

func newPacker() *packer {
	return &packer{
		sendings: segment.NewBuilder(segment.Sendings), visits: segment.NewBuilder(segment.Visits), encoder: newEncoder(),
	}
}

func (p *packer) pack(message *contactsv1.EngagementBatch) (keeping.Batch, error) {
	id, err := uuid.Parse(message.GetBatchId())
	if err != nil {
		return keeping.Batch{}, fmt.Errorf("batch id: %w", err)
	}
	batch := keeping.Batch{
		ID: id, Database: calculation.DatabaseID(message.GetDatabaseId()), Channel: calculation.Channel(message.GetChannel()),
	}
	if !batch.Channel.Valid() || batch.Database <= 0 {
		return keeping.Batch{}, fmt.Errorf("batch %s is of no channel or database", id)
	}
	p.keys = p.keys[:0]
	for _, id := range message.GetMessageIds() {
		p.keys = append(p.keys, xxhash.Sum64String(id))
	}
	for _, chunk := range message.GetChunks() {
		data, err := p.chunk(batch.Channel, chunk)
		if err != nil {
			return keeping.Batch{}, fmt.Errorf("batch %s chunk %d: %w", id, chunk.GetChunk(), err)
		}
		if data == nil {
			continue
		}
		opened, err := segment.Open(data)
		if err != nil {
			return keeping.Batch{}, fmt.Errorf("open new segment: %w", err)
		}
		batch.Segments = append(batch.Segments, keeping.ChunkSegment{Chunk: chunk.GetChunk(), Segment: opened})
	}
	if batch.Channel == calculation.Web {
		return batch, nil
	}
	batch.Messages, err = p.messages(message)
	return batch, err
}

func (p *packer) messages(message *contactsv1.EngagementBatch) ([]byte, error) {
	if len(message.GetMessageIds()) != len(message.GetCategories()) {
		return nil, fmt.Errorf("%d message ids, %d categories", len(message.GetMessageIds()), len(message.GetCategories()))
	}
	return packMessages(p.encoder, &contactsv1.EngagementBatch{
		MessageIds: message.GetMessageIds(), Categories: message.GetCategories(),
	})
}

// chunk unpacks the columns of one chunk. It validates everything: a batch may come from any publisher.
func (p *packer) chunk(channel calculation.Channel, chunk *contactsv1.ChunkFacts) ([]byte, error) {
	days, kinds, sizes := chunk.GetGroupDays(), chunk.GetGroupKinds(), chunk.GetGroupSizes()
	gaps := chunk.GetContactGaps()
	web := channel == calculation.Web
	switch {
	case len(days) != len(sizes) || len(kinds) != len(sizes) || (!web && len(chunk.GetGroupMessages()) != len(sizes)):
		return nil, fmt.Errorf("group columns differ in length")
	case web && len(chunk.GetEventKeys()) != len(gaps):
		return nil, fmt.Errorf("%d event keys for %d facts", len(chunk.GetEventKeys()), len(gaps))
	}
	at := 0
	for g, size := range sizes {
		if uint64(at)+uint64(size) > uint64(len(gaps)) {
			return nil, fmt.Errorf("group %d reaches past the last fact", g)
		}
		end := at + int(size)
		if err := p.unpack(gaps[at:end]); err != nil {
			return nil, fmt.Errorf("group %d: %w", g, err)
		}
		kind, err := kindOf(channel, kinds[g])
		if err != nil {
			return nil, err
		}
		day := segment.Day(days[g])
		if web {
			err = p.addVisits(day, kind, chunk.GetEventKeys()[at:end])
		} else {
			err = p.addSendings(chunk.GetGroupMessages()[g], day, kind)
		}
		if err != nil {
			return nil, fmt.Errorf("group %d: %w", g, err)
		}
		at = end
	}
	if at != len(gaps) {
		return nil, fmt.Errorf("%d facts belong to no group", len(gaps)-at)
	}
	builder := p.sendings
	if web {
		builder = p.visits
	}
	return builder.Segment()
}

func (p *packer) unpack(gaps []uint32) error {
	p.contacts = p.contacts[:0]
	contact := uint64(0)
	for _, gap := range gaps {
		contact += uint64(gap)
		if contact >= segment.ChunkContacts {
			return fmt.Errorf("contact %d is not of this chunk", contact)
		}
		p.contacts = append(p.contacts, uint16(contact))
	}
	return nil
}

func (p *packer) addSendings(message uint32, day segment.Day, kind segment.Kind) error {
	if int(message) >= len(p.keys) {
		return fmt.Errorf("there is no message %d", message)
	}
	return p.sendings.Add(p.keys[message], day, kind, p.contacts...)
}

func (p *packer) addVisits(day segment.Day, kind segment.Kind, keys []uint64) error {
	for i, key := range keys {
		if err := p.visits.Add(key, day, kind, p.contacts[i]); err != nil {
			return err
		}
	}
	return nil
}

// kindOf maps the wire's kinds to the engine's. SMS cannot be opened or bounce, and no machine follows its links.
func kindOf(channel calculation.Channel, kind uint32) (segment.Kind, error) {
	wire := contactsv1.EngagementKind(kind)
	if channel == calculation.Web {
		if wire < contactsv1.EngagementKind_ENGAGEMENT_KIND_PAGE_VIEW ||
			wire > contactsv1.EngagementKind_ENGAGEMENT_KIND_PURCHASE {
			return 0, fmt.Errorf("kind %d is none of web", kind)
		}
		return segment.PageView + segment.Kind(wire-contactsv1.EngagementKind_ENGAGEMENT_KIND_PAGE_VIEW), nil
	}
	ofMail := wire == contactsv1.EngagementKind_ENGAGEMENT_KIND_OPENED ||
		wire == contactsv1.EngagementKind_ENGAGEMENT_KIND_BOUNCED ||
		wire > contactsv1.EngagementKind_ENGAGEMENT_KIND_UNSUBSCRIBED
	if wire < contactsv1.EngagementKind_ENGAGEMENT_KIND_SENT ||
		wire > contactsv1.EngagementKind_ENGAGEMENT_KIND_MACHINE_CLICKED ||
		(ofMail && !channel.Opens()) {
		return 0, fmt.Errorf("kind %d is none of %s", kind, channel)
	}
	return segment.Sent + segment.Kind(wire-contactsv1.EngagementKind_ENGAGEMENT_KIND_SENT), nil
}
