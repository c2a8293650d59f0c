package pg

import (
	"context"
	"fmt"
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"puls.app/services/contacts/internal/contact"
	"puls.app/services/contacts/internal/pg"
	"puls.app/services/contacts/internal/pg/db"
	"puls.app/services/local/pgtest"
)

// asClaimed returns the known visitors of a database and their contacts, derived from claims and addresses. Resolved
// visitors are a copy of it.
const asClaimed = `SELECT DISTINCT ON (m.visitor) m.visitor, m.number
	FROM (
		SELECT m.visitor, m.occurred_at, m.event_id, m.kind, m.address, c.number FROM visitor_claims m
			JOIN contact_addresses c ON m.kind = 0 AND c.database_id = m.database_id AND c.external_id = m.address
			WHERE m.database_id = $1
		UNION ALL
		SELECT m.visitor, m.occurred_at, m.event_id, m.kind, m.address, c.number FROM visitor_claims m
			JOIN contact_addresses c ON m.kind = 1 AND c.database_id = m.database_id AND c.email = m.address
			WHERE m.database_id = $1
		UNION ALL
		SELECT m.visitor, m.occurred_at, m.event_id, m.kind, m.address, c.number FROM visitor_claims m
			JOIN contact_addresses c ON m.kind = 2 AND c.database_id = m.database_id AND c.gsm = m.address
			WHERE m.database_id = $1
	) m
	ORDER BY m.visitor, m.occurred_at DESC, m.event_id COLLATE "C" DESC, m.kind, m.address`

// visiting is a database whose visitors and contacts change.
type visiting struct {
	*Store
	id int32
	// equal counts comparisons, known how many known visitors were compared.
	equal, known atomic.Int64
}

// startVisiting creates a database that begins at a number of contacts. Its visitors span two chunks.
func startVisiting(t *testing.T, s *Store, uid string, nextNumber int) *visiting {
	t.Helper()
	v := &visiting{Store: s}
	require.NoError(t, s.System(t.Context(), "add database", func(tx pgx.Tx) error {
		return tx.QueryRow(t.Context(), `INSERT INTO databases (account_id, uid, next_number, next_visitor)
			VALUES (1, $1, $2, 70000) RETURNING id`, uid, nextNumber).Scan(&v.id)
	}))
	return v
}

func openStore(t *testing.T) *Store {
	t.Helper()
	return NewStore(pgtest.Schema(t, pg.Schema, pg.Migrations()), nil)
}

// compare compares the resolved visitors with those derived from the claims, in one snapshot.
func (v *visiting) compare(ctx context.Context) error {
	return v.DB.Snapshot(ctx, func(tx pgx.Tx) error {
		got, err := ContactsOfVisitors(ctx, tx, contact.DatabaseID(v.id))
		if err != nil {
			return err
		}
		rows, err := tx.Query(ctx, asClaimed, v.id)
		if err != nil {
			return err
		}
		want, visitor, number := map[uint32]uint32{}, uint32(0), uint32(0)
		_, err = pgx.ForEachRow(rows, []any{&visitor, &number}, func() error {
			want[visitor] = number
			return nil
		})
		if err == nil && fmt.Sprint(got) != fmt.Sprint(want) {
			err = fmt.Errorf("database %d has\n%v in the place of\n%v", v.id, got, want)
		}
		v.equal.Add(1)
		v.known.Add(int64(len(want)))
		return err
	})
}

// Under concurrent changes, resolved visitors match the claims in every snapshot.
func TestResolvedVisitorsAreAsClaimedInEverySnapshot(t *testing.T) {
	s := openStore(t)
	for round := range 4 {
		next := 0
		if round%2 == 1 {
			next = 5000 // so many that all are resolved at first
		}
		v := startVisiting(t, s, fmt.Sprintf("%03d", round), next)
		var changing, reading sync.WaitGroup
		done := make(chan struct{})
		for side := range 3 {
			c := &changingVisitors{visiting: v, r: rand.New(rand.NewPCG(uint64(round), uint64(side)))}
			changing.Go(func() {
				for range 50 {
					if err := c.change(t.Context()); err != nil {
						t.Error(err)
						return
					}
				}
			})
		}
		for _, work := range []func(context.Context) error{
			v.compare, v.compare,
			func(ctx context.Context) error { return v.resolveDatabase(ctx, v.id) },
			func(ctx context.Context) error { return v.resolveDatabase(ctx, v.id) },
		} {
			reading.Go(func() {
				for running := true; running; {
					select {
					case <-done:
						running = false // once more, without concurrent changes
					default:
					}
					if err := work(t.Context()); err != nil {
						t.Error(err)
						return
					}
				}
			})
		}
		changing.Wait()
		close(done)
		reading.Wait()
		require.NoError(t, v.resolveDatabase(t.Context(), v.id))
		require.NoError(t, v.compare(t.Context()))
		require.Greater(t, v.equal.Load(), int64(10))
		require.NotZero(t, v.known.Load())
		require.Zero(t, v.stale(t), "nothing waits once all is resolved")
	}
}

func (v *visiting) stale(t *testing.T) (rows int) {
	t.Helper()
	require.NoError(t, v.System(t.Context(), "count", func(tx pgx.Tx) error {
		return tx.QueryRow(t.Context(), "SELECT count(*) FROM stale_visitors WHERE database_id = $1", v.id).Scan(&rows)
	}))
	return rows
}

