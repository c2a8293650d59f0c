package pg_test

import (
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"puls.app/services/local/pgtest"
	"puls.app/services/scoring-config/internal/core"
	"puls.app/services/scoring-config/internal/pg"
)

func TestADraftThatIsBeingDeletedIsNotSwitchedOn(t *testing.T) {
	t.Parallel()
	db := pgtest.Schema(t, pg.Schema, pg.Migrations())
	store := pg.NewStore(db)
	now := time.Date(2026, 11, 2, 12, 0, 0, 0, time.UTC)
	draft := &core.Scoring{ID: uuid.New(), Account: 1, Name: "Everybody", Version: 1, CreatedAt: now, UpdatedAt: now}
	require.NoError(t, store.Insert(t.Context(), draft, core.Quota{Scorings: 1, PerHour: 1}))
	switched := make(chan error, 1)
	waits := func() bool { // or is done without a wait
		var waiting int
		err := db.Pool.QueryRow(t.Context(), "SELECT count(*) FROM pg_locks WHERE NOT granted").Scan(&waiting)
		return len(switched) > 0 || err == nil && waiting > 0
	}
	require.NoError(t, store.Delete(t.Context(), 1, draft.ID, func(*core.Scoring) error {
		go func() {
			_, err := store.Update(t.Context(), 1, draft.ID, func(s *core.Scoring, _ []*core.Scoring) error {
				s.Status, s.ActivatedAt = core.Active, &now
				return nil
			})
			switched <- err
		}()
		require.Eventually(t, waits, time.Minute, 5*time.Millisecond)
		return nil
	}))
	require.ErrorIs(t, <-switched, core.ErrNotFound)
}
