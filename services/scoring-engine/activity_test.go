package scoringengine_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/sync/semaphore"

	"puls.app/services/scoring-engine/internal/asking"
	"puls.app/services/scoring-engine/internal/calculation"
	"puls.app/services/scoring-engine/internal/engine/segment"
	"puls.app/services/scoring-engine/internal/pg"
)

// contactOf names a contact of a database.
type contactOf struct {
	database       calculation.DatabaseID
	chunk, contact uint32
}

// activity returns the latest actions of contacts, as a day and a kind.
func activity(
	t *testing.T, store *pg.Store, channel calculation.Channel, since segment.Day, of ...asking.DatabaseChunks,
) map[contactOf]string {
	t.Helper()
	got := map[contactOf]string{}
	activities := asking.NewActivities(store, 2, semaphore.NewWeighted(calculation.LooksAtOnce))
	err := activities.Each(t.Context(), channel, of, since, func(id calculation.ChunkID, cells []uint16) error {
		require.NotEmpty(t, cells)
		require.NotZero(t, cells[len(cells)-1])
		for contact, cell := range cells {
			if cell > 0 {
				got[contactOf{id.Database, id.Chunk, uint32(contact)}] = fmt.Sprint(since+segment.Day(cell-1)/8, (cell-1)%8)
			}
		}
		return nil
	})
	require.NoError(t, err)
	return got
}

func TestTheLastActivityAgreesWithARecount(t *testing.T) {
	t.Parallel()
	store, _ := open(t)
	r := rand.New(rand.NewPCG(9, 4))
	for _, channel := range []calculation.Channel{calculation.Mailing, calculation.SMS} {
		all := map[calculation.DatabaseID]told{}
		for database := range calculation.DatabaseID(2) {
			all[database+1] = tell(t, store, r, database+1, channel)
		}
		compact(t, store, 2)
		for _, since := range []segment.Day{0, firstDay - 1, firstDay, firstDay + 9, firstDay + 29, firstDay + 99} {
			want := map[contactOf]segment.Day{}
			kinds := map[contactOf]segment.Kind{}
			for database, facts := range all {
				for _, d := range facts.deeds {
					of := contactOf{database, d.chunk, d.contact}
					if d.day < since || since == 0 || d.kind != segment.Opened && d.kind != segment.Clicked {
						continue
					}
					if day, did := want[of]; !did || d.day > day || d.day == day && d.kind > kinds[of] {
						want[of], kinds[of] = d.day, d.kind
					}
				}
			}
			got := activity(t, store, channel, since, asking.DatabaseChunks{Database: 1}, asking.DatabaseChunks{Database: 2})
			require.Len(t, got, len(want), "days beyond what a cell can say do not count")
			for of, day := range want {
				require.Equal(t, fmt.Sprint(day, uint8(kinds[of])), got[of], of)
			}
			some := activity(t, store, channel, since, asking.DatabaseChunks{Database: 2, Chunks: []uint32{1, 7}})
			for of, text := range got {
				if of.database == 2 && of.chunk == 1 {
					require.Equal(t, text, some[of])
					delete(some, of)
				}
			}
			require.Empty(t, some)
		}
	}
}
