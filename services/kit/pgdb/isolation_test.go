package pgdb_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"strconv"
	"sync"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"puls.app/services/kit/pgdb"
)

var errUndo = errors.New("undo")

// TestInterleavedAccountsOnOneConnectionSeeTheirOwnRows runs statements without a filter by account in random order on
// one connection: reads, writes, failures, cancellations and background work of eight accounts and four callers.
// PULS_INTERLEAVINGS=100000 runs more.
func TestInterleavedAccountsOnOneConnectionSeeTheirOwnRows(t *testing.T) {
	const accounts, callers = 8, 4
	each := 1_000 / callers
	if given := os.Getenv("PULS_INTERLEAVINGS"); given != "" {
		all, err := strconv.Atoi(given)
		require.NoError(t, err)
		each = all / callers
	}
	db := reading(t)
	for account := int32(3); account <= accounts; account++ {
		require.NoError(t, db.InAccount(t.Context(), account, func(tx pgx.Tx) error {
			_, err := tx.Exec(t.Context(), "INSERT INTO things (account_id, name) VALUES ($1, 'a'), ($1, 'b')", account)
			return err
		}))
	}
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	foreign := make(chan string, callers)
	var group sync.WaitGroup
	for caller := range callers {
		group.Go(func() {
			random := rand.New(rand.NewPCG(seed, uint64(caller)))
			for range each {
				account, act := 1+random.Int32N(accounts), acts[random.IntN(len(acts))]
				if seen := act.of(t.Context(), db, account); seen != "" {
					foreign <- fmt.Sprintf("%s of account %d: %s", act.name, account, seen)
					return
				}
			}
		})
	}
	group.Wait()
	close(foreign)
	for seen := range foreign {
		t.Error(seen)
	}
	// Each row has the name of an account that wrote it.
	written, err := pgdb.ReadAsSystem(t.Context(), db, func(q pgdb.Querier) (n [2]int, err error) {
		err = q.QueryRow(t.Context(), `SELECT count(*) FILTER (WHERE name = account_id::text),
			count(*) FILTER (WHERE name NOT IN ('a', 'b', account_id::text)) FROM things`).Scan(&n[0], &n[1])
		return n, err
	})
	require.NoError(t, err)
	require.Equal(t, [2]int{2 * accounts, 0}, written)
	requireUnlimited(t, db)
	t.Attr("figure", fmt.Sprintf("%d interleavings of %d accounts: 0 foreign rows", each*callers, accounts))
}

// acts are the ways to rows. Each returns the foreign rows that it saw or an unexpected failure, or nothing.
var acts = []struct {
	name string
	of   func(ctx context.Context, db *pgdb.DB, account int32) string
}{
	{"read", func(ctx context.Context, db *pgdb.DB, account int32) (seen string) {
		return failure(db.Read(ctx, account, func(q pgdb.Querier) error { seen = own(ctx, q, account); return nil }), seen)
	}},
	{"generic read", func(ctx context.Context, db *pgdb.DB, account int32) (seen string) {
		return failure(db.Read(ctx, account, func(q pgdb.Querier) error {
			seen = own(ctx, pgdb.Generic(q), account)
			return nil
		}), seen)
	}},
	{"reads together", func(ctx context.Context, db *pgdb.DB, account int32) string {
		var seen [3]string
		err := db.Read(ctx, account, func(q pgdb.Querier) error {
			part := func(i int) func(q pgdb.Querier) error {
				return func(q pgdb.Querier) error { seen[i] = own(ctx, q, account); return nil }
			}
			return pgdb.Together(ctx, q, part(0), part(1), part(2))
		})
		return failure(err, seen[0]+seen[1]+seen[2])
	}},
	{"rows closed early", func(ctx context.Context, db *pgdb.DB, account int32) string {
		return failure(db.Read(ctx, account, func(q pgdb.Querier) error {
			rows, err := q.Query(ctx, "SELECT account_id FROM things")
			if err == nil {
				rows.Next()
				rows.Close()
			}
			return err
		}), "")
	}},
	{"failed read", func(ctx context.Context, db *pgdb.DB, account int32) (seen string) {
		return failure(db.Read(ctx, account, func(q pgdb.Querier) error {
			if _, err := q.Exec(ctx, "SELECT nowhere"); err == nil {
				return errors.New("a wrong statement succeeded")
			}
			seen = own(ctx, q, account)
			return nil
		}), seen)
	}},
	{"write", func(ctx context.Context, db *pgdb.DB, account int32) (seen string) {
		return failure(db.InAccount(ctx, account, func(tx pgx.Tx) error {
			seen = own(ctx, tx, account)
			_, err := tx.Exec(ctx, "UPDATE things SET name = $1::int::text", account)
			return err
		}), seen)
	}},
	{"write rolled back", func(ctx context.Context, db *pgdb.DB, account int32) string {
		err := db.InAccount(ctx, account, func(tx pgx.Tx) error {
			_, err := tx.Exec(ctx, "UPDATE things SET name = 'undone'")
			return errors.Join(errUndo, err)
		})
		if err.Error() != errUndo.Error() {
			return err.Error()
		}
		return ""
	}},
	{"pipeline", func(ctx context.Context, db *pgdb.DB, account int32) string {
		other := account%8 + 1
		return failure(db.Pipeline(ctx, func(in func(int32) pgdb.Querier) error {
			for _, a := range []int32{account, other, account} {
				if _, err := in(a).Exec(ctx, "UPDATE things SET name = $1::int::text", a); err != nil {
					return err
				}
			}
			return nil
		}), "")
	}},
	{"panic", func(ctx context.Context, db *pgdb.DB, account int32) string {
		defer func() { _ = recover() }()
		_ = db.InAccount(ctx, account, func(tx pgx.Tx) error { panic("a bug") })
		return "no panic"
	}},
	{"cancelled write", func(ctx context.Context, db *pgdb.DB, account int32) string {
		ctx, cancel := context.WithCancel(ctx)
		defer cancel()
		if err := db.InAccount(ctx, account, func(tx pgx.Tx) error {
			_, err := tx.Exec(ctx, "UPDATE things SET name = 'cancelled'")
			cancel()
			return err
		}); err == nil {
			return "a cancelled transaction was committed"
		}
		return ""
	}},
	{"background work", func(ctx context.Context, db *pgdb.DB, _ int32) string {
		var seen int
		for _, work := range []func(context.Context, func(pgx.Tx) error) error{db.AsSystem, db.Unhurried, db.Snapshot} {
			if err := work(ctx, func(tx pgx.Tx) error {
				return tx.QueryRow(ctx, "SELECT count(DISTINCT account_id) FROM things").Scan(&seen)
			}); err != nil || seen != 8 {
				return fmt.Sprintf("%d accounts, %v", seen, err)
			}
		}
		return ""
	}},
}

// own returns the accounts of the rows that q sees unless they are two of the one account.
func own(ctx context.Context, q pgdb.Querier, account int32) string {
	found, err := owners(ctx, q)
	if err != nil || len(found) != 2 || found[0] != account || found[1] != account {
		return fmt.Sprint(found, err)
	}
	return ""
}

func failure(err error, seen string) string {
	if err != nil {
		return err.Error()
	}
	return seen
}
