package jobs_test

import (
	"context"
	"errors"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"
	"google.golang.org/protobuf/proto"

	contactsv1 "puls.app/proto/gen/go/puls/contacts/v1"
	typev1 "puls.app/proto/gen/go/puls/type/v1"
	"puls.app/services/scoring-engine/internal/jobs"
	"puls.app/services/scoring-engine/internal/keeping"
)

// full is a store without free space.
type full struct{ cause error }

func (f full) Append(context.Context, keeping.Batch) error { return f.cause }

func TestABatchThatCouldNotBeKeptComesAgain(t *testing.T) {
	payload, err := proto.Marshal(&contactsv1.EngagementBatch{
		BatchId: uuid.NewString(), DatabaseId: 1, Channel: typev1.Channel_CHANNEL_MAILING,
	})
	require.NoError(t, err)
	store := full{cause: errors.New("no room")}
	ingest := jobs.NewIngest(store, func(keeping.ChunkKey) {})
	require.ErrorIs(t, ingest.Consumer(1).Handle(t.Context(), payload), store.cause)
}

// kept has the batches that were stored.
type kept struct{ batches []keeping.Batch }

func (k *kept) Append(_ context.Context, batch keeping.Batch) error {
	k.batches = append(k.batches, batch)
	return nil
}

func TestFactsOfARefusedBatchAreNotInTheNext(t *testing.T) {
	store := &kept{}
	handle := jobs.NewIngest(store, func(keeping.ChunkKey) {}).Consumer(1).Handle
	const sent = uint32(contactsv1.EngagementKind_ENGAGEMENT_KIND_SENT)
	batch := func(database int32, contacts ...uint32) *contactsv1.EngagementBatch {
		return &contactsv1.EngagementBatch{
			BatchId: uuid.NewString(), DatabaseId: database, Channel: typev1.Channel_CHANNEL_MAILING,
			MessageIds: []string{"newsletter"}, Categories: []uint32{1},
			Chunks: []*contactsv1.ChunkFacts{{
				ContactGaps: contacts, GroupMessages: []uint32{0}, GroupDays: []uint32{20700}, GroupKinds: []uint32{sent},
				GroupSizes: []uint32{uint32(len(contacts))},
			}},
		}
	}
	refused := batch(1, 5, 1, 1)
	facts := refused.GetChunks()[0]
	facts.ContactGaps = append(facts.ContactGaps, 9)
	facts.GroupMessages, facts.GroupDays = append(facts.GroupMessages, 0), append(facts.GroupDays, 20700)
	const later = 99 // a kind of a later version
	facts.GroupKinds, facts.GroupSizes = append(facts.GroupKinds, later), append(facts.GroupSizes, 1)
	for _, message := range []*contactsv1.EngagementBatch{refused, batch(2, 3)} {
		payload, err := proto.Marshal(message)
		require.NoError(t, err)
		err = handle(t.Context(), payload)
		require.Equal(t, message == refused, err != nil, err)
	}
	require.Len(t, store.batches, 1)
	require.Len(t, store.batches[0].Segments, 1)
	require.Equal(t, 1, store.batches[0].Segments[0].Segment.Facts())
}
