package rpc

import (
	"bytes"
	"slices"
	"time"

	"github.com/cespare/xxhash/v2"
	"github.com/google/uuid"
	"google.golang.org/protobuf/types/known/timestamppb"

	contactsv1 "puls.app/proto/gen/go/puls/contacts/v1"
	typev1 "puls.app/proto/gen/go/puls/type/v1"
	"puls.app/services/contacts/internal/core"
	"puls.app/services/contacts/internal/engine/fact"
	"puls.app/services/kit/bus"
)

var (
	batches  = bus.EventOf[*contactsv1.EngagementBatch]()
	finished = bus.EventOf[*contactsv1.ImportFinished]()
	written  = bus.EventOf[*contactsv1.ScoresWritten]()
)

var importKinds = map[core.FileKind]contactsv1.ImportKind{
	core.KindContacts:     contactsv1.ImportKind_IMPORT_KIND_CONTACTS,
	core.KindEngagement:   contactsv1.ImportKind_IMPORT_KIND_ENGAGEMENT,
	core.KindUnsubscribes: contactsv1.ImportKind_IMPORT_KIND_UNSUBSCRIBES,
}

var importOutcomes = map[core.State]contactsv1.ImportOutcome{
	core.StateDone:    contactsv1.ImportOutcome_IMPORT_OUTCOME_DONE,
	core.StateRefused: contactsv1.ImportOutcome_IMPORT_OUTCOME_REFUSED,
	core.StateFailed:  contactsv1.ImportOutcome_IMPORT_OUTCOME_FAILED,

	core.StateCancelled: contactsv1.ImportOutcome_IMPORT_OUTCOME_CANCELLED,
}

// Events puts into the form of the contracts what others are told.
type Events struct{}

// Key hashes the id of a web event.
func (Events) Key(id []byte) uint64 { return xxhash.Sum64(id) }

// Batch returns what is published of a batch.
func (Events) Batch(id uuid.UUID, b *fact.Batch) (core.Event, error) {
	message := &contactsv1.EngagementBatch{
		BatchId: id.String(), DatabaseId: int32(b.Database), Channel: typev1.Channel(b.Channel), Categories: b.Categories,
		MessageIds: make([]string, len(b.MessageIDs)), Chunks: make([]*contactsv1.ChunkFacts, len(b.Chunks)),
	}
	texts := string(bytes.Join(b.MessageIDs, nil)) // one piece of memory for all
	for i, id := range b.MessageIDs {
		message.MessageIds[i], texts = texts[:len(id)], texts[len(id):]
	}
	for i := range b.Chunks {
		c := &b.Chunks[i]
		message.Chunks[i] = &contactsv1.ChunkFacts{
			Chunk: c.Number, GroupMessages: c.GroupMessages, GroupDays: c.GroupDays, GroupKinds: c.GroupKinds,
			GroupSizes: c.GroupSizes, ContactGaps: c.ContactGaps, EventKeys: c.EventKeys,
		}
	}
	encoded, err := batches.Encode(message)
	return core.Event(encoded), err
}

// BatchSubject returns what batches are published on.
func (Events) BatchSubject() string { return batches.Subject() }

// Finished returns what is published of the end of an import.
func (Events) Finished(f core.Finished) (core.Event, error) {
	outcome := f.State.Outcome(f.Kept, f.Refused)
	event := &contactsv1.ImportFinished{
		AccountId: int32(f.Account), ImportId: f.ID.String(), Kind: string(f.Kind), ImportKind: importKinds[f.Kind],
		State: string(outcome), Outcome: importOutcomes[outcome],
		KeptCount: int32(f.Kept), RefusedCount: int32(f.Refused),
		FinishedAt: f.At.Unix(), EndedAt: &timestamppb.Timestamp{Seconds: f.At.Unix()},
	}
	for _, r := range f.First {
		if reason := r.Defect.String(); !slices.Contains(event.GetReasons(), reason) {
			event.Reasons = append(event.Reasons, reason)
		}
	}
	encoded, err := finished.Encode(event)
	return core.Event(encoded), err
}

// ScoresWritten returns what is published of scores that stand in properties.
func (Events) ScoresWritten(of core.Calculation, receipts []core.Receipt, at time.Time) (core.Event, error) {
	event := &contactsv1.ScoresWritten{
		AccountId: int32(of.Account), ScoringId: of.Scoring.String(), Channel: typev1.Channel(of.Channel),
		GeneratedDate: of.Date.Format(time.DateOnly), Revision: int32(of.Revision),
		WrittenAt: &timestamppb.Timestamp{Seconds: at.Unix()},
	}
	for _, r := range receipts {
		receipt := &contactsv1.PropertyReceipt{
			Uid: r.UID, PropertyId: int32(r.Property), PropertyName: r.Name, WrittenCount: r.Written,
			Skipped: map[string]int32{},
		}
		for reason, n := range r.Skipped {
			receipt.Skipped[string(reason)] = n
		}
		event.Receipts = append(event.Receipts, receipt)
	}
	encoded, err := written.Encode(event)
	return core.Event(encoded), err
}
