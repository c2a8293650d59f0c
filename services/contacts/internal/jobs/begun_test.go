package jobs_test

import (
	"context"
	"log/slog"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"puls.app/services/contacts/internal/contact"
	"puls.app/services/contacts/internal/importing"
	"puls.app/services/contacts/internal/intake"
	"puls.app/services/contacts/internal/table"
	"puls.app/services/kit/pgdb"
)

// mortal is a store of a process that may be killed, which releases its locks.
type mortal struct {
	*stores
	held []func()
	// deadly is the body in whose step the process ends; dies is set in such a step, died after the end.
	deadly     int64
	dies, died bool
}

func (m *mortal) NextBodies(
	ctx context.Context, account contact.AccountID, events, size int,
) ([]intake.Body, error) {
	bodies, err := m.stores.NextBodies(ctx, account, events, size)
	m.dies = slices.ContainsFunc(bodies, func(b intake.Body) bool { return b.Key == m.deadly })
	return bodies, err
}

// FindEventTimes is where a step of an intake ends the process. From then on the store does nothing.
func (m *mortal) FindEventTimes(
	ctx context.Context, database contact.DatabaseID, keys []uint64,
) (map[uint64]int64, error) {
	if m.died = m.dies; m.died {
		return nil, errFlaky
	}
	return m.stores.FindEventTimes(ctx, database, keys)
}

func (m *mortal) EndBodies(ctx context.Context, account contact.AccountID) error {
	if m.died {
		return nil
	}
	return m.stores.EndBodies(ctx, account)
}

func (m *mortal) hold(release func(), err error) (func(), error) {
	if release != nil {
		m.held = append(m.held, release)
	}
	return release, err
}

func (m *mortal) TryAccount(ctx context.Context, account contact.AccountID) (func(), error) {
	return m.hold(m.stores.TryAccount(ctx, account))
}

func (m *mortal) TryIntake(ctx context.Context, account contact.AccountID) (func(), error) {
	return m.hold(m.stores.TryIntake(ctx, account))
}

func (m *mortal) kill() {
	for _, release := range m.held {
		release()
	}
}

// process returns the store and the app of a separate process on a database.
func process(db *pgdb.DB) (*mortal, *importing.App) {
	m := &mortal{stores: newStores(db)}
	return m, newImports(m, importing.Needs{
		Steps: importing.StepLimits{Contacts: 200, Facts: 1}, Now: time.Now, Log: slog.New(slog.DiscardHandler),
		Passing: func(error) bool { return false }, ImportWaits: func() {},
	})
}

func begunOf(t *testing.T, db *pgdb.DB, id importing.ID) (begun int) {
	t.Helper()
	require.NoError(t, db.AsSystem(t.Context(), func(tx pgx.Tx) error {
		return tx.QueryRow(t.Context(), "SELECT begun FROM imports WHERE id = $1", id).Scan(&begun)
	}))
	return begun
}

func TestAStepThatEndedTheProgramTwiceIsNotBegunAThirdTime(t *testing.T) {
	store, db := open(t)
	require.NoError(t, store.EnsureDatabases(t.Context(), 1, []string{"001"}))
	id := put(t, store, 1, table.KindContacts, 1, people(1000))
	for begun := range 3 {
		m, app := process(db)
		turn, err := app.NewReader().Next(t.Context())
		require.NoError(t, err)
		require.NotNil(t, turn)
		require.Equal(t, begun+1, begunOf(t, db, id))
		if begun < 2 {
			m.kill() // within its first step
			continue
		}
		require.False(t, turn.Step(t.Context()))
		turn.End(t.Context())
	}
	found, err := store.GetImport(t.Context(), 1, id)
	require.NoError(t, err)
	require.Equal(t, importing.StateFailed, found.State)
	require.Equal(t, 0, found.First[0].Line)
	require.Equal(t, "IMPORT_SET_ASIDE", found.First[0].Defect.Code)
}

