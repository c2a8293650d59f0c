package scoringengine_test

import (
	"fmt"
	"log/slog"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	contactsv1 "puls.app/proto/gen/go/puls/contacts/v1"
	typev1 "puls.app/proto/gen/go/puls/type/v1"
	"puls.app/services/kit/pgdb"
	"puls.app/services/scoring-engine/internal/calculating"
	"puls.app/services/scoring-engine/internal/calculation"
	"puls.app/services/scoring-engine/internal/engine/counting"
	"puls.app/services/scoring-engine/internal/engine/segment"
	"puls.app/services/scoring-engine/internal/keeping"
	"puls.app/services/scoring-engine/internal/pg"
)

// afterwards is a moment at which all days of batchesOf are over.
func afterwards() time.Time { return calculation.DateOf(firstDay + days + 30) }

// fold folds both chunks of a database.
func fold(t *testing.T, store *pg.Store, database calculation.DatabaseID) {
	t.Helper()
	var merger segment.Merger
	folder := counting.NewFolder()
	for chunk := range uint32(chunks) {
		id := keeping.ChunkKey{Database: database, Channel: calculation.Mailing, Chunk: chunk}
		require.NoError(t, store.Fold(t.Context(), id, &merger, folder, afterwards()))
		state, err := store.FoldState(t.Context(), id)
		require.NoError(t, err)
		require.Zero(t, state.FreshCount)
		require.False(t, state.FoldedAt.IsZero())
	}
}

// look counts windows that end before a day, and returns how many cohorts were counted from planes.
func look(
	t *testing.T, store *pg.Store, database calculation.DatabaseID, d segment.Day, daysAgo ...int,
) (counts [chunks][][]counting.Counts, planes int) {
	t.Helper()
	counter, windows := counting.NewCounter(), counting.Windows{D: d, DaysAgo: daysAgo}
	require.NoError(t, store.View(t.Context(), calculation.Mailing, 1, func(readers []calculation.SegmentView) error {
		var ids []calculation.ChunkID
		for chunk := range uint32(chunks) {
			ids = append(ids, calculation.ChunkID{Database: database, Chunk: chunk})
		}
		return readers[0].Count(t.Context(), ids, windows, func(id calculation.ChunkID, facts calculation.ChunkFacts) error {
			planes += len(facts.Planes)
			tallies := make([]*counting.Tally, len(daysAgo))
			for i := range tallies {
				tallies[i] = &counting.Tally{}
			}
			require.NoError(t, counter.Folded(facts.Segments, facts.Planes, windows, tallies))
			for _, tally := range tallies {
				list := make([]counting.Counts, members)
				for contact := range list {
					list[contact] = tally.At(contact)
				}
				counts[id.Chunk] = append(counts[id.Chunk], list)
			}
			return nil
		})
	}))
	return counts, planes
}

// requireEqualCounts compares a folded database with one that is not, for windows of all sorts.
func requireEqualCounts(t *testing.T, store *pg.Store, facts, folded calculation.DatabaseID) (planes int) {
	t.Helper()
	for d := firstDay + days - 12; d <= firstDay+days+4; d += 2 {
		for _, daysAgo := range [][]int{{28}, {14, 35, 3}, {91, 42}} {
			want, none := look(t, store, facts, d, daysAgo...)
			got, n := look(t, store, folded, d, daysAgo...)
			require.Zero(t, none)
			require.Equal(t, want, got, "windows of %v days before %d", daysAgo, d)
			planes += n
		}
	}
	return planes
}

func inOrder(batches []*contactsv1.EngagementBatch) []int {
	order := make([]int, len(batches))
	for i := range order {
		order[i] = i
	}
	return order
}

func TestAFoldChangesNoFigure(t *testing.T) {
	t.Parallel()
	store, db := open(t)
	r := rand.New(rand.NewPCG(55, 56))
	batches := batchesOf(r)
	all := inOrder(batches)
	ingest(t, store, 1, batches, all) // never folded
	shuffled := inOrder(batches)
	r.Shuffle(len(shuffled), func(i, j int) { shuffled[i], shuffled[j] = shuffled[j], shuffled[i] })
	ingest(t, store, 2, batches, shuffled[:90])
	fold(t, store, 2)
	ingest(t, store, 2, batches, shuffled[90:250])
	compact(t, store, 2)
	require.Zero(t, cohorts(t, db, 2), "what was compacted is not folded")
	ingest(t, store, 2, batches, shuffled[250:])
	require.Zero(t, requireEqualCounts(t, store, 1, 2))
	fold(t, store, 2)
	require.Positive(t, cohorts(t, db, 2))
	require.Positive(t, requireEqualCounts(t, store, 1, 2))
	want := calculate(t, store, db, 1)
	requireSame(t, want, calculate(t, store, db, 2))
	for _, workers := range []int{1, 2, 8} {
		requireSame(t, want, calculateOn(t, store, db, 2, workers))
	}
}

