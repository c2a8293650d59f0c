package scoringengine_test

import (
	"context"
	"log/slog"
	"math/rand/v2"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"
	"google.golang.org/protobuf/proto"

	scoringenginev1 "puls.app/proto/gen/go/puls/scoringengine/v1"
	"puls.app/services/kit/pgdb"
	"puls.app/services/scoring-engine/internal/calculating"
	"puls.app/services/scoring-engine/internal/calculation"
	"puls.app/services/scoring-engine/internal/engine/counting"
	"puls.app/services/scoring-engine/internal/engine/oracle"
	"puls.app/services/scoring-engine/internal/engine/segment"
	"puls.app/services/scoring-engine/internal/jobs"
	"puls.app/services/scoring-engine/internal/keeping"
	"puls.app/services/scoring-engine/internal/pg"
	"puls.app/services/spec"
)

// events draws events of a chunk's visitors on the 60 days before firstDay + days, enough for a fold.
func events(r *rand.Rand) []oracle.Fact {
	facts := oracle.VisitFacts(r, members, 15_000)
	for i := range facts { // originally on 60 days from 100 on, and one more
		facts[i].Day = min(facts[i].Day+firstDay+days-60-100, firstDay+days-1)
	}
	return facts
}

// visit stores facts of a chunk in a few batches.
func visit(t *testing.T, store *pg.Store, r *rand.Rand, id keeping.ChunkKey, facts []oracle.Fact) {
	t.Helper()
	for _, part := range oracle.Deal(t, r, segment.Visits, facts, 3) {
		require.NoError(t, store.Append(t.Context(), keeping.Batch{
			ID: uuid.New(), Database: id.Database, Channel: calculation.Web,
			Segments: []keeping.ChunkSegment{{Chunk: id.Chunk, Segment: part}},
		}))
	}
}

func webChunk(database calculation.DatabaseID, chunk uint32) keeping.ChunkKey {
	return keeping.ChunkKey{Database: database, Channel: calculation.Web, Chunk: chunk}
}

// read is the input of counting the web chunks of a database.
type read struct{ weeks, segments, factBytes int }

// lookVisits counts windows of web that end before a day, and returns the input read.
func lookVisits(
	t *testing.T, store *pg.Store, database calculation.DatabaseID, windows counting.Windows,
) (counts [chunks][]map[uint16]counting.VisitCounts, took read) {
	t.Helper()
	counter := counting.NewCounter()
	require.NoError(t, store.View(t.Context(), calculation.Web, 1, func(readers []calculation.SegmentView) error {
		var ids []calculation.ChunkID
		for chunk := range uint32(chunks) {
			ids = append(ids, calculation.ChunkID{Database: database, Chunk: chunk})
		}
		return readers[0].Count(t.Context(), ids, windows, func(id calculation.ChunkID, facts calculation.ChunkFacts) error {
			took.weeks += len(facts.Planes)
			took.segments += len(facts.Segments)
			for i := range facts.Segments {
				took.factBytes += len(facts.Segments[i].Bytes())
			}
			tallies := make([]*counting.VisitTally, len(windows.DaysAgo))
			for i := range tallies {
				tallies[i] = &counting.VisitTally{}
			}
			require.NoError(t, counter.Visits(facts.Segments, facts.Planes, windows, tallies))
			for _, tally := range tallies {
				counts[id.Chunk] = append(counts[id.Chunk], oracle.VisitsOf(tally))
			}
			return nil
		})
	}))
	return counts, took
}

// requireVisits compares counts with the oracle's, for windows of all sorts, and returns how many weeks were counted
// from planes.
func requireVisits(
	t *testing.T, store *pg.Store, database calculation.DatabaseID, facts [chunks][]oracle.Fact,
) (weeks int) {
	t.Helper()
	for d := firstDay - 15; d <= firstDay+days+4; d += 5 {
		for _, daysAgo := range [][]int{{28}, {14, 35, 3}, {91, 42}} {
			got, took := lookVisits(t, store, database, counting.Windows{D: d, DaysAgo: daysAgo})
			weeks += took.weeks
			for chunk := range facts {
				for i, ago := range daysAgo {
					want := oracle.Visits(facts[chunk], d-segment.Day(ago), d-1)
					require.Equal(t, want, got[chunk][i], "chunk %d, %d days of %v before %d", chunk, ago, daysAgo, d)
				}
			}
		}
	}
	return weeks
}

func foldVisits(t *testing.T, store *pg.Store, database calculation.DatabaseID) {
	t.Helper()
	var merger segment.Merger
	folder := counting.NewFolder()
	for chunk := range uint32(chunks) {
		require.NoError(t, store.Fold(t.Context(), webChunk(database, chunk), &merger, folder, afterwards()))
	}
}

