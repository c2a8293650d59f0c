package scoringengine_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	contactsv1 "puls.app/proto/gen/go/puls/contacts/v1"
	typev1 "puls.app/proto/gen/go/puls/type/v1"
	"puls.app/services/scoring-engine/internal/calculation"
	"puls.app/services/scoring-engine/internal/engine/segment"
	"puls.app/services/scoring-engine/internal/jobs"
	"puls.app/services/scoring-engine/internal/pg"
)

// blockBatches is more than the newest blocks, which are never merged.
const blockBatches = 1500

// ingestMessages brings a batch with a message of its own and with one that all batches name, first of category 1.
func ingestMessages(t *testing.T, store *pg.Store, database calculation.DatabaseID) {
	t.Helper()
	batches, order := make([]*contactsv1.EngagementBatch, blockBatches), make([]int, blockBatches)
	const sent = uint32(contactsv1.EngagementKind_ENGAGEMENT_KIND_SENT)
	for i := range batches {
		day := uint32(firstDay) + uint32(i)
		order[i] = i
		batches[i] = &contactsv1.EngagementBatch{
			Channel: typev1.Channel_CHANNEL_MAILING, MessageIds: []string{"newsletter", fmt.Sprintf("m%04d", i)},
			Categories: []uint32{uint32(min(i+1, 2)), 3},
			Chunks: []*contactsv1.ChunkFacts{{
				ContactGaps: []uint32{1, 1}, GroupMessages: []uint32{0, 1}, GroupSizes: []uint32{1, 1},
				GroupDays: []uint32{day, day}, GroupKinds: []uint32{sent, sent},
			}},
		}
	}
	ingest(t, store, database, batches, order)
}

func TestBlocksOfMessageIDsAreMergedInTheirOrder(t *testing.T) {
	t.Parallel()
	store, db := open(t)
	const mailed, other = calculation.DatabaseID(1), calculation.DatabaseID(2)
	ingestMessages(t, store, mailed)
	ingest(t, store, other, batchesOf(rand.New(rand.NewPCG(1, 1)))[:10], []int{0, 1, 2, 3, 4, 5, 6, 7, 8, 9})
	messages := jobs.NewMessages()
	// read returns the category of each message, from the first block that names it.
	read := func(database calculation.DatabaseID, during func(blocks int)) (categories map[string]uint8, blocks int) {
		categories = map[string]uint8{}
		err := store.MessageBlocks(t.Context(), calculation.Mailing, database, math.MinInt32, segment.Day(math.MaxInt32),
			func(block []byte) error {
				blocks++
				during(blocks)
				return messages.ReadMessages(block, func(_ uint64, id []byte, category uint8) {
					if _, named := categories[string(id)]; !named {
						categories[string(id)] = category
					}
				})
			})
		require.NoError(t, err)
		return categories, blocks
	}
	before, blocks := read(mailed, func(int) {})
	require.Equal(t, blockBatches, blocks)
	require.Len(t, before, blockBatches+1)
	require.EqualValues(t, 1, before["newsletter"])
	others, _ := read(other, func(int) {})

	// A reader in the middle of the blocks that are merged meanwhile misses none.
	meanwhile, _ := read(mailed, func(blocks int) {
		if blocks == 100 {
			require.NoError(t, store.MergeMessages(t.Context(), messages.Merge))
		}
	})
	require.Equal(t, before, meanwhile)

	after, blocks := read(mailed, func(int) {})
	require.Equal(t, before, after)
	require.Less(t, blocks, 1000+64)
	require.Equal(t, blocks+10, rows(t, db, "message_blocks"))
	left, _ := read(other, func(int) {})
	require.Equal(t, others, left)
}