// cohorts returns the number of cohorts of a database.
func cohorts(t *testing.T, db *pgdb.DB, database calculation.DatabaseID) (n int) {
	t.Helper()
	require.NoError(t, db.AsSystem(t.Context(), func(tx pgx.Tx) error {
		return tx.QueryRow(t.Context(), `SELECT count(*) FROM cohorts JOIN folds USING (database_id, channel, chunk)
			WHERE database_id = $1`, database).Scan(&n)
	}))
	return n
}

// tidyBatches draws messages that are each sent on one day; some are opened weeks later.
func tidyBatches(r *rand.Rand) []*contactsv1.EngagementBatch {
	var batches []*contactsv1.EngagementBatch
	for message := range 120 {
		day := uint32(firstDay) + uint32(message%days)
		batch := &contactsv1.EngagementBatch{
			Channel: typev1.Channel_CHANNEL_MAILING, MessageIds: []string{fmt.Sprint("tidy ", message)}, Categories: []uint32{1},
		}
		for chunk := range uint32(chunks) {
			facts := &contactsv1.ChunkFacts{Chunk: chunk}
			late, seed := min(day+uint32(r.IntN(20)), uint32(firstDay)+days-1), r.Uint64()
			for kind, share := range map[contactsv1.EngagementKind]float64{
				contactsv1.EngagementKind_ENGAGEMENT_KIND_SENT: 0.3, contactsv1.EngagementKind_ENGAGEMENT_KIND_DELIVERED: 0.29,
				contactsv1.EngagementKind_ENGAGEMENT_KIND_OPENED: 0.1, contactsv1.EngagementKind_ENGAGEMENT_KIND_CLICKED: 0.02,
			} { // each set is a subset of those before
				of := day
				if kind > contactsv1.EngagementKind_ENGAGEMENT_KIND_DELIVERED {
					of = late
				}
				addGroup(rand.New(rand.NewPCG(seed, 1)), facts, of, kind, share)
			}
			addGroup(r, facts, late, contactsv1.EngagementKind_ENGAGEMENT_KIND_OPENED, 0.001) // sent or not
			batch.Chunks = append(batch.Chunks, facts)
		}
		batches = append(batches, batch)
	}
	return batches
}

func TestALateFactTakesItsWeekFromTheFold(t *testing.T) {
	t.Parallel()
	store, _ := open(t)
	batches := tidyBatches(rand.New(rand.NewPCG(3, 4)))
	ingest(t, store, 1, batches, inOrder(batches))
	ingest(t, store, 2, batches, inOrder(batches))
	fold(t, store, 2)
	_, before := look(t, store, 2, firstDay+days, 91)
	late := tidyBatches(rand.New(rand.NewPCG(4, 5)))[9:10] // other contacts open a message of the second week
	for database := range calculation.DatabaseID(2) {
		ingest(t, store, 1+database, append(batches, late...), []int{len(batches)})
	}
	_, after := look(t, store, 2, firstDay+days, 91)
	require.Equal(t, before-chunks, after, "one week of each chunk is read as facts")
	require.Positive(t, requireEqualCounts(t, store, 1, 2))
	fold(t, store, 2)
	_, again := look(t, store, 2, firstDay+days, 91)
	require.Equal(t, before, again)
	require.Positive(t, requireEqualCounts(t, store, 1, 2))
}

