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
