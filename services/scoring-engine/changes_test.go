package scoringengine_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"puls.app/services/scoring-engine/internal/asking"
	"puls.app/services/scoring-engine/internal/calculation"
	"puls.app/services/scoring-engine/internal/pg"
	"puls.app/services/spec"
)

// changesOf reads all pages of changes, each of a random size.
func changesOf(t *testing.T, r *rand.Rand, store *pg.Store, of asking.ChangesOf) (all []asking.Change) {
	t.Helper()
	for {
		of.Limit = 1 + r.IntN(500)
		changes, more, err := asking.Changes(t.Context(), store, of)
		require.NoError(t, err)
		all = append(all, changes...)
		if !more {
			return all
		}
		require.Len(t, changes, of.Limit)
		of.First = changes[len(changes)-1].Contact
		of.First.Number++
	}
}

// apply turns a result into a later one; absent contacts have no entry.
func apply(t *testing.T, to map[calculation.Contact]byte, changes []asking.Change) {
	t.Helper()
	for _, c := range changes {
		before, there := to[c.Contact]
		require.Equal(t, c.Before != spec.CellAbsent, there)
		if there {
			require.Equal(t, c.Before, before)
		}
		if to[c.Contact] = c.After; c.After == spec.CellAbsent {
			delete(to, c.Contact)
		}
	}
}

// contacts lists the cells of the contacts in a result.
func (c chunkCells) contacts() map[calculation.Contact]byte {
	all := map[calculation.Contact]byte{}
	for id, cells := range c {
		for place, cell := range cells {
			if cell != spec.CellAbsent {
				all[id.Contact(place)] = cell
			}
		}
	}
	return all
}

// edited returns the cells of another day: most are unchanged, some contacts are new, erased, or have another standing,
// and now and then a chunk appears or disappears.
func (c chunkCells) edited(r *rand.Rand, channel calculation.Channel) chunkCells {
	fresh := drawCells(r, channel)
	if r.IntN(20) == 0 {
		return fresh
	}
	later := chunkCells{}
	for id, cells := range c {
		if r.IntN(50) > 0 {
			later[id] = slices.Clone(cells)
		}
	}
	for id, cells := range fresh {
		if later[id] == nil && r.IntN(10) == 0 {
			later[id] = cells
		}
		for place := range min(len(cells), len(later[id])) {
			if r.IntN(20) == 0 {
				later[id][place] = cells[place]
			}
		}
	}
	return later
}

func TestChangesAppliedInOrderGiveEachResult(t *testing.T) {
	t.Parallel()
	store, _ := open(t)
	r := rand.New(rand.NewPCG(7, 8))
	for _, channel := range []calculation.Channel{calculation.Mailing, calculation.Web} {
		key := calculation.Key{Scoring: uuid.UUID{byte(channel)}, Channel: channel, Date: generated}
		cells := drawCells(r, channel)
		before := cells.keep(t, store, key, false)
		held := map[calculation.Contact]byte{}
		apply(t, held, changesOf(t, r, store, asking.ChangesOf{
			Pair: asking.Pair{Account: 5, From: before, To: before}, FromNothing: true, Minimum: 1,
		}))
		require.Equal(t, cells.contacts(), held, "everybody, from nothing")
		for day := range 400 {
			key.Date = generated.AddDate(0, 0, day+1)
			cells = cells.edited(r, channel)
			after := cells.keep(t, store, key, false)
			if r.IntN(5) == 0 {
				cells = cells.edited(r, channel)
				after = cells.keep(t, store, key, true)
			}
			apply(t, held, changesOf(t, r, store, asking.ChangesOf{
				Pair: asking.Pair{Account: 5, From: before, To: after}, Minimum: 1,
			}))
			require.Equal(t, cells.contacts(), held, "day %d", day)
			before = after
		}
	}
	t.Attr("figure", "2 channels × 400 days with recalculations, edits and erasures, pages of random sizes: 0 contacts differ")
}

func TestChangesAreOfBandsOrOfAtLeastAMinimum(t *testing.T) {
	t.Parallel()
	store, _ := open(t)
	key := calculation.Key{Scoring: uuid.UUID{1}, Channel: calculation.Mailing, Date: generated}
	later := key
	later.Date = generated.AddDate(0, 0, 1)
	first, second := calculation.ChunkID{Database: 1}, calculation.ChunkID{Database: 2, Chunk: 3}
	from := chunkCells{first: {20, 40, 60, 50, 70, 203, 201, 255}}.keep(t, store, key, false)
	to := chunkCells{first: {21, 31, 60, 203, 255, 55, 202, 255}, second: {255, 80}}.keep(t, store, later, false)
	numbers := func(of asking.ChangesOf) (list []uint32) {
		of.Pair = asking.Pair{Account: 5, From: from, To: to, Databases: of.Databases}
		for _, c := range changesOf(t, rand.New(rand.NewPCG(1, 2)), store, of) {
			list = append(list, c.Number)
		}
		return list
	}
	require.Equal(t, []uint32{0, 3, 4, 5, 6, 3<<16 + 1}, numbers(asking.ChangesOf{}), "20 and 21 are in two bands")
	require.Equal(t, []uint32{1, 3, 4, 5, 6, 3<<16 + 1}, numbers(asking.ChangesOf{Minimum: 9}))
	require.Equal(t, []uint32{3, 4, 5, 6, 3<<16 + 1}, numbers(asking.ChangesOf{Minimum: 10}))
	inSecond := asking.Pair{Databases: []calculation.DatabaseID{2}}
	require.Equal(t, []uint32{3<<16 + 1}, numbers(asking.ChangesOf{Pair: inSecond}))
	require.Equal(t, []uint32{6, 3<<16 + 1}, numbers(asking.ChangesOf{First: calculation.Contact{Database: 1, Number: 6}}))
	_, _, err := asking.Changes(t.Context(), store, asking.ChangesOf{
		Pair: asking.Pair{Account: 6, From: from, To: to}, Limit: 1,
	})
	require.ErrorIs(t, err, calculation.ErrNotFound, "another account")
	old := asking.Pair{Account: 5, From: from, To: to}
	to = chunkCells{}.keep(t, store, later, true)
	_, _, err = asking.Changes(t.Context(), store, asking.ChangesOf{Pair: old, Limit: 1})
	require.ErrorIs(t, err, calculation.ErrReplaced)
	require.Equal(t, []uint32{0, 1, 2, 3, 4, 5, 6}, numbers(asking.ChangesOf{}), "all are gone")
}
