package pg_test

import (
	"context"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"
	"golang.org/x/sync/errgroup"

	"puls.app/services/account/internal/core"
	"puls.app/services/account/internal/pg"
	"puls.app/services/account/internal/webhook"
	webhookpg "puls.app/services/account/internal/webhook/pg"
	"puls.app/services/local/pgtest"
)

// together lets several replicas queue at the same time: each waits until all have read what they need.
type together struct {
	*webhookpg.Store
	ready *sync.WaitGroup
}

func (s together) Queue(ctx context.Context, now time.Time, deliveries ...webhook.Delivery) error {
	s.ready.Done()
	s.ready.Wait()
	return s.Store.Queue(ctx, now, deliveries...)
}

// days are results of which each is made the day after the one before.
type days struct{ webhook.Results }

func (days) Before(_ context.Context, _ core.AccountID, of *webhook.Result) (string, error) {
	day, err := time.Parse(time.DateOnly, of.Date)
	return day.AddDate(0, 0, -1).Format(time.DateOnly), err
}

// Two replicas that queue the changes of two days at once: each event continues from the day of the event before.
func TestChangesOfBandsQueuedAtOnceContinueFromEachOther(t *testing.T) {
	t.Parallel()
	database := pgtest.Schema(t, pg.Schema, pg.Migrations())
	store := webhookpg.NewStore(database, nil)
	var account core.AccountID
	require.NoError(t, database.AsSystem(t.Context(), func(tx pgx.Tx) error {
		return tx.QueryRow(t.Context(), `INSERT INTO accounts (timezone, language, active) VALUES ('UTC', 'pl', true)
			RETURNING id`).Scan(&account)
	}))
	id := uuid.New()
	require.NoError(t, store.Add(t.Context(), account, webhook.Webhook{
		ID: id, Events: []string{webhook.BandChanged}, CreatedAt: time.Now(),
	}, []byte("secret")))

	for range 5 {
		var ready sync.WaitGroup
		scoring := uuid.New()
		calculated := func(store webhook.IntakeStore, day string) error {
			replica := webhook.Intake{Store: store, Results: days{}, Wake: func() {}, Now: time.Now}
			return replica.Calculated(t.Context(), webhook.Calculation{
				Account: account, At: time.Now(), Result: webhook.Result{Scoring: scoring, Date: day, Revision: 1},
			})
		}
		require.NoError(t, calculated(store, "2026-11-01"))
		ready.Add(2)
		var group errgroup.Group
		for _, day := range []string{"2026-11-02", "2026-11-03"} {
			group.Go(func() error { return calculated(together{store, &ready}, day) })
		}
		require.NoError(t, group.Wait())
		deliveries, err := store.Deliveries(t.Context(), account, id, 3) // newest first
		require.NoError(t, err)
		at := "2026-10-31"
		for _, d := range slices.Backward(deliveries) {
			if result := d.Content.Result; result.Scoring == scoring {
				require.Equal(t, at, result.From, "of %s", result.Date)
				at = result.Date
			}
		}
		require.Equal(t, "2026-11-03", at)
	}
}
