package rpc

import (
	"fmt"
	"slices"

	"github.com/google/uuid"
	"google.golang.org/protobuf/proto"

	contactsv1 "puls.app/proto/gen/go/puls/contacts/v1"
	typev1 "puls.app/proto/gen/go/puls/type/v1"
	"puls.app/services/contacts/internal/core"
	"puls.app/services/contacts/internal/engine"
)

// EncodeBatch answers what is published of a batch.
func EncodeBatch(id [16]byte, b *engine.Batch) ([]byte, error) {
	message := &contactsv1.EngagementBatch{
		BatchId: uuid.UUID(id).String(), DatabaseId: b.Database, Channel: typev1.Channel(b.Channel), Categories: b.Categories,
		MessageIds: make([]string, len(b.MessageIDs)), Chunks: make([]*contactsv1.ChunkFacts, len(b.Chunks)),
	}
	for i, id := range b.MessageIDs {
		message.MessageIds[i] = string(id)
	}
	for i := range b.Chunks {
		c := &b.Chunks[i]
		message.Chunks[i] = &contactsv1.ChunkFacts{
			Chunk: c.Number, GroupMessages: c.GroupMessages, GroupDays: c.GroupDays, GroupKinds: c.GroupKinds,
			GroupSizes: c.GroupSizes, ContactGaps: c.ContactGaps, EventKeys: c.EventKeys,
		}
	}
	payload, err := proto.Marshal(message)
	if err != nil {
		return nil, fmt.Errorf("encode batch: %w", err)
	}
	return payload, nil
}

// EncodeFinished answers what is published of the end of an import.
func EncodeFinished(f core.Finished) ([]byte, error) {
	event := &contactsv1.ImportFinished{
		AccountId: f.Account, ImportId: uuid.UUID(f.ID).String(), Kind: string(f.Kind), State: core.Outcome(f.State, f.Kept, f.Refused),
		KeptCount: int32(f.Kept), RefusedCount: int32(f.Refused), FinishedAt: f.At.Unix(),
	}
	for _, r := range f.First {
		if !slices.Contains(event.GetReasons(), string(r.Reason)) {
			event.Reasons = append(event.Reasons, string(r.Reason))
		}
	}
	payload, err := proto.Marshal(event)
	if err != nil {
		return nil, fmt.Errorf("encode end of import: %w", err)
	}
	return payload, nil
}