func TestVisitsAreCountedOnceAndAdded(t *testing.T) {
	t.Parallel()
	store, db := open(t)
	r := rand.New(rand.NewPCG(67, 1))
	var facts [chunks][]oracle.Fact
	for chunk := range uint32(chunks) {
		facts[chunk] = events(r)
		for database := calculation.DatabaseID(1); database <= 2; database++ {
			visit(t, store, r, webChunk(database, chunk), facts[chunk])
		}
	}
	require.Zero(t, requireVisits(t, store, 2, facts))
	compact(t, store, 2)
	require.Zero(t, requireVisits(t, store, 2, facts))
	foldVisits(t, store, 2)
	require.Positive(t, requireVisits(t, store, 2, facts))
	night := counting.Windows{D: firstDay + days, DaysAgo: []int{91}}
	_, folded := lookVisits(t, store, 2, night)
	require.Zero(t, folded.factBytes, "a night reads planes alone")
	require.Equal(t, cohorts(t, db, 2), folded.weeks)
	// So does an earlier day whose window begins before the fold.
	_, early := lookVisits(t, store, 2, counting.Windows{D: firstDay + days/2, DaysAgo: []int{91}})
	require.Zero(t, early.factBytes)
	require.Positive(t, early.weeks)

	want := calculateVisits(t, store, db, 1, 2)
	for _, workers := range []int{1, 2, 8} {
		requireSame(t, want, calculateVisits(t, store, db, 2, workers))
	}

	// Some facts are repeated together with a new one: their week is read as facts, the others are not.
	late := append(onDay(facts[0], firstDay), oracle.Fact{Key: 1, Day: firstDay, Kind: segment.Purchase, Contact: 7})
	visit(t, store, r, webChunk(2, 0), late)
	facts[0] = append(facts[0], late...)
	_, touched := lookVisits(t, store, 2, night)
	require.Equal(t, folded.weeks-1, touched.weeks)
	require.Positive(t, touched.factBytes)
	require.Positive(t, requireVisits(t, store, 2, facts))

	// A fact of today, which is in no window, causes no reads.
	foldVisits(t, store, 2)
	visit(t, store, r, webChunk(2, 0), []oracle.Fact{{Key: 9, Day: firstDay + days, Contact: 7}})
	facts[0] = append(facts[0], oracle.Fact{Key: 9, Day: firstDay + days, Contact: 7})
	_, today := lookVisits(t, store, 2, night)
	require.Equal(t, folded, today)
	require.Positive(t, requireVisits(t, store, 2, facts))
	compact(t, store, 2)
	require.Zero(t, chunkCohorts(t, db, webChunk(2, 0)), "what was compacted is not folded")
	require.Positive(t, chunkCohorts(t, db, webChunk(2, 1)))
}

func onDay(facts []oracle.Fact, day segment.Day) (out []oracle.Fact) {
	for _, f := range facts {
		if f.Day == day {
			out = append(out, f)
		}
	}
	return out
}

// chunkCohorts returns the number of cohorts of a chunk.
func chunkCohorts(t *testing.T, db *pgdb.DB, id keeping.ChunkKey) (n int) {
	t.Helper()
	require.NoError(t, db.AsSystem(t.Context(), func(tx pgx.Tx) error {
		return tx.QueryRow(t.Context(), `SELECT count(*) FROM cohorts JOIN folds USING (database_id, channel, chunk)
			WHERE database_id = $1 AND channel = $2 AND chunk = $3`, id.Database, id.Channel, id.Chunk).Scan(&n)
	}))
	return n
}

func calculateVisits(t *testing.T, store *pg.Store, db *pgdb.DB, database calculation.DatabaseID, workers int) figures {
	t.Helper()
	calculator := calculating.NewCalculator(store, everybody{}, workers, realTime(), slog.New(slog.DiscardHandler))
	task := calculation.Task{
		Account: calculation.AccountID(database), Channel: calculation.Web, Date: calculation.DateOf(firstDay + days),
		Scorings: []calculation.Scoring{{
			ID: uuid.UUID{byte(database), byte(workers)}, Again: true, Spec: spec.Spec{
				DaysAgo: 28, Percentile: 90,
				Weights: calculation.Weights{
					"page_view": 5, "product_view": 15, "checkout_view": 20, "payment_info": 25, "purchase": 35,
				},
				Sources: []calculation.Source{{UID: "002", IncludedAll: true}},
			},
		}},
	}
	require.NoError(t, calculator.Run(t.Context(), task))
	got := figures{cells: map[uint32][]byte{}, event: &scoringenginev1.Calculated{}}
	var payload []byte
	require.NoError(t, db.Pool.QueryRow(t.Context(),
		"SELECT payload FROM outbox WHERE subject = 'scoring.calculated' ORDER BY id DESC LIMIT 1").Scan(&payload))
	require.NoError(t, proto.Unmarshal(payload, got.event))
	require.Equal(t, task.Scorings[0].ID.String(), got.event.GetScoringId())
	require.NoError(t, store.Cells(t.Context(), task.Account, task.Key(task.Scorings[0]), int(got.event.GetRevision()),
		[]calculation.DatabaseID{database}, func(id calculation.ChunkID, cells []byte) error {
			got.cells[id.Chunk] = append([]byte(nil), cells...)
			return nil
		}))
	require.Len(t, got.cells, chunks)
	scores := map[byte]bool{}
	for _, cell := range got.cells[0] {
		scores[cell] = true
	}
	require.Greater(t, len(scores), 10, "the case must tell scores apart")
	return got
}

