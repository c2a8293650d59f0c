package jobs_test

import (
	"bytes"
	"context"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"puls.app/services/contacts/internal/contact"
	"puls.app/services/contacts/internal/importing"
	"puls.app/services/contacts/internal/intake"
	"puls.app/services/contacts/internal/jobs"
)

func (f *flaky) NextBodies(
	ctx context.Context, account contact.AccountID, _, bytes int,
) (bodies []intake.Body, err error) {
	err = f.run(func() (err error) { bodies, err = f.stores.NextBodies(ctx, account, 300, bytes); return err })
	return bodies, err
}

func (f *flaky) FindEventTimes(
	ctx context.Context, database contact.DatabaseID, keys []uint64,
) (found map[uint64]int64, err error) {
	err = f.run(func() (err error) { found, err = f.stores.FindEventTimes(ctx, database, keys); return err })
	return found, err
}

// intakePorts are the stores that the use cases of intakes need.
type intakePorts interface {
	intake.BodyStore
	intake.ReadStore
	intake.EventStore
	intake.WebsiteStore
	intake.MailProviderStore
	importing.Dictionary
}

// newIntake returns the use cases that receive and read events of websites.
func newIntake(store intakePorts, now func() time.Time) *intake.App {
	return intake.NewApp(intake.Needs{
		BodyStore: store, ReadStore: store, EventStore: store, WebsiteStore: store, MailProviderStore: store,
		Books: importing.NewBooks(store), Accounts: zones{}, Now: now, Log: slog.New(slog.DiscardHandler),
		Room: func(int64) bool { return true }, IntakeWaits: func() {},
	})
}

func TestBodiesTakeEffectOnceDespiteFailures(t *testing.T) {
	const bodies, events = 60, 50
	run := func(share float64, replicas int) ([]string, int) {
		store, db := open(t)
		require.NoError(t, store.EnsureDatabases(t.Context(), 1, []string{"001"}))
		any := func(int) error { return nil }
		key, err := store.AddWebsite(t.Context(), 1, contact.Actor{}, "001", "shop.example.com", any)
		require.NoError(t, err)
		f := &flaky{stores: store, random: rand.New(rand.NewPCG(5, 5)), share: share}
		var ahead time.Duration // after a failure the account is skipped for some seconds
		var mu sync.Mutex
		now := func() time.Time {
			mu.Lock()
			defer mu.Unlock()
			ahead += time.Second
			return time.Now().Add(ahead)
		}
		sender := newIntake(store, time.Now)
		for i := range bodies {
			send(t, sender, key, i, events)
		}
		ctx, stop := context.WithCancel(t.Context())
		defer stop()
		var running sync.WaitGroup
		defer running.Wait()
		defer stop()
		for range replicas {
			w := jobs.NewIntakes(func(context.Context) {}, slog.New(slog.NewTextHandler(&bytes.Buffer{}, nil)))
			running.Go(func() { _ = w.Run(newIntake(f, now))(ctx) })
		}
		require.Eventually(t, func() bool { return waiting(t, store) == 0 }, time.Minute, 10*time.Millisecond)
		facts, repeated := published(t, db)
		require.Zero(t, repeated)
		var counted int
		require.NoError(t, db.AsSystem(t.Context(), func(tx pgx.Tx) error {
			return tx.QueryRow(t.Context(), "SELECT sum(count) FROM intake_counts").Scan(&counted)
		}))
		require.Equal(t, bodies*events, counted)
		return facts, f.failed
	}
	facts, _ := run(0, 1)
	require.Len(t, slices.Compact(slices.Clone(facts)), bodies*events)
	broken, failed := run(0.3, 3)
	require.Greater(t, failed, 5)
	require.Equal(t, facts, broken)
}

func send(t *testing.T, app *intake.App, key uuid.UUID, i, events int) {
	t.Helper()
	body := []byte(`{"batch":[`)
	for j := range events {
		if j > 0 {
			body = append(body, ',')
		}
		at := fmt.Sprintf("2026-10-0%dT12:00:00Z", 1+j%7)
		body = fmt.Appendf(
			body, `{"type":"page","messageId":"%d-%d","anonymousId":"v%d","timestamp":"%s"}`, i, j, i, at,
		)
	}
	n, err := app.ReceiveWebEvents(t.Context(), intake.WebRequest{
		Key: key.String(), Endpoint: "batch", Body: append(body, "]}"...),
	})
	require.NoError(t, err)
	require.Equal(t, events, n)
}

func waiting(t *testing.T, store *stores) int {
	t.Helper()
	backlogs, err := store.Backlogs(t.Context())
	require.NoError(t, err)
	n := 0
	for _, b := range backlogs {
		n += b.Bodies
	}
	return n
}
