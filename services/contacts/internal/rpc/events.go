package rpc

import (
	"bytes"
	"regexp"
	"slices"
	"time"

	"github.com/google/uuid"
	"google.golang.org/protobuf/types/known/timestamppb"

	contactsv1 "puls.app/proto/gen/go/puls/contacts/v1"
	typev1 "puls.app/proto/gen/go/puls/type/v1"
	"puls.app/services/contacts/internal/audience"
	"puls.app/services/contacts/internal/contact"
	"puls.app/services/contacts/internal/destination"
	"puls.app/services/contacts/internal/engine/fact"
	"puls.app/services/contacts/internal/importing"
	"puls.app/services/contacts/internal/privacy"
	"puls.app/services/contacts/internal/table"
	"puls.app/services/kit/bus"
)

var (
	batches  = bus.EventOf[*contactsv1.EngagementBatch]()
	finished = bus.EventOf[*contactsv1.ImportFinished]()
	written  = bus.EventOf[*contactsv1.ScoresWritten]()
	left     = bus.EventOf[*contactsv1.ContactsLeft]()

	reported  = bus.EventOf[*contactsv1.DestinationReported]()
	forgotten = bus.EventOf[*contactsv1.DestinationForgotten]()
)

var importKinds = map[table.FileKind]contactsv1.ImportKind{
	table.KindContacts:     contactsv1.ImportKind_IMPORT_KIND_CONTACTS,
	table.KindEngagement:   contactsv1.ImportKind_IMPORT_KIND_ENGAGEMENT,
	table.KindUnsubscribes: contactsv1.ImportKind_IMPORT_KIND_UNSUBSCRIBES,
}

var importOutcomes = map[importing.State]contactsv1.ImportOutcome{
	importing.StateDone:    contactsv1.ImportOutcome_IMPORT_OUTCOME_DONE,
	importing.StateRefused: contactsv1.ImportOutcome_IMPORT_OUTCOME_REFUSED,
	importing.StateFailed:  contactsv1.ImportOutcome_IMPORT_OUTCOME_FAILED,

	importing.StateCancelled: contactsv1.ImportOutcome_IMPORT_OUTCOME_CANCELLED,
}

// Events encodes events for other services as messages of the contracts.
type Events struct{}

// Batch returns the event for a batch.
func (Events) Batch(id uuid.UUID, b *fact.Batch) (contact.Event, error) {
	message := &contactsv1.EngagementBatch{
		BatchId: id.String(), DatabaseId: int32(b.Database), Channel: typev1.Channel(b.Channel), Categories: b.Categories,
		MessageIds: make([]string, len(b.MessageIDs)), Chunks: make([]*contactsv1.ChunkFacts, len(b.Chunks)),
	}
	texts := string(bytes.Join(b.MessageIDs, nil)) // one allocation for all
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
	return contact.Event(encoded), err
}

// BatchSubject returns the subject of batches.
func (Events) BatchSubject() string { return batches.Subject() }

// addressInName matches names of files that hold an e-mail address or a phone number, or another number of as many
// digits. Other services do not erase them.
var addressInName = regexp.MustCompile(`@|(^|\D)\d{9,12}(\D|$)`)

// Finished returns the event for the end of an import, without a file name that holds an address.
func (Events) Finished(f importing.Finished) (contact.Event, error) {
	outcome := f.State.Outcome(f.Kept, f.Refused)
	event := &contactsv1.ImportFinished{
		AccountId: int32(f.Account), ImportId: f.ID.String(), Kind: string(f.Kind), ImportKind: importKinds[f.Kind],
		State: string(outcome), Outcome: importOutcomes[outcome],
		KeptCount: int32(f.Kept), RefusedCount: int32(f.Refused),
		FinishedAt: f.At.Unix(), EndedAt: &timestamppb.Timestamp{Seconds: f.At.Unix()},
	}
	if !addressInName.MatchString(f.FileName) {
		event.FileName = f.FileName
	}
	for _, r := range f.First {
		if reason := r.Defect.String(); !slices.Contains(event.GetReasons(), reason) {
			event.Reasons = append(event.Reasons, reason)
		}
	}
	encoded, err := finished.Encode(event)
	return contact.Event(encoded), err
}

// ScoresWritten returns the event for scores that were written into properties.
func (Events) ScoresWritten(of audience.Calculation, receipts []audience.Receipt, at time.Time) (contact.Event, error) {
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
	return contact.Event(encoded), err
}

// Left returns the event for contacts that lost a consent or were erased.
func (Events) Left(d privacy.Departure) (contact.Event, error) {
	encoded, err := left.Encode(&contactsv1.ContactsLeft{
		AccountId: int32(d.Account), EventId: d.ID, Uid: d.UID, Numbers: d.Numbers, Channel: typev1.Channel(d.Channel),
		Cause: string(d.Cause), LeftAt: timestamppb.New(d.At),
	})
	return contact.Event(encoded), err
}

// Reported returns the event for a destination that fails or, with FailNone, whose run was complete again.
func (Events) Reported(d *destination.Destination, why destination.Failure, at time.Time) (contact.Event, error) {
	encoded, err := reported.Encode(&contactsv1.DestinationReported{
		AccountId: int32(d.Account), DestinationId: d.ID.String(), Name: d.Name, Failure: string(why),
		ReportedAt: timestamppb.New(at),
	})
	return contact.Event(encoded), err
}

// Forgotten returns the event for erased contacts that may be on a list for ever.
func (Events) Forgotten(d *destination.Destination, count int, at time.Time) (contact.Event, error) {
	encoded, err := forgotten.Encode(&contactsv1.DestinationForgotten{
		AccountId: int32(d.Account), DestinationId: d.ID.String(), Name: d.Name, ContactCount: int32(count),
		ForgottenAt: timestamppb.New(at),
	})
	return contact.Event(encoded), err
}
