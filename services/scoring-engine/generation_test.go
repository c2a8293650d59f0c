package scoringengine_test

import (
	"bytes"
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"puls.app/services/scoring-engine/internal/asking"
	"puls.app/services/scoring-engine/internal/calculating"
	"puls.app/services/scoring-engine/internal/calculation"
	"puls.app/services/scoring-engine/internal/pg"
)

// commit stores a result of 40 chunks whose cells are all the same.
func commit(t *testing.T, store *pg.Store, result calculation.Result, cell byte, at time.Time) bool {
	t.Helper()
	chunk := uint32(0)
	return keepResult(t, store, result, at, func() (calculation.ChunkID, []byte, bool) {
		chunk++
		return calculation.ChunkID{Database: 1, Chunk: chunk}, bytes.Repeat([]byte{cell}, 100), chunk <= 40
	})
}

// keepResult commits one result and reports whether it was stored.
func keepResult(
	t testing.TB, store *pg.Store, result calculation.Result, at time.Time, cells calculating.CellSource,
) bool {
	t.Helper()
	kept, err := store.Commit(context.WithoutCancel(t.Context()), []calculating.Made{{Result: result, Cells: cells}}, at)
	require.NoError(t, err)
	return kept[0]
}

func resultOf(again bool) calculation.Result {
	key := calculation.Key{Scoring: uuid.UUID{7}, Channel: calculation.Mailing, Date: calculation.DateOf(firstDay)}
	scoring := calculation.Scoring{ID: key.Scoring, Again: again}
	scoring.Weights = calculation.Weights{"or": 45, "ctr": 30, "delivery": 25}
	return calculation.Result{Account: 5, Key: key, Scoring: scoring}
}

