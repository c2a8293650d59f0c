//go:build long

package acceptance

import (
	"bytes"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// TestAKilledFoldIsThereOrNot kills the program while it folds, at PULS_CRASH_POINTS moments, and compares its results,
// right after and once it has folded, with the results without folds.
func TestAKilledFoldIsThereOrNot(t *testing.T) {
	contacts, events := crashFiles()
	p := newProcess(t)
	c := p.createAccount(p.start(), "folded@example.com")
	require.Equal(t, "done", c.upload("contacts", "text/csv", bytes.NewReader(contacts)).State)
	require.Equal(t, "done", c.upload("engagement", "text/csv", bytes.NewReader(events)).State)
	const date = "2026-11-05" // all facts are from before it
	scoring := crashScoring(c)
	scores := func() any {
		before := folds(t, p, "SELECT coalesce(max(revision), 0) FROM scoring_engine.calculations")
		require.Equal(t, "done", c.calculate(scoring, date)[0]["stage"])
		require.Greater(t, folds(t, p, "SELECT max(revision) FROM scoring_engine.calculations"), before)
		eventually(t, "the report", func() bool { return len(c.dates(scoring, "mailing")) == 1 })
		return c.scores(scoring, "mailing", date)
	}
	want := scores()
	folded := func() bool { return folds(t, p, "SELECT count(*) FROM scoring_engine.folds") == 1 }
	eventually(t, "the first fold", folded)
	random := rand.New(rand.NewPCG(3, 3))
	found := map[bool]int{}
	for range crashPoints(t) {
		folds(t, p, "WITH dropped AS (DELETE FROM scoring_engine.folds RETURNING 1) SELECT count(*) FROM dropped")
		p.stop()
		p.start() // immediately folds every chunk without a fold
		delay := time.Duration(random.Int64N(int64(300 * time.Millisecond)))
		<-time.NewTimer(delay).C
		p.kill()
		c.address = p.start()
		c.login("folded@example.com", testPassword)
		found[folded()]++
		require.Equal(t, want, scores(), "killed after %s", delay)
		eventually(t, "the fold", folded)
		require.Positive(t, folds(t, p, "SELECT count(*) FROM scoring_engine.cohorts"))
		require.Equal(t, want, scores(), "killed after %s, then folded", delay)
	}
	figure(t, "right after a kill and a start a fold stood %d times, and not %d times", found[true], found[false])
}

// folds queries a number from the program's database.
func folds(t *testing.T, p *process, sql string) (n int) {
	t.Helper()
	withDatabase(t, p, func(query func(sql string, into ...any)) { query(sql, &n) })
	return n
}
