package calculating

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestEveryWorkerGetsChunks(t *testing.T) {
	for _, workers := range []int{1, 2, 4} {
		for chunks := 2 * workers; chunks < 200; chunks++ {
			r := run{workers: workers, plan: &plan{chunks: make([]ChunkAudience, chunks)}}
			turns := (chunks + r.batch() - 1) / r.batch()
			require.GreaterOrEqual(t, turns, 2*workers, "%d chunks, %d workers", chunks, workers)
			require.LessOrEqual(t, r.batch(), batchChunks)
		}
	}
	small := run{workers: 1, plan: &plan{}}
	require.Equal(t, 1, small.batch())
}