func TestStepsThatEndCleanlyDoNotCountAsBegun(t *testing.T) {
	store, db := open(t)
	require.NoError(t, store.EnsureDatabases(t.Context(), 1, []string{"001"}))
	id := put(t, store, 1, table.KindContacts, 1, people(1000))
	m, app := process(db)
	_, err := app.NewReader().Next(t.Context())
	require.NoError(t, err)
	m.kill()
	for range 5 { // clean stops, each of another process
		_, app := process(db)
		turn, err := app.NewReader().Next(t.Context())
		require.NoError(t, err)
		require.Equal(t, 2, begunOf(t, db, id))
		turn.End(t.Context())
		require.Equal(t, 1, begunOf(t, db, id), "the one that nothing ended still counts")
	}
	m, app = process(db)
	reader := app.NewReader()
	for range 5 { // the database is lost, and with it the record of the end, within one process
		_, err := reader.Next(t.Context())
		require.NoError(t, err)
		require.Equal(t, 2, begunOf(t, db, id))
		m.kill()
		m.held = nil
	}
	_, app = process(db)
	turn, err := app.NewReader().Next(t.Context())
	require.NoError(t, err)
	turn.End(t.Context())
	require.Equal(t, 2, begunOf(t, db, id))
}

func TestAnImportThatMovesOnBetweenKillsIsReadToItsEnd(t *testing.T) {
	store, db := open(t)
	require.NoError(t, store.EnsureDatabases(t.Context(), 1, []string{"001"}))
	id := put(t, store, 1, table.KindContacts, 1, people(4000))
	random := rand.New(rand.NewPCG(69, 20))
	kills := 0
	for more := true; more; {
		m, app := process(db)
		turn, err := app.NewReader().Next(t.Context())
		require.NoError(t, err)
		require.NotNil(t, turn, "after %d kills", kills)
		for range 1 + random.IntN(2) { // then it is killed within the next step
			if more = turn.Step(t.Context()); !more {
				break
			}
		}
		kills++
		m.kill()
	}
	found, err := store.GetImport(t.Context(), 1, id)
	require.NoError(t, err)
	require.Greater(t, kills, 20, "%+v", found)
	require.Equal(t, [3]any{importing.StateDone, 4000, 80}, [3]any{found.State, found.Kept, found.Refused})
}

// readBodies takes turns until no body waits, or until the deadly body has ended the process.
func readBodies(t *testing.T, db *pgdb.DB, deadly int64) (killed bool) {
	t.Helper()
	m := &mortal{stores: newStores(db), deadly: deadly}
	reader := newIntake(m, time.Now).NewReader()
	for {
		turn, err := reader.Next(t.Context())
		require.NoError(t, err)
		if turn == nil {
			return false
		}
		for more := true; more; {
			more = turn.Step(t.Context())
		}
		turn.End() // the process's lock is released, too
		if m.died {
			return true
		}
	}
}

func TestABodyThatEndedTheProgramTwiceIsSetAsideAndNoOther(t *testing.T) {
	const bodies, events = 12, 3
	store, db := open(t)
	require.NoError(t, store.EnsureDatabases(t.Context(), 1, []string{"001"}))
	any := func(int) error { return nil }
	key, err := store.AddWebsite(t.Context(), 1, contact.Actor{}, "001", "shop.example.com", any)
	require.NoError(t, err)
	sender := newIntake(store, time.Now)
	for i := range bodies {
		send(t, sender, key, i, events)
	}
	all, err := store.NextBodies(t.Context(), 1, 20_000, 16<<20)
	require.NoError(t, err)
	require.Len(t, all, bodies)
	deadly := all[bodies/2].Key
	kills := 0
	for readBodies(t, db, deadly) {
		kills++
		require.LessOrEqual(t, kills, 2, "it is begun a third time")
	}
	require.Equal(t, 2, kills)
	require.Zero(t, waiting(t, store))
	facts, repeated := published(t, db)
	require.Zero(t, repeated)
	require.Len(t, facts, (bodies-1)*events)
	counts, err := store.IntakeCounts(t.Context(), 1, time.Now().Add(-time.Hour), time.Now().Add(-time.Hour))
	require.NoError(t, err)
	aside := slices.IndexFunc(counts, func(c intake.Count) bool { return c.Refused == "SET_ASIDE" })
	require.GreaterOrEqual(t, aside, 0, "%+v", counts)
	require.Equal(t, events, counts[aside].LastDay)
	var left int64
	require.NoError(t, db.AsSystem(t.Context(), func(tx pgx.Tx) error {
		return tx.QueryRow(t.Context(), "SELECT id FROM intake_bodies").Scan(&left)
	}))
	require.Equal(t, deadly, left, "it is kept")
}