func TestCellsOfTwoRevisionsAreNeverMixed(t *testing.T) {
	t.Parallel()
	store, _ := open(t)
	result := resultOf(true)
	require.ErrorIs(t, store.Cells(t.Context(), 5, result.Key, 1, nil, nil), calculation.ErrNotFound)
	require.True(t, commit(t, store, result, 10, time.Now()))
	read := func(account calculation.AccountID, revision, replaceAt int) (cells int, err error) {
		err = store.Cells(t.Context(), account, result.Key, revision, []calculation.DatabaseID{1},
			func(_ calculation.ChunkID, got []byte) error {
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
	require.ErrorIs(t, err, calculation.ErrNotFound, "another account")
	_, err = read(5, 2, 0)
	require.ErrorIs(t, err, calculation.ErrReplaced, "a revision that is not there yet")
	cells, err = read(5, 1, 20)
	require.ErrorIs(t, err, calculation.ErrReplaced)
	require.GreaterOrEqual(t, cells, 20)
	require.Less(t, cells, 40, "no page after the replacement")
	cells, err = read(5, 2, 0)
	require.NoError(t, err)
	require.Equal(t, 40, cells)
}

func TestAResultFromBeforeItsDaySettledIsMadeAgainOnce(t *testing.T) {
	t.Parallel()
	store, _ := open(t)
	result := resultOf(false)
	early := time.Now().Truncate(time.Second)
	require.True(t, commit(t, store, result, 1, early))
	require.False(t, commit(t, store, result, 2, early.Add(time.Hour)), "any result will do")
	result.Scoring.SettledAt = early.Add(time.Minute)
	require.True(t, commit(t, store, result, 3, early.Add(time.Hour)))
	require.False(t, commit(t, store, result, 4, early.Add(2*time.Hour)), "it is settled now")
	key := result.Key
	ended, err := store.Ended(t.Context(), calculation.Task{
		Channel: key.Channel, Date: key.Date, Scorings: []calculation.Scoring{{ID: key.Scoring}, {ID: uuid.New()}},
	})
	require.NoError(t, err)
	require.Len(t, ended, 1)
	require.True(t, ended[key.Scoring].FinishedAt.Equal(early.Add(time.Hour)))
}

func TestResultsOfATaskAreKeptTogetherEachAsItStands(t *testing.T) {
	t.Parallel()
	store, db := open(t)
	at := time.Now().Truncate(time.Second)
	resultsOf := func(scorings ...calculation.Scoring) (made []calculating.Made) {
		for _, s := range scorings {
			chunk := uint32(0)
			result := resultOf(false)
			result.Key.Scoring, result.Scoring = s.ID, s
			made = append(made, calculating.Made{Result: result, Cells: func() (calculation.ChunkID, []byte, bool) {
				chunk++
				return calculation.ChunkID{Database: 1, Chunk: chunk}, []byte{s.ID[0], byte(chunk)}, chunk <= 100 // two statements
			}})
		}
		return made
	}
	fresh, there, settled, stopped := uuid.UUID{1}, uuid.UUID{2}, uuid.UUID{3}, uuid.UUID{4}
	again, againStopped := uuid.UUID{5}, uuid.UUID{6}
	earlier := resultsOf(calculation.Scoring{ID: there}, calculation.Scoring{ID: settled}, calculation.Scoring{ID: again})
	kept, err := store.Commit(t.Context(), earlier, at)
	require.NoError(t, err)
	require.Equal(t, []bool{true, true, true}, kept)
	for _, id := range []uuid.UUID{stopped, againStopped} {
		key := calculation.Key{Scoring: id, Channel: calculation.Mailing, Date: calculation.DateOf(firstDay)}
		require.NoError(t, store.SetProgress(
			t.Context(), 5, key, calculation.Scoring{}, calculation.Progress{Stage: calculation.StageQueued},
		))
		count, err := store.Cancel(t.Context(), 5, id, time.Time{}, at)
		require.NoError(t, err)
		require.Equal(t, 1, count)
	}
	now := resultsOf(calculation.Scoring{ID: fresh}, calculation.Scoring{ID: there},
		calculation.Scoring{ID: settled, SettledAt: at.Add(time.Minute)}, calculation.Scoring{ID: stopped},
		calculation.Scoring{ID: again, Again: true}, calculation.Scoring{ID: againStopped, Again: true})
	kept, err = store.Commit(t.Context(), now, at.Add(time.Hour))
	require.NoError(t, err)
	require.Equal(t, []bool{true, false, true, false, true, false}, kept)

	for id, want := range map[uuid.UUID]string{
		fresh: "1 done 100", there: "1 done 100", settled: "2 done 100", stopped: "0 cancelled 0", again: "2 done 100",
		againStopped: "0 cancelled 0",
	} {
		key := calculation.Key{Scoring: id, Channel: calculation.Mailing, Date: calculation.DateOf(firstDay)}
		stands, err := store.Result(t.Context(), 5, key)
		if err != nil {
			require.ErrorIs(t, err, calculation.ErrNotFound)
		}
		progress, err := store.Progress(t.Context(), 5, key)
		require.NoError(t, err)
		cells := 0
		if stands.Revision > 0 {
			err := store.Cells(t.Context(), 5, key, stands.Revision, nil, func(at calculation.ChunkID, got []byte) error {
				cells++
				require.Equal(t, []byte{id[0], byte(at.Chunk)}, got)
				return nil
			})
			require.NoError(t, err)
		}
		require.Equal(t, want, fmt.Sprint(stands.Revision, " ", progress.Stage, " ", cells), id)
	}
	outcomes := map[string]int{}
	page, _, err := store.ListRuns(t.Context(), 5, asking.RunFilter{Page: 1, Size: 20})
	require.NoError(t, err)
	for _, run := range page {
		outcomes[fmt.Sprint(run.Key.Scoring[0], " ", run.Outcome)]++
	}
	require.Equal(t, map[string]int{
		"1 done": 1, "2 done": 1, "3 done": 2, "4 cancelled": 1, "5 done": 2, "6 cancelled": 1,
	}, outcomes)
	var told int
	require.NoError(t, db.Pool.QueryRow(t.Context(), "SELECT count(*) FROM outbox").Scan(&told))
	require.Equal(t, 6, told, "three at first, three later")
}
