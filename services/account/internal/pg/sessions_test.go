package pg_test

import (
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"puls.app/services/account/internal/core"
	"puls.app/services/account/internal/pg"
	"puls.app/services/local/pgtest"
)

// A change of password ends the sessions that it finds. A session that is starting with the old password would survive.
func TestASessionWaitsForAChangeOfItsPassword(t *testing.T) {
	db := pgtest.Schema(t, pg.Schema, pg.Migrations())
	store := pg.NewStore(db)
	session := &core.Session{ID: uuid.New(), TokenHash: []byte("token"), Begun: time.Now(), Rotated: time.Now()}
	require.NoError(t, db.AsSystem(t.Context(), func(tx pgx.Tx) error {
		return tx.QueryRow(t.Context(), `WITH made AS (INSERT INTO accounts (timezone, language) VALUES ('UTC', 'pl') RETURNING id)
			INSERT INTO users (account_id, email, password_hash) SELECT id, 'a@example.com', 'old' FROM made
			RETURNING account_id, id`).Scan(&session.User.Account, &session.User.ID)
	}))
	session.Account = session.User.Account
	started := make(chan error, 1)
	require.NoError(t, db.AsSystem(t.Context(), func(tx pgx.Tx) error {
		_, err := tx.Exec(t.Context(), "UPDATE users SET password_hash = 'new'")
		require.NoError(t, err)
		go func() { started <- store.StartSession(t.Context(), session, "old") }()
		require.Eventually(t, func() bool { // it waits, or is done
			var waits bool
			require.NoError(t, tx.QueryRow(t.Context(), `SELECT EXISTS (SELECT FROM pg_locks
				WHERE NOT granted AND pg_backend_pid() = ANY (pg_blocking_pids(pid)))`).Scan(&waits))
			return waits || len(started) > 0
		}, time.Minute, 5*time.Millisecond)
		return nil
	}))
	require.ErrorIs(t, <-started, core.ErrInvalidLogin)
}
