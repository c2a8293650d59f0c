package pg_test

import (
	"math/rand/v2"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"puls.app/services/local/pgtest"
	"puls.app/services/reports/internal/core"
	"puls.app/services/reports/internal/pg"
)

func TestOfRevisionsThatAreKeptAtOnceTheLastOneStandsAlone(t *testing.T) {
	db := pgtest.Schema(t, pg.Schema, pg.Migrations())
	store := pg.NewStore(db)
	const days, revisions = 30, 3
	scoring, first := uuid.New(), time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	for day := range days {
		var keeping sync.WaitGroup
		for revision := 1; revision <= revisions; revision++ {
			keeping.Go(func() {
				c := core.Calculation{Account: 1, Summaries: []core.Summary{{DatabaseID: core.DatabaseID(revision), UID: "001"}}}
				c.Scoring, c.Channel, c.Date, c.Revision = scoring, core.Mailing, first.AddDate(0, 0, day), revision
				if err := store.Put(t.Context(), core.Replacement{Calculation: c, Over: revision - 1}); err != nil {
					t.Error(err)
				}
			})
		}
		keeping.Wait()
	}
	require.NoError(t, db.AsSystem(t.Context(), func(tx pgx.Tx) error {
		rows, err := tx.Query(t.Context(), "SELECT revision FROM summaries")
		require.NoError(t, err)
		kept, err := pgx.CollectRows(rows, pgx.RowTo[int])
		require.NoError(t, err)
		require.Len(t, kept, days)
		for _, revision := range kept {
			require.Equal(t, revisions, revision)
		}
		return nil
	}))
}

func TestReplicasThatKeepTheSameResultsInAnyOrderAllDo(t *testing.T) {
	store := pg.NewStore(pgtest.Schema(t, pg.Schema, pg.Migrations()))
	const results, replicas = 40, 4
	scoring, first := uuid.New(), time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	var keeping sync.WaitGroup
	for replica := range replicas {
		keeping.Go(func() {
			r := rand.New(rand.NewPCG(uint64(replica), 1))
			for range 5 {
				var kept []core.Replacement
				for _, day := range r.Perm(results) {
					c := core.Calculation{Account: 1, Summaries: []core.Summary{{DatabaseID: 1, UID: "001"}}}
					c.Scoring, c.Channel, c.Date, c.Revision = scoring, core.Mailing, first.AddDate(0, 0, day), 1
					kept = append(kept, core.Replacement{Calculation: c})
				}
				if err := store.Put(t.Context(), kept...); err != nil {
					t.Error(err)
				}
			}
		})
	}
	keeping.Wait()
}
