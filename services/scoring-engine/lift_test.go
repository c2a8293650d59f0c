package scoringengine_test

import (
	"log/slog"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"
	"golang.org/x/sync/semaphore"
	"google.golang.org/grpc/codes"
	"google.golang.org/protobuf/proto"

	scoringenginev1 "puls.app/proto/gen/go/puls/scoringengine/v1"
	typev1 "puls.app/proto/gen/go/puls/type/v1"
	"puls.app/services/kit/auth"
	"puls.app/services/local/servicetest"
	"puls.app/services/scoring-engine/internal/asking"
	"puls.app/services/scoring-engine/internal/calculating"
	"puls.app/services/scoring-engine/internal/calculation"
	"puls.app/services/scoring-engine/internal/engine/counting"
	"puls.app/services/scoring-engine/internal/engine/oracle"
	"puls.app/services/scoring-engine/internal/engine/segment"
	"puls.app/services/scoring-engine/internal/keeping"
	"puls.app/services/scoring-engine/internal/pg"
	"puls.app/services/scoring-engine/internal/rpc"
)

// happened is a fact of some chunk of some database.
type happened struct {
	chunk keeping.ChunkKey
	fact  oracle.Fact
}

// life draws the facts of a channel in 40 days, of the contacts in two chunks of three databases: messages to many and
// to single contacts, outcomes on other days, some of them without a sending.
func life(r *rand.Rand, channel calculation.Channel, contacts int) []happened {
	var all []happened
	for database := range calculation.DatabaseID(3) {
		for chunk := range uint32(2) {
			key := keeping.ChunkKey{Database: database + 1, Channel: channel, Chunk: chunk}
			var facts []oracle.Fact
			if channel == calculation.Web {
				facts = oracle.VisitFacts(r, contacts, 3*contacts)
				for i := range facts { // originally on 60 days from 100 on
					facts[i].Day += firstDay - 100
				}
			} else {
				facts = sent(r, contacts)
			}
			for _, f := range facts {
				all = append(all, happened{key, f})
			}
		}
	}
	return all
}

func sent(r *rand.Rand, contacts int) (facts []oracle.Fact) {
	for message := range 60 {
		reach := []float64{0.5, 0.02}[message%2]
		for contact := range contacts {
			if r.Float64() >= reach {
				continue
			}
			day := firstDay + segment.Day(r.IntN(60))
			for kind, share := range []float64{0.9, 0.9, 0.2, 0.1, 0.05, 0.02} {
				if r.Float64() < share {
					facts = append(facts, oracle.Fact{
						Key: uint64(message), Day: day + segment.Day(r.IntN(3)), Kind: segment.Kind(kind), Contact: uint16(contact),
					})
				}
			}
		}
	}
	return facts
}

// keep appends facts to the store, in batches that overlap.
func keep(t *testing.T, store *pg.Store, r *rand.Rand, all []happened) {
	t.Helper()
	byChunk := map[keeping.ChunkKey][]oracle.Fact{}
	for _, h := range all {
		byChunk[h.chunk] = append(byChunk[h.chunk], h.fact)
	}
	for key, facts := range byChunk {
		for _, part := range oracle.Deal(t, r, calculation.FormOf(key.Channel), facts, 4) {
			require.NoError(t, store.Append(t.Context(), keeping.Batch{
				ID: uuid.New(), Database: key.Database, Channel: key.Channel,
				Segments: []keeping.ChunkSegment{{Chunk: key.Chunk, Segment: part}},
			}))
		}
		if key.Chunk == 0 {
			var merger segment.Merger
			require.NoError(t, store.Compact(t.Context(), key, &merger))
		}
	}
}

// drawn is a result with random cells.
type drawn struct {
	result calculation.Result
	cells  map[calculation.ChunkID][]byte
}

func drawResult(t *testing.T, store *pg.Store, r *rand.Rand, channel calculation.Channel, contacts int) drawn {
	t.Helper()
	d := drawn{cells: map[calculation.ChunkID][]byte{}, result: calculation.Result{Account: 5, Key: calculation.Key{
		Scoring: uuid.New(), Channel: channel, Date: calculation.DateOf(firstDay + segment.Day(r.IntN(50))),
	}}}
	d.result.Scoring = calculation.Scoring{ID: d.result.Key.Scoring}
	var order []calculation.ChunkID
	for database := range calculation.DatabaseID(3) {
		for chunk := range uint32(3) { // the last has no facts
			if r.IntN(4) == 0 {
				continue
			}
			id := calculation.ChunkID{Database: database + 1, Chunk: chunk}
			cells := make([]byte, r.IntN(contacts+64))
			for i := range cells {
				cells[i] = byte(r.IntN(101))
				switch {
				case r.IntN(5) == 0:
					cells[i] = 255
				case channel == calculation.Web && r.IntN(2) == 0:
					cells[i] |= 0x80
				case channel != calculation.Web && r.IntN(5) == 0:
					cells[i] = byte(201 + r.IntN(4))
				}
			}
			order = append(order, id)
			d.cells[id] = cells
		}
	}
	next := 0
	require.True(t, keepResult(t, store, d.result, time.Now(), func() (calculation.ChunkID, []byte, bool) {
		if next == len(order) {
			return calculation.ChunkID{}, nil, false
		}
		next++
		return order[next-1], d.cells[order[next-1]], true
	}))
	return d
}