// Changes of a database that was never resolved record no stale visitors, so the first resolving waits for them.
func TestTheFirstResolvingWaitsForChanges(t *testing.T) {
	v := startVisiting(t, openStore(t), "001", 0)
	c := &changingVisitors{visiting: v, r: rand.New(rand.NewPCG(1, 1))}
	for range 20 {
		require.NoError(t, c.change(t.Context()))
	}
	resolved := make(chan error, 1)
	require.NoError(t, v.System(t.Context(), "change", func(tx pgx.Tx) error {
		state, err := queries.LockDatabase(t.Context(), tx, db.LockDatabaseParams{AccountID: 1, ID: v.id})
		for i := 0; i < 10 && err == nil; i++ {
			err = c.claim(t.Context(), tx, state)
		}
		go func() { resolved <- v.resolveDatabase(t.Context(), v.id) }()
		time.Sleep(200 * time.Millisecond)
		return err
	}))
	require.NoError(t, <-resolved)
	require.NoError(t, v.compare(t.Context()))
}

// Each single kind of change is seen by the next read, and stored by the next resolving.
func TestEveryChangeOfAVisitorsIdentityMakesItStale(t *testing.T) {
	v := startVisiting(t, openStore(t), "001", 0)
	require.NoError(t, v.resolveDatabase(t.Context(), v.id))
	claim := "INSERT INTO visitor_claims VALUES ($1, 7, %d, '%s', to_timestamp(%d), '%s')"
	email := "INSERT INTO contact_addresses (database_id, number, email) VALUES ($1, 0, 'a')"
	gsm := "INSERT INTO contact_addresses (database_id, number, gsm) VALUES ($1, 1, 'b')"
	change := "UPDATE contact_addresses SET external_id = %s WHERE database_id = $1 AND number = 1"
	unclaim := "DELETE FROM visitor_claims WHERE database_id = $1 AND address = 'a'"
	repeat := claim + ` ON CONFLICT (database_id, visitor, kind, address) DO UPDATE SET occurred_at = excluded.occurred_at`
	for _, step := range []struct {
		what, statement string
		is              map[uint32]uint32
	}{
		{"a claim of nobody's address", fmt.Sprintf(claim, 1, "a", 10, "e1"), map[uint32]uint32{}},
		{"a contact gets it", email, map[uint32]uint32{7: 0}},
		{"another contact", gsm, map[uint32]uint32{7: 0}},
		{"a later claim", fmt.Sprintf(claim, 2, "b", 20, "e2"), map[uint32]uint32{7: 1}},
		{"the first one again", fmt.Sprintf(repeat, 1, "a", 30, "e3"), map[uint32]uint32{7: 0}},
		{"one of an external id", fmt.Sprintf(claim, 0, "c", 40, "e4"), map[uint32]uint32{7: 0}},
		{"a contact gets that too", fmt.Sprintf(change, "'c'"), map[uint32]uint32{7: 1}},
		{"and loses it", fmt.Sprintf(change, "NULL"), map[uint32]uint32{7: 0}},
		{"the claim of the other goes", unclaim, map[uint32]uint32{7: 1}},
		{"the contact goes", "DELETE FROM contact_addresses WHERE database_id = $1 AND number = 1", map[uint32]uint32{}},
	} {
		require.NoError(t, v.System(t.Context(), step.what, func(tx pgx.Tx) error {
			if _, err := tx.Exec(t.Context(), step.statement, v.id); err != nil {
				return err
			}
			_, err := tx.Exec(t.Context(), `UPDATE databases SET next_number = greatest(next_number,
				(SELECT max(number) + 1 FROM contact_addresses WHERE database_id = id)) WHERE id = $1`, v.id)
			return err
		}))
		for _, resolved := range []bool{false, true} {
			if resolved {
				require.NoError(t, v.resolveDatabase(t.Context(), v.id))
				require.Zero(t, v.stale(t))
			}
			for account, want := range map[contact.AccountID]map[uint32]uint32{1: step.is, 2: {}} {
				known, err := v.ContactsOfVisitors(t.Context(), account, contact.DatabaseID(v.id))
				require.NoError(t, err)
				require.Equal(t, want, known, "%s, account %d", step.what, account)
			}
			require.NoError(t, v.compare(t.Context()), step.what)
		}
	}
}

// Many stale visitors are resolved without a read. A database that was never resolved records none.
func TestManyStaleVisitorsAreResolvedInTheBackground(t *testing.T) {
	s := openStore(t)
	v, never := startVisiting(t, s, "001", 0), startVisiting(t, s, "002", 0)
	require.NoError(t, v.resolveDatabase(t.Context(), v.id))
	for _, of := range []*visiting{v, never} {
		c := &changingVisitors{visiting: of, r: rand.New(rand.NewPCG(1, 1))}
		for range 40 {
			require.NoError(t, c.change(t.Context()))
		}
	}
	many := v.stale(t)
	require.Greater(t, many, 10)
	require.Zero(t, never.stale(t))
	require.NoError(t, s.ResolveVisitors(t.Context(), many+1))
	require.Equal(t, many, v.stale(t))
	require.NoError(t, s.ResolveVisitors(t.Context(), many))
	require.Zero(t, v.stale(t))
	require.NoError(t, v.compare(t.Context()))
}
