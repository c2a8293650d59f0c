package reports_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"puls.app/services/kit/pgdb"
	"puls.app/services/reports/internal/core"
	"puls.app/services/reports/internal/pg"
)

func TestOldResultsGoAndTheWeeksOfOthersStayAsTheyWere(t *testing.T) {
	t.Parallel()
	s := start(t)
	r := rand.New(rand.NewPCG(13, 14))
	for day := range 30 {
		s.Publish(t, random(r, fmt.Sprintf("2026-11-%02d", 1+day)))
	}
	s.Publish(t, written(1, "007", 11))
	s.waitFor(t, 30)
	receipts := func() (rows int) {
		require.NoError(t, s.Admin(t).QueryRow(t.Context(), "SELECT count(*) FROM property_receipts").Scan(&rows))
		return rows
	}
	require.Eventually(t, func() bool { return receipts() == 1 }, time.Minute, 10*time.Millisecond)
	want := slices.DeleteFunc(s.rows(t), func(row string) bool { return strings.Fields(row)[3] < "2026-11-16" })
	weeks := s.weeks(t, "2026-11-16")
	require.Contains(t, weeks, "2026-11-30")
	require.NotEqual(t, weeks, s.weeks(t, "2026-01-01"))

	url, err := s.Env.DatabaseURL(pg.Schema)
	require.NoError(t, err)
	db, err := pgdb.Open(t.Context(), pgdb.Options{URL: url, Schema: pg.Schema, Migrations: pg.Migrations()})
	require.NoError(t, err)
	defer db.Close()
	store := pg.NewStore(db)
	for range 2 { // it may be repeated
		require.NoError(t, store.ForgetResults(t.Context(), time.Date(2026, 11, 16, 0, 0, 0, 0, time.UTC)))
	}
	require.Equal(t, want, s.rows(t))
	require.Equal(t, weeks, s.weeks(t, "2026-01-01"))
	require.Zero(t, receipts())
	s.waitFor(t, 15)
}

// weeks returns the sums of weeks from a day on.
func (s *system) weeks(t *testing.T, from string) (all string) {
	t.Helper()
	require.NoError(t, s.Admin(t).QueryRow(t.Context(),
		"SELECT string_agg(w::text, E'\\n' ORDER BY w::text) FROM weeks w WHERE monday >= $1::text::date", from).Scan(&all))
	return all
}

func TestKeptResultsBeginWithAWeek(t *testing.T) {
	t.Parallel()
	for day := range 14 {
		now := time.Date(2026, 11, 2+day, 23, 30, 0, 0, time.UTC)
		from := core.KeptFrom(now, 100)
		require.Equal(t, time.Monday, from.Weekday())
		age := now.Truncate(24 * time.Hour).Sub(from)
		require.GreaterOrEqual(t, age, 101*24*time.Hour)
		require.Less(t, age, 108*24*time.Hour)
	}
}