// TestChunksOfVisitsAreFolded has the job fold existing chunks, as after an upgrade, and chunks that grow later.
func TestChunksOfVisitsAreFolded(t *testing.T) {
	t.Parallel()
	store, db := open(t)
	r := rand.New(rand.NewPCG(67, 2))
	found, small, grown := webChunk(1, 0), webChunk(1, 1), webChunk(2, 0)
	visit(t, store, r, found, events(r))
	visit(t, store, r, small, events(r)[:500])
	var later atomic.Int64
	folder := jobs.NewFolder(store, func() time.Time {
		return afterwards().Add(time.Duration(later.Load()))
	}, slog.New(slog.DiscardHandler))
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- folder.Run(ctx) }()
	defer func() {
		stop()
		require.NoError(t, <-ended)
	}()
	folded := func(id keeping.ChunkKey) func() bool {
		return func() bool { return chunkCohorts(t, db, id) > 0 }
	}
	require.Eventually(t, folded(found), time.Minute, 50*time.Millisecond)
	_, took := lookVisits(t, store, 1, counting.Windows{D: firstDay + days, DaysAgo: []int{91}})
	require.Positive(t, took.weeks, "the next count reads planes")
	visit(t, store, r, grown, events(r))
	folder.Touch(grown)
	later.Store(int64(time.Minute)) // no more facts arrive
	require.Eventually(t, folded(grown), time.Minute, 50*time.Millisecond)
	require.False(t, folded(small)(), "so few facts are counted as fast")
}

// TestALockedChunkIsFoldedLater runs the folder while the chunk is being compacted.
func TestALockedChunkIsFoldedLater(t *testing.T) {
	t.Parallel()
	store, db := open(t)
	id := webChunk(1, 0)
	visit(t, store, rand.New(rand.NewPCG(67, 4)), id, events(rand.New(rand.NewPCG(67, 4))))
	looks := &lookedAt{Store: store}
	folder := jobs.NewFolder(looks, afterwards, slog.New(slog.DiscardHandler)) // sweeps once
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	defer func() {
		stop()
		require.NoError(t, <-ended)
	}()
	require.NoError(t, db.AsSystem(t.Context(), func(tx pgx.Tx) error {
		_, err := tx.Exec(t.Context(), "SELECT pg_advisory_xact_lock(chunk_lock(1, 3::smallint, 0))")
		go func() { ended <- folder.Run(ctx) }()
		require.Eventually(t, func() bool { return looks.folds.Load() > 0 }, time.Minute, 50*time.Millisecond)
		return err
	}))
	require.Eventually(t, func() bool { return chunkCohorts(t, db, id) > 0 }, time.Minute, 50*time.Millisecond)
	require.Greater(t, looks.folds.Load(), int64(1))
}

// lookedAt counts the calls of Fold.
type lookedAt struct {
	*pg.Store
	folds atomic.Int64
}

func (l *lookedAt) Fold(
	ctx context.Context, id keeping.ChunkKey, merger *segment.Merger, folder *counting.Folder, now time.Time,
) error {
	err := l.Store.Fold(ctx, id, merger, folder, now)
	l.folds.Add(1)
	return err
}

func TestDamagedPlanesOfVisitsAreReadAsFactsAndSaid(t *testing.T) {
	t.Parallel()
	store, db := open(t)
	r := rand.New(rand.NewPCG(67, 3))
	var facts [chunks][]oracle.Fact
	for chunk := range uint32(chunks) {
		facts[chunk] = events(r)
		visit(t, store, r, webChunk(2, chunk), facts[chunk])
	}
	sendings := tidyBatches(r)
	ingest(t, store, 2, sendings, inOrder(sendings))
	fold(t, store, 2)
	damaged := map[keeping.ChunkKey]int{}
	store.Damaged = func(id keeping.ChunkKey, cause error) {
		require.ErrorIs(t, cause, segment.ErrCorrupt)
		damaged[id]++
	}
	for _, harm := range []string{
		`UPDATE cohorts SET planes = set_byte(planes, length(planes) / 2, 255 - get_byte(planes, length(planes) / 2))
			WHERE chunk = 0 AND channel = 3`,
		`UPDATE cohorts SET planes = '' WHERE chunk = 0 AND channel = 3`,
		`UPDATE cohorts SET planes = (SELECT planes FROM cohorts WHERE chunk = 0 AND channel = 1 LIMIT 1)
			WHERE chunk = 0 AND channel = 3`,
		`DELETE FROM cohorts WHERE chunk = 0 AND channel = 3`,
	} {
		foldVisits(t, store, 2)
		clear(damaged)
		as(t, db, harm)
		require.Positive(t, requireVisits(t, store, 2, facts), "the other chunk is whole: %s", harm)
		require.Equal(t, map[keeping.ChunkKey]int{webChunk(2, 0): 1}, damaged, harm)
	}
}
