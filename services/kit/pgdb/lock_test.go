package pgdb_test

import (
	"context"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"puls.app/services/kit/pgdb"
	"puls.app/services/local/pgtest"
)

const lockClass = 7

func TestHeldLocksLeaveConnectionsForTheWork(t *testing.T) {
	db := readingOver(t, 2)
	unlocks := make([]func(), 50)
	for key := range unlocks {
		unlocks[key] = locked(t, db, int32(key))
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	require.NoError(t, db.AsSystem(ctx, func(tx pgx.Tx) error {
		unlocks[0]()
		defer locked(t, db, 0)()
		refused(t, db, 1)
		return nil
	}))
	for _, unlock := range unlocks[1:] {
		unlock()
	}
	require.Zero(t, db.Pool.Stat().AcquiredConns())
	locked(t, db, 1)()
}

func TestALockIsHeldOnce(t *testing.T) {
	db := readingOver(t, 2)
	unlock := locked(t, db, 1)
	refused(t, db, 1)
	unlock()
	unlock = locked(t, db, 1)
	canceled, cancel := context.WithCancel(t.Context())
	cancel()
	other, err := db.TryLock(canceled, lockClass, 2)
	require.NoError(t, err)
	other()
	refused(t, db, 1)
	unlock()
}

func TestLocksEndWithTheirConnection(t *testing.T) {
	db := readingOver(t, 2)
	lost := locked(t, db, 1)
	server, err := pgx.Connect(t.Context(), pgtest.URL(t))
	require.NoError(t, err)
	t.Cleanup(func() { _ = server.Close(context.WithoutCancel(t.Context())) })
	_, err = server.Exec(t.Context(), `SELECT pg_terminate_backend(l.pid)
		FROM pg_locks l JOIN pg_database d ON d.oid = l.database
		WHERE l.locktype = 'advisory' AND l.classid = $1 AND d.datname = $2`, lockClass, db.Pool.Config().ConnConfig.Database)
	require.NoError(t, err)
	require.Eventually(t, func() bool {
		unlock, err := db.TryLock(t.Context(), lockClass, 2)
		if err != nil || unlock == nil {
			return false
		}
		unlock()
		return true
	}, time.Minute, time.Millisecond)
	unlock := locked(t, db, 1)
	lost() // which does not release the new lock
	refused(t, db, 1)
	unlock()
	require.Eventually(t, func() bool { return db.Pool.Stat().AcquiredConns() == 0 }, time.Minute, time.Millisecond,
		"the pool forgets the lost one in the background")
}

// locked takes a lock that is free.
func locked(t *testing.T, db *pgdb.DB, key int32) (unlock func()) {
	t.Helper()
	unlock, err := db.TryLock(t.Context(), lockClass, key)
	require.NoError(t, err)
	require.NotNil(t, unlock)
	return unlock
}

func refused(t *testing.T, db *pgdb.DB, key int32) {
	t.Helper()
	unlock, err := db.TryLock(t.Context(), lockClass, key)
	require.NoError(t, err)
	require.Nil(t, unlock)
}