func TestADamagedFoldIsReadAsFactsAndSaid(t *testing.T) {
	t.Parallel()
	store, db := open(t)
	batches := tidyBatches(rand.New(rand.NewPCG(5, 6)))
	ingest(t, store, 1, batches, inOrder(batches))
	ingest(t, store, 2, batches, inOrder(batches))
	damaged := map[keeping.ChunkKey]int{}
	store.Damaged = func(id keeping.ChunkKey, cause error) {
		require.ErrorIs(t, cause, segment.ErrCorrupt)
		damaged[id]++
	}
	for _, harm := range []string{
		`UPDATE cohorts SET planes = set_byte(planes, length(planes) / 2, 255 - get_byte(planes, length(planes) / 2)) WHERE chunk = 0`,
		`UPDATE cohorts SET planes = '' WHERE chunk = 0`,
		`UPDATE cohorts SET late = substring(late FROM 2) WHERE chunk = 0`,
		`UPDATE folds SET residue = substring(residue FROM 2) WHERE chunk = 0`,
		`DELETE FROM cohorts WHERE chunk = 0`,
	} {
		fold(t, store, 2)
		clear(damaged)
		as(t, db, harm)
		// A window that cuts no week reads planes alone; the other one also reads late facts.
		for _, daysAgo := range []int{91, 25} {
			want, _ := look(t, store, 1, firstDay+days+4, daysAgo)
			got, planes := look(t, store, 2, firstDay+days+4, daysAgo)
			require.Equal(t, want, got, harm)
			require.Positive(t, planes, "the other chunk is whole: %s, %d days", harm, daysAgo)
		}
		require.Equal(t, map[keeping.ChunkKey]int{{Database: 2, Channel: calculation.Mailing, Chunk: 0}: 1}, damaged, harm)
		require.Positive(t, cohorts(t, db, 2), "the other chunk is folded still")
	}
}

// as runs a statement in the service's system role.
func as(t *testing.T, db *pgdb.DB, statement string) {
	t.Helper()
	require.NoError(t, db.AsSystem(t.Context(), func(tx pgx.Tx) error {
		tag, err := tx.Exec(t.Context(), statement)
		require.Positive(t, tag.RowsAffected(), statement)
		return err
	}))
}

func TestAChangeOfTheBaseDropsItsFold(t *testing.T) {
	t.Parallel()
	store, db := open(t)
	batches := batchesOf(rand.New(rand.NewPCG(7, 8)))
	ingest(t, store, 1, batches, inOrder(batches))
	for _, change := range []string{
		`DELETE FROM segments WHERE id IN (SELECT min(id) FROM segments WHERE chunk = 0 AND level = 1)`,
		`UPDATE segments SET level = 0 WHERE id IN (SELECT min(id) FROM segments WHERE chunk = 0 AND level = 1)`,
		`INSERT INTO segments (database_id, channel, chunk, level, first_day, last_day, first_sent, size, payload)
			SELECT database_id, channel, chunk, level, first_day, last_day, first_sent, size, payload FROM segments
			WHERE chunk = 0 AND level = 1 LIMIT 1`,
	} {
		fold(t, store, 1)
		before := cohorts(t, db, 1)
		as(t, db, change)
		after := cohorts(t, db, 1)
		require.Less(t, after, before, change)
		require.Positive(t, after, "the other chunk stands")
	}
}

func TestAFoldIsDueOnceAnHourAndWhenNothingArrives(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 1, 1, 12, 0, 0, 0, time.UTC)
	large := int64(1 << 20)
	for _, test := range []struct {
		state keeping.FoldState
		quiet bool
		since time.Duration
		due   bool
	}{
		{keeping.FoldState{FreshCount: 3, Size: large}, true, 0, true},
		{keeping.FoldState{FreshCount: 3, Size: large}, false, time.Minute, false},
		{keeping.FoldState{FreshCount: 3, Size: large}, false, time.Hour, true},
		{keeping.FoldState{FreshCount: 3, Size: 1000}, true, time.Hour, false},
		{keeping.FoldState{FreshCount: 0, Size: large, FoldedAt: now.Add(-48 * time.Hour)}, true, time.Hour, false},
		{keeping.FoldState{FreshCount: 1, Size: large, FoldedAt: now.Add(-59 * time.Minute)}, true, time.Hour, false},
		{keeping.FoldState{FreshCount: 1, Size: large, FoldedAt: now.Add(-time.Hour)}, false, time.Second, true},
	} {
		require.Equal(t, test.due, test.state.Due(test.quiet, now.Add(-test.since), now), "%+v", test)
	}
	today := calculation.DayOf(now)
	require.Equal(t, today-30, keeping.Horizon(today-29, now))
	require.Equal(t, today-2, keeping.Horizon(today-1, now))
	require.Equal(t, today-2, keeping.Horizon(today, now), "a night that is a day behind is served too")
	require.Equal(t, today-2, keeping.Horizon(today+400, now), "an event from the future")
}

func calculateOn(t *testing.T, store *pg.Store, db *pgdb.DB, database calculation.DatabaseID, workers int) figures {
	t.Helper()
	return calculateWith(t, store, db, database, calculating.NewCalculator(
		store, everybody{}, workers, realTime(), slog.New(slog.DiscardHandler)), uuid.UUID{byte(database), byte(workers)})
}