// recount measures the lift as scoring.md defines it, contact by contact.
func (d drawn) recount(all map[keeping.ChunkKey][]oracle.Fact, databases []int32) *scoringenginev1.MeasureLiftResponse {
	res := &scoringenginev1.MeasureLiftResponse{}
	channel, from := d.result.Key.Channel, calculation.DayOf(d.result.Key.Date)
	for range 5 {
		band := &scoringenginev1.BandLift{}
		if channel == calculation.Web {
			band.Events = map[string]int32{}
		}
		res.Bands = append(res.Bands, band)
	}
	for id, cells := range d.cells {
		if len(databases) > 0 && !slices.Contains(databases, int32(id.Database)) {
			continue
		}
		facts := all[keeping.ChunkKey{Database: id.Database, Channel: channel, Chunk: id.Chunk}]
		var sent map[uint16]counting.Counts
		var visits map[uint16]counting.VisitCounts
		if channel == calculation.Web {
			visits = oracle.Visits(facts, from, from+13)
		} else {
			sent = oracle.Counts(facts, from, from+13)
		}
		for contact, cell := range cells {
			if channel == calculation.Web && cell < 255 {
				cell &= 0x7f
			}
			if cell > 100 {
				continue
			}
			band := res.GetBands()[map[bool]int{true: 0, false: (int(cell) - 1) / 20}[cell == 0]]
			band.Scored++
			if channel == calculation.Web {
				for kind, name := range calculation.Web.Weights() {
					if visits[uint16(contact)][kind] > 0 {
						band.Events[name]++
					}
				}
				continue
			}
			counts := sent[uint16(contact)]
			band.Reached += int32(min(counts.Sent, 1))
			band.Opened += int32(min(counts.Opened, 1))
			band.Clicked += int32(min(counts.Clicked, 1))
		}
	}
	return res
}

func TestLiftsOfTwoHundredResultsAgreeWithARecount(t *testing.T) {
	t.Parallel()
	const contacts = 150
	store, _ := open(t)
	r := rand.New(rand.NewPCG(10, 31))
	all := map[keeping.ChunkKey][]oracle.Fact{}
	for channel := calculation.Mailing; channel <= calculation.Web; channel++ {
		facts := life(r, channel, contacts)
		keep(t, store, r, facts)
		foldSome(t, store, channel)
		for _, h := range facts {
			all[h.chunk] = append(all[h.chunk], h.fact)
		}
	}
	calculator := calculating.NewCalculator(store, everybody{}, 2, realTime(), slog.New(slog.DiscardHandler))
	server := rpc.NewResults(
		store, asking.NewLifts(store, store, 2, calculator.Pools, semaphore.NewWeighted(calculation.LooksAtOnce)),
	)
	seen := map[calculation.Channel]bool{}
	for n := range 200 {
		channel := calculation.Mailing + calculation.Channel(n%3)
		d := drawResult(t, store, r, channel, contacts)
		var databases []int32
		if r.IntN(2) == 0 {
			databases = []int32{1 + r.Int32N(3), 1 + r.Int32N(3)}
		}
		got, err := server.MeasureLift(t.Context(), &scoringenginev1.MeasureLiftRequest{
			AccountId: 5, ScoringId: d.result.Key.Scoring.String(), Channel: typev1.Channel(channel), DatabaseIds: databases,
			Result: &scoringenginev1.ResultRevision{GeneratedDate: d.result.Key.Date.Format(time.DateOnly), Revision: 1},
		})
		require.NoError(t, err)
		want := d.recount(all, databases)
		require.True(t, proto.Equal(want, got), "want %v, got %v", want, got)
		for _, band := range got.GetBands() {
			seen[channel] = seen[channel] || band.GetClicked() > 0 && band.GetClicked() < band.GetOpened() &&
				band.GetReached() < band.GetScored() || band.GetEvents()["purchase"] > 0
		}
	}
	require.Len(t, seen, 3, "the cases must tell figures apart")
	require.NotContains(t, seen, false)
}

func TestALiftIsOfTheRevisionThatStandsAndForServicesOnly(t *testing.T) {
	t.Parallel()
	s := start(t, nil)
	events := servicetest.Events[*scoringenginev1.Calculated](t, s.System)
	s.engage(t, 20)
	s.engageOn(t, generated.AddDate(0, 0, 13), "late")
	s.engageOn(t, generated.AddDate(0, 0, 14), "too late")
	s.Publish(t, &scoringenginev1.Nightly{})
	servicetest.Next(t, events)
	ask := func(
		client scoringenginev1.ResultServiceClient, account, revision int32,
	) (*scoringenginev1.MeasureLiftResponse, error) {
		return client.MeasureLift(t.Context(), &scoringenginev1.MeasureLiftRequest{
			AccountId: account, ScoringId: scoringID, Channel: typev1.Channel_CHANNEL_MAILING,
			Result: &scoringenginev1.ResultRevision{GeneratedDate: generated.Format(time.DateOnly), Revision: revision},
		})
	}
	got, err := ask(s.results, account, 1)
	require.NoError(t, err)
	bands := got.GetBands() // two contacts score 70, one 25
	require.True(t, proto.Equal(&scoringenginev1.BandLift{Scored: 1, Reached: 1}, bands[1]), bands[1])
	require.True(t, proto.Equal(&scoringenginev1.BandLift{Scored: 2, Reached: 2, Opened: 2}, bands[3]), bands[3])
	_, err = ask(s.results, account, 2)
	servicetest.Refused(t, err, codes.Aborted, "CALCULATION_REPLACED")
	_, err = ask(s.results, account+1, 1)
	servicetest.Refused(t, err, codes.NotFound, "CALCULATION_NOT_FOUND")
	person := scoringenginev1.NewResultServiceClient(s.AsPerson(t, auth.Identity{Account: account}))
	_, err = ask(person, account, 1)
	servicetest.Refused(t, err, codes.PermissionDenied, "SERVICE_ONLY")
}
