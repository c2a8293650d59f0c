package scoringengine_test

import (
	"math/rand/v2"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	scoringenginev1 "puls.app/proto/gen/go/puls/scoringengine/v1"
	"puls.app/services/kit/conf"
	"puls.app/services/kit/pgdb"
	"puls.app/services/scoring-engine/internal/calculation"
)

func TestOldResultsGoWithEverythingOfThemAndOthersStay(t *testing.T) {
	t.Parallel()
	store, db := open(t)
	cells := map[calculation.Key][]byte{}
	for day := range 30 {
		key := calculation.Key{Scoring: uuid.UUID{1}, Channel: calculation.SMS, Date: generated.AddDate(0, 0, day)}
		chunk := uint32(0)
		next := func() (calculation.ChunkID, []byte, bool) {
			chunk++
			return calculation.ChunkID{Database: 1, Chunk: chunk - 1}, []byte{byte(day), byte(chunk)}, chunk <= 2
		}
		require.True(t, keepResult(t, store, calculation.Result{Account: 5, Key: key}, time.Now(), next))
		done := calculation.Progress{Stage: calculation.StageDone, Done: 1}
		require.NoError(t, store.SetProgress(t.Context(), 5, key, calculation.Scoring{}, done))
		cells[key] = []byte{byte(day), 1, byte(day), 2}
	}
	before := generated.AddDate(0, 0, 20)
	for range 2 { // it may be repeated
		require.NoError(t, store.ForgetResults(t.Context(), before))
	}
	for key, want := range cells {
		var got []byte
		err := store.Cells(t.Context(), 5, key, 1, nil, func(_ calculation.ChunkID, cells []byte) error {
			got = append(got, cells...)
			return nil
		})
		if key.Date.Before(before) {
			require.ErrorIs(t, err, calculation.ErrNotFound)
		} else {
			require.NoError(t, err)
			require.Equal(t, want, got)
		}
	}
	for table, want := range map[string]int{"calculations": 10, "score_cells": 20, "progress": 10} {
		require.Equal(t, want, rows(t, db, table), table)
	}
}

// rows counts the rows of a table, of all accounts.
func rows(t *testing.T, db *pgdb.DB, table string) (count int) {
	t.Helper()
	require.NoError(t, db.AsSystem(t.Context(), func(tx pgx.Tx) error {
		return tx.QueryRow(t.Context(), "SELECT count(*) FROM "+table).Scan(&count)
	}))
	return count
}

func TestRetentionOfFactsChangesNoFigureOfKeptDays(t *testing.T) {
	t.Parallel()
	store, db := open(t)
	batches := batchesOf(rand.New(rand.NewPCG(3, 4)))
	inOrder := make([]int, len(batches))
	for i := range inOrder {
		inOrder[i] = i
	}
	ingest(t, store, 1, batches, inOrder)
	compact(t, store, 1)
	segments, blocks := rows(t, db, "segments"), rows(t, db, "message_blocks")
	want := calculate(t, store, db, 1)
	require.NoError(t, store.ForgetFacts(t.Context(), firstDay+days-28)) // the window of the calculation begins there
	require.Less(t, rows(t, db, "segments"), segments)
	require.Less(t, rows(t, db, "message_blocks"), blocks)
	requireSame(t, want, calculate(t, store, db, 1))
	require.NoError(t, store.ForgetFacts(t.Context(), firstDay+days+10))
	require.Zero(t, rows(t, db, "segments"))
}

func TestDaysBehindRetentionAreNotCalculated(t *testing.T) {
	t.Parallel()
	s := start(t, conf.Values{"PULS_KEEP_RESULTS": "91"})
	s.engage(t, 20)
	s.Advance(generated.AddDate(0, 0, 200).Sub(s.Now()))
	var channel *scoringenginev1.ChannelProgress
	for channel.GetStage() == "" || channel.GetStage() == "none" { // the removal at the start may happen in between, once
		_, err := s.own.Calculate(t.Context(), &scoringenginev1.CalculateRequest{Id: scoringID})
		require.NoError(t, err)
		channel = s.watch(t).GetChannels()[0]
	}
	require.Equal(t, []string{"skipped", "TOO_LITTLE_DATA", "2027-02-15"},
		[]string{channel.GetStage(), channel.GetReason(), channel.GetPossibleFrom()}, "the Monday of the 92nd day before")
}
