package scoringengine_test

import (
	"errors"
	"maps"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/proto"

	scoringenginev1 "puls.app/proto/gen/go/puls/scoringengine/v1"
	typev1 "puls.app/proto/gen/go/puls/type/v1"
	"puls.app/services/local/pgtest"
	"puls.app/services/local/servicetest"
	"puls.app/services/scoring-engine/internal/asking"
	"puls.app/services/scoring-engine/internal/calculation"
	"puls.app/services/scoring-engine/internal/pg"
	"puls.app/services/scoring-engine/internal/rpc"
)

// chunkCells are a result's cells by database and chunk.
type chunkCells map[calculation.ChunkID][]byte

// keep commits a result of account 5 with these cells and returns its revision.
func (c chunkCells) keep(t testing.TB, store *pg.Store, key calculation.Key, again bool) calculation.Revision {
	t.Helper()
	result := calculation.Result{Account: 5, Key: key, Scoring: calculation.Scoring{ID: key.Scoring, Again: again}}
	ids := make(chan calculation.ChunkID, len(c))
	for id := range c {
		ids <- id
	}
	close(ids)
	require.True(t, keepResult(t, store, result, time.Now(), func() (calculation.ChunkID, []byte, bool) {
		id, ok := <-ids
		return id, c[id], ok
	}))
	stands, err := store.Result(t.Context(), 5, key)
	require.NoError(t, err)
	return calculation.Revision{Key: key, Number: stands.Revision}
}

// drawCells draws cells of up to three databases; some chunks are missing, none has a fixed length.
func drawCells(r *rand.Rand, channel calculation.Channel) chunkCells {
	cells := chunkCells{}
	for database := range calculation.DatabaseID(3) {
		for chunk := range uint32(r.IntN(14)) {
			if r.IntN(4) == 0 {
				continue
			}
			drawn := make([]byte, 1+r.IntN(200))
			for i := range drawn {
				switch {
				case r.IntN(5) == 0:
					drawn[i] = 255
				case channel == calculation.Web:
					drawn[i] = byte(r.IntN(101) + 128*r.IntN(2))
				default:
					drawn[i] = []byte{byte(r.IntN(101)), byte(201 + r.IntN(4))}[r.IntN(2)]
				}
			}
			cells[calculation.ChunkID{Database: database + 1, Chunk: chunk}] = drawn
		}
	}
	return cells
}

// standing returns the standing of contact i of a chunk by the numbers of the contract.
func standing(channel calculation.Channel, cells []byte, i int) int {
	if i >= len(cells) || cells[i] == 255 {
		return 9
	}
	cell := int(cells[i])
	if channel == calculation.Web {
		cell %= 128
	}
	for band, top := range []int{20, 40, 60, 80, 100} {
		if cell <= top {
			return band
		}
	}
	return cell - 201 + 5
}

// recount compares cells contact by contact.
func recount(
	channel calculation.Channel, from, to chunkCells, wanted map[calculation.DatabaseID]bool,
) map[calculation.DatabaseID][]int32 {
	moved := map[calculation.DatabaseID][]int32{}
	all := maps.Clone(from)
	maps.Copy(all, to)
	for id := range all {
		if len(wanted) > 0 && !wanted[id.Database] {
			continue
		}
		if moved[id.Database] == nil {
			moved[id.Database] = make([]int32, 100)
		}
		for i := range max(len(from[id]), len(to[id])) {
			if at := 10*standing(channel, from[id], i) + standing(channel, to[id], i); at < 99 {
				moved[id.Database][at]++
			}
		}
	}
	return moved
}

func TestMovementsEqualANaiveRecount(t *testing.T) {
	t.Parallel()
	store, _ := open(t)
	r := rand.New(rand.NewPCG(5, 6))
	for round := range 200 {
		channel := calculation.Channel(1 + round%3)
		key := calculation.Key{Scoring: uuid.UUID{byte(round)}, Channel: channel, Date: generated}
		later := key
		later.Date = generated.AddDate(0, 0, 7)
		cells := [2]chunkCells{drawCells(r, channel), drawCells(r, channel)}
		from, to := cells[0].keep(t, store, key, false), cells[1].keep(t, store, later, false)
		for _, databases := range [][]calculation.DatabaseID{nil, {2}, {1, 3}, {9}} {
			wanted := map[calculation.DatabaseID]bool{}
			for _, database := range databases {
				wanted[database] = true
			}
			got, err := asking.Compare(t.Context(), store, asking.Pair{Account: 5, From: from, To: to, Databases: databases})
			require.NoError(t, err)
			want := recount(channel, cells[0], cells[1], wanted)
			require.Len(t, got, len(want))
			for i, movement := range got {
				require.Equal(t, want[movement.Database], movement.Counts)
				require.True(t, i == 0 || got[i-1].Database < movement.Database)
			}
		}
	}
}

