package pg

import (
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"puls.app/services/contacts/internal/contact"
	"puls.app/services/contacts/internal/destination"
	"puls.app/services/contacts/internal/pg"
	"puls.app/services/local/pgtest"
)

// A worker whose lease ended while it waited for the provider cannot go on with the destination of another worker.
func TestALeaseBelongsToOneWorker(t *testing.T) {
	t.Parallel()
	ctx, now := t.Context(), contact.Kept(time.Now())
	s := NewStore(pgtest.Schema(t, pg.Schema, pg.Migrations()), nil)
	require.NoError(t, s.Add(ctx, &destination.Destination{ID: uuid.New(), Account: 1, CreatedAt: now}, []byte("key")))
	take := func() *destination.Taken {
		taken, err := s.Take(ctx, now, now.Add(2*time.Minute))
		require.NoError(t, err)
		require.NotNil(t, taken)
		return taken
	}
	members := []destination.Kept{{Fingerprint: destination.Fingerprint{7}, Sealed: []byte("sealed"), SentAt: now}}

	first := take()
	require.NoError(t, s.Hold(ctx, first, now, now.Add(2*time.Minute)))
	now = now.Add(3 * time.Minute)
	second := take()
	_, err := s.Intend(ctx, first, members, now)
	require.ErrorIs(t, err, destination.ErrNotFound)
	for name, err := range map[string]error{
		"hold":    s.Hold(ctx, first, now, now.Add(2*time.Minute)),
		"keep":    s.Keep(ctx, first, destination.Step{Added: 1}),
		"end":     s.End(ctx, first, destination.Ending{Run: first.Run}, now),
		"release": s.Release(ctx, first, now, now),
	} {
		require.ErrorIs(t, err, destination.ErrNotFound, name)
	}
	none, err := s.Take(ctx, now, now.Add(2*time.Minute))
	require.NoError(t, err)
	require.Nil(t, none, "the second worker has it still")

	require.NoError(t, s.Hold(ctx, second, now, now.Add(2*time.Minute)))
	require.NoError(t, s.End(ctx, second, destination.Ending{Run: second.Run, Failures: 3}, now))
	all, err := s.Destinations(ctx, 1)
	require.NoError(t, err)
	require.Equal(t, []any{3, 0}, []any{all[0].Failures, all[0].LastRun.Added})
	require.NotNil(t, all[0].LastRun.EndedAt)
	require.ErrorIs(t, s.Hold(ctx, second, now, now.Add(2*time.Minute)), destination.ErrNotFound, "it has ended")
}
