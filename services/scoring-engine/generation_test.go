package scoringengine_test

import (
	"bytes"
	"context"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"puls.app/services/scoring-engine/internal/core"
	"puls.app/services/scoring-engine/internal/pg"
)

// commit keeps a result of 40 chunks whose cells are all the same.
func commit(t *testing.T, store *pg.Store, result core.Result, cell byte, at time.Time) bool {
	t.Helper()
	chunk := uint32(0)
	kept, err := store.Commit(context.WithoutCancel(t.Context()), result, at, func() (core.ChunkID, []byte, bool) {
		chunk++
		return core.ChunkID{Database: 1, Chunk: chunk}, bytes.Repeat([]byte{cell}, 100), chunk <= 40
	})
	require.NoError(t, err)
	return kept
}

func resultOf(again bool) core.Result {
	key := core.Key{Scoring: uuid.UUID{7}, Channel: core.Mailing, Date: core.DateOf(firstDay)}
	scoring := core.Scoring{ID: key.Scoring, Weights: core.Weights{"or": 45, "ctr": 30, "delivery": 25}, Again: again}
	return core.Result{Account: 5, Key: key, Scoring: scoring}
}

func TestCellsOfTwoRevisionsAreNeverMixed(t *testing.T) {
	store, _ := open(t)
	result := resultOf(true)
	require.ErrorIs(t, store.Cells(t.Context(), 5, result.Key, 1, nil, nil), core.ErrNotFound)
	require.True(t, commit(t, store, result, 10, time.Now()))
	read := func(account core.AccountID, revision, replaceAt int) (cells int, err error) {
		err = store.Cells(t.Context(), account, result.Key, revision, []core.DatabaseID{1},
			func(_ core.ChunkID, got []byte) error {
				if cells++; cells == replaceAt {
					commit(t, store, result, 20, time.Now())
				}
				require.Equal(t, bytes.Repeat([]byte{byte(revision * 10)}, 100), got)
				return nil
			})
		return cells, err
	}
	cells, err := read(5, 1, 0)
	require.NoError(t, err)
	require.Equal(t, 40, cells)
	_, err = read(6, 1, 0)
	require.ErrorIs(t, err, core.ErrNotFound, "another account")
	_, err = read(5, 2, 0)
	require.ErrorIs(t, err, core.ErrReplaced, "a revision that is not there yet")
	cells, err = read(5, 1, 20)
	require.ErrorIs(t, err, core.ErrReplaced)
	require.GreaterOrEqual(t, cells, 20)
	require.Less(t, cells, 40, "no page after the replacement")
	cells, err = read(5, 2, 0)
	require.NoError(t, err)
	require.Equal(t, 40, cells)
}

func TestAResultFromBeforeItsDaySettledIsMadeAgainOnce(t *testing.T) {
	store, _ := open(t)
	result := resultOf(false)
	early := time.Now().Truncate(time.Second)
	require.True(t, commit(t, store, result, 1, early))
	require.False(t, commit(t, store, result, 2, early.Add(time.Hour)), "any result will do")
	result.Scoring.SettledAt = early.Add(time.Minute)
	require.True(t, commit(t, store, result, 3, early.Add(time.Hour)))
	require.False(t, commit(t, store, result, 4, early.Add(2*time.Hour)), "it is settled now")
	key := result.Key
	ended, err := store.Ended(t.Context(), key.Channel, key.Date, []uuid.UUID{key.Scoring, uuid.New()})
	require.NoError(t, err)
	require.Len(t, ended, 1)
	require.True(t, ended[key.Scoring].FinishedAt.Equal(early.Add(time.Hour)))
}
