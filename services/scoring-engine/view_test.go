package scoringengine_test

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"puls.app/services/scoring-engine/internal/core"
	"puls.app/services/scoring-engine/internal/engine/segment"
)

func TestAllWorkersSeeWhatTheFirstSees(t *testing.T) {
	store, _ := open(t)
	batches := batchesOf(rand.New(rand.NewPCG(7, 7)))
	ingest(t, store, 1, batches, []int{0})
	require.NoError(t, store.View(t.Context(), core.Mailing, 3, func(readers []core.SegmentView) error {
		require.Len(t, readers, 3)
		ingest(t, store, 1, batches, []int{1, 2, 3})
		for _, reader := range readers {
			found := 0
			err := reader.Read(t.Context(), []core.ChunkID{{Database: 1}}, firstDay, firstDay+2*days,
				func(_ core.ChunkID, segments []segment.Segment) error {
					found += len(segments)
					return nil
				})
			require.NoError(t, err)
			require.Equal(t, 1, found)
		}
		return nil
	}))
}
