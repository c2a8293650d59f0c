package scoringengine_test

import (
	"bytes"
	"fmt"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"puls.app/services/local/pgtest"
	"puls.app/services/scoring-engine/internal/calculation"
	"puls.app/services/scoring-engine/internal/pg"
	"puls.app/services/scoring-engine/internal/rpc"
)

// BenchmarkCommit commits results of three databases with so many chunks in total, as a nightly calculation does.
func BenchmarkCommit(b *testing.B) {
	for _, chunks := range []uint32{1, 16} {
		b.Run(fmt.Sprintf("%d chunks", chunks), func(b *testing.B) {
			store := pg.NewStore(pgtest.Schema(b, pg.Schema, pg.Migrations()), rpc.Events{})
			cells := bytes.Repeat([]byte{50}, 1<<16)
			result := resultOf(false)
			for id := range calculation.DatabaseID(3) {
				result.Databases = append(result.Databases, calculation.DatabaseFigures{
					Database: calculation.Database{ID: id, UID: "001"}, Scores: make([]int32, 101), New: make([]int32, 101),
				})
			}
			made := uint64(0)
			for b.Loop() {
				made++
				result.Key.Scoring = uuid.NewSHA1(uuid.Nil, fmt.Append(nil, made))
				chunk := uint32(0)
				require.True(b, keepResult(b, store, result, time.Now(), func() (calculation.ChunkID, []byte, bool) {
					chunk++
					return calculation.ChunkID{Database: 1, Chunk: chunk}, cells, chunk <= chunks
				}))
			}
		})
	}
}