func TestRevisionsThatAreComparedMustStandToTheEnd(t *testing.T) {
	t.Parallel()
	store, _ := open(t)
	key := calculation.Key{Scoring: uuid.UUID{1}, Channel: calculation.Mailing, Date: generated}
	later := key
	later.Date = generated.AddDate(0, 0, 1)
	cells := chunkCells{}
	for chunk := range uint32(20) {
		cells[calculation.ChunkID{Database: 1, Chunk: chunk}] = []byte{50}
	}
	from := cells.keep(t, store, key, false)
	pair := func(from, to calculation.Revision) asking.Pair { return asking.Pair{Account: 5, From: from, To: to} }
	ignore := func(calculation.ChunkID, []byte, []byte) error { return nil }
	missing := calculation.Revision{Key: later, Number: 1}
	require.ErrorIs(t, store.Pairs(t.Context(), pair(from, missing), ignore), calculation.ErrNotFound)
	require.ErrorIs(t, store.Pairs(t.Context(), pair(missing, from), ignore), calculation.ErrNotFound)
	to := chunkCells{}.keep(t, store, later, false)
	require.NoError(t, store.Pairs(t.Context(), pair(from, to), ignore), "one has no cells at all")
	others := asking.Pair{Account: 6, From: from, To: to}
	require.ErrorIs(t, store.Pairs(t.Context(), others, ignore), calculation.ErrNotFound, "another account")
	stop := errors.New("enough")
	require.ErrorIs(t, store.Pairs(t.Context(), pair(from, to), func(calculation.ChunkID, []byte, []byte) error {
		return stop
	}), stop)
	for _, replaced := range []*calculation.Revision{&from, &to} {
		pairs := 0
		old := *replaced
		require.ErrorIs(t, store.Pairs(t.Context(), pair(from, to), func(calculation.ChunkID, []byte, []byte) error {
			if pairs++; pairs == 3 {
				*replaced = cells.keep(t, store, replaced.Key, true)
			}
			return nil
		}), calculation.ErrReplaced)
		require.Less(t, pairs, 20, "no page after the replacement")
		require.ErrorIs(t, store.Pairs(t.Context(), pair(old, to), ignore), calculation.ErrReplaced)
	}
	got, err := asking.Compare(t.Context(), store, asking.Pair{Account: 5, From: from, To: to})
	require.NoError(t, err)
	require.Equal(t, int32(20), got[0].Counts[22])
}

func TestResultsAreComparedForServices(t *testing.T) {
	t.Parallel()
	s := start(t, nil)
	events := servicetest.Events[*scoringenginev1.Calculated](t, s.System)
	s.engage(t, 20)
	s.Publish(t, &scoringenginev1.Nightly{})
	servicetest.Next(t, events)
	compare := func(account, revision int32, day string) (*scoringenginev1.CompareResultsResponse, error) {
		return s.results.CompareResults(t.Context(), &scoringenginev1.CompareResultsRequest{
			AccountId: account, ScoringId: scoringID, Channel: typev1.Channel_CHANNEL_MAILING,
			From: &scoringenginev1.ResultRevision{GeneratedDate: "2026-11-02", Revision: 1},
			To:   &scoringenginev1.ResultRevision{GeneratedDate: day, Revision: revision},
		})
	}
	got, err := compare(account, 1, "2026-11-02")
	require.NoError(t, err)
	counts := make([]int32, 100)
	counts[33], counts[11], counts[77], counts[55] = 2, 1, 1, 1 // 70 70 25, nothing sent, no consent
	want := &scoringenginev1.CompareResultsResponse{
		Databases: []*scoringenginev1.DatabaseMovement{{DatabaseId: database, Counts: counts}},
	}
	require.True(t, proto.Equal(want, got), "%v", got)
	_, err = compare(account, 2, "2026-11-02")
	servicetest.Refused(t, err, codes.Aborted, "CALCULATION_REPLACED")
	_, err = compare(account, 1, "2026-11-01")
	servicetest.Refused(t, err, codes.NotFound, "CALCULATION_NOT_FOUND")
	_, err = compare(account+1, 1, "2026-11-02")
	servicetest.Refused(t, err, codes.NotFound, "CALCULATION_NOT_FOUND")
	_, err = compare(account, 1, "")
	require.Equal(t, codes.InvalidArgument, status.Code(err))
}

// keepTenMillion stores a result of ten million contacts and a later one in which 2 % have another score.
func keepTenMillion(b *testing.B, store *pg.Store) (from, to calculation.Revision) {
	b.Helper()
	r := rand.New(rand.NewPCG(1, 2))
	key := calculation.Key{Scoring: uuid.UUID{1}, Channel: calculation.Mailing, Date: generated}
	cells := chunkCells{}
	for chunk := range uint32(153) {
		drawn := make([]byte, 1<<16)
		for i := range drawn {
			drawn[i] = byte(r.IntN(101))
		}
		cells[calculation.ChunkID{Database: 1, Chunk: chunk}] = drawn
	}
	from = cells.keep(b, store, key, false)
	for _, drawn := range cells {
		for range len(drawn) / 50 {
			place := r.IntN(len(drawn))
			drawn[place] = (drawn[place] + 50) % 101
		}
	}
	key.Date = key.Date.AddDate(0, 0, 1)
	return from, cells.keep(b, store, key, false)
}

func BenchmarkCompare(b *testing.B) {
	store := pg.NewStore(pgtest.Schema(b, pg.Schema, pg.Migrations()), rpc.Events{})
	from, to := keepTenMillion(b, store)
	b.ReportAllocs()
	for b.Loop() {
		got, err := asking.Compare(b.Context(), store, asking.Pair{Account: 5, From: from, To: to})
		require.NoError(b, err)
		require.Len(b, got, 1)
	}
}

// BenchmarkChanges reads all pages of changes between the results that BenchmarkCompare compares.
func BenchmarkChanges(b *testing.B) {
	store := pg.NewStore(pgtest.Schema(b, pg.Schema, pg.Migrations()), rpc.Events{})
	from, to := keepTenMillion(b, store)
	b.ReportAllocs()
	for b.Loop() {
		of := asking.ChangesOf{Pair: asking.Pair{Account: 5, From: from, To: to}, Minimum: 1, Limit: 10_000}
		count := 0
		for more := true; more; {
			var changes []asking.Change
			var err error
			changes, more, err = asking.Changes(b.Context(), store, of)
			require.NoError(b, err)
			count += len(changes)
			of.First = changes[len(changes)-1].Contact
			of.First.Number++
		}
		b.ReportMetric(float64(count), "changes")
	}
}
