package scoringengine_test

import (
	"log/slog"
	"math/rand/v2"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"
	"google.golang.org/protobuf/proto"

	contactsv1 "puls.app/proto/gen/go/puls/contacts/v1"
	scoringenginev1 "puls.app/proto/gen/go/puls/scoringengine/v1"
	typev1 "puls.app/proto/gen/go/puls/type/v1"
	"puls.app/services/kit/pgdb"
	"puls.app/services/local/servicetest"
	"puls.app/services/scoring-engine/internal/calculating"
	"puls.app/services/scoring-engine/internal/calculation"
	"puls.app/services/scoring-engine/internal/engine/oracle"
	"puls.app/services/scoring-engine/internal/engine/segment"
	"puls.app/services/scoring-engine/internal/pg"
	"puls.app/services/spec"
)

const (
	machineOpened  = uint32(contactsv1.EngagementKind_ENGAGEMENT_KIND_MACHINE_OPENED)
	machineClicked = uint32(contactsv1.EngagementKind_ENGAGEMENT_KIND_MACHINE_CLICKED)
)

// machineBatches are batchesOf with opens and clicks of machines.
func machineBatches(r *rand.Rand) []*contactsv1.EngagementBatch {
	batches := batchesOf(r)
	for i, batch := range batches {
		for _, facts := range batch.GetChunks() {
			if len(facts.GetGroupDays()) == 0 {
				continue
			}
			day, reach := facts.GetGroupDays()[0], []float64{0.3, 0.02, 0.0005}[i/2%3]
			addGroup(r, facts, day, contactsv1.EngagementKind(machineOpened), reach*0.3)
			addGroup(r, facts, day+uint32(r.IntN(9)), contactsv1.EngagementKind(machineClicked), reach*0.05)
		}
	}
	return batches
}

// retold returns batches whose machine kinds are mapped to others, or left out if as maps them to none.
func retold(batches []*contactsv1.EngagementBatch, as map[uint32]uint32) []*contactsv1.EngagementBatch {
	var out []*contactsv1.EngagementBatch
	for _, batch := range batches {
		copied := proto.CloneOf(batch)
		for _, facts := range copied.GetChunks() {
			from := proto.CloneOf(facts)
			facts.GroupMessages, facts.GroupDays, facts.GroupKinds, facts.GroupSizes, facts.ContactGaps = nil, nil, nil, nil, nil
			gaps := from.GetContactGaps()
			for g, size := range from.GetGroupSizes() {
				own := gaps[:size]
				gaps = gaps[size:]
				kind := from.GetGroupKinds()[g]
				if kind >= machineOpened {
					other, told := as[kind]
					if !told {
						continue
					}
					kind = other
				}
				facts.GroupMessages = append(facts.GroupMessages, 0)
				facts.GroupDays = append(facts.GroupDays, from.GetGroupDays()[g])
				facts.GroupKinds, facts.GroupSizes = append(facts.GroupKinds, kind), append(facts.GroupSizes, size)
				facts.ContactGaps = append(facts.ContactGaps, own...)
			}
		}
		out = append(out, copied)
	}
	return out
}

// calculateBoth calculates two scorings of one task, of which the second leaves out machines.
func calculateBoth(
	t *testing.T, store *pg.Store, db *pgdb.DB, database calculation.DatabaseID, workers int,
) (results [2]figures) {
	t.Helper()
	task := calculation.Task{
		Account: calculation.AccountID(database), Channel: calculation.Mailing, Date: calculation.DateOf(firstDay + days),
	}
	for i := range results {
		task.Scorings = append(task.Scorings, calculation.Scoring{
			ID: uuid.UUID{byte(database), byte(workers), byte(i + 1)}, Again: true, Spec: spec.Spec{
				DaysAgo: 28, Percentile: 90,
				Weights: calculation.Weights{"or": 45, "ctr": 30, "delivery": 25}, LeaveOutMachines: i > 0,
				Sources: []calculation.Source{{UID: "002", IncludedAll: true}},
			},
		})
	}
	calculator := calculating.NewCalculator(store, everybody{}, workers, realTime(), slog.New(slog.DiscardHandler))
	require.NoError(t, calculator.Run(t.Context(), task))
	for i, scoring := range task.Scorings {
		event, payload := &scoringenginev1.Calculated{}, []byte(nil)
		require.NoError(t, db.Pool.QueryRow(t.Context(),
			"SELECT payload FROM outbox WHERE subject = 'scoring.calculated' ORDER BY id DESC LIMIT 1 OFFSET $1", 1-i,
		).Scan(&payload))
		require.NoError(t, proto.Unmarshal(payload, event))
		results[i] = figures{cells: map[uint32][]byte{}, event: event}
		require.NoError(t, store.Cells(t.Context(), task.Account, task.Key(scoring), int(event.GetRevision()),
			[]calculation.DatabaseID{database}, func(id calculation.ChunkID, cells []byte) error {
				results[i].cells[id.Chunk] = slices.Clone(cells)
				return nil
			}))
	}
	return results
}

// factsOf returns all facts of one chunk in batches, with a key for each message.
func factsOf(batches []*contactsv1.EngagementBatch, chunk int) (facts []oracle.Fact) {
	keys := map[string]uint64{}
	for _, batch := range batches {
		id := batch.GetMessageIds()[0]
		if _, known := keys[id]; !known {
			keys[id] = uint64(len(keys) + 1)
		}
		c := batch.GetChunks()[chunk]
		gaps := c.GetContactGaps()
		for g, size := range c.GetGroupSizes() {
			contact := uint32(0)
			for _, gap := range gaps[:size] {
				contact += gap
				facts = append(facts, oracle.Fact{
					Key: keys[id], Day: segment.Day(c.GetGroupDays()[g]), Kind: segment.Kind(c.GetGroupKinds()[g] - 1),
					Contact: uint16(contact),
				})
			}
			gaps = gaps[size:]
		}
	}
	return facts
}

// machinesByHand computes the machine figures one contact after the other.
func machinesByHand(batches []*contactsv1.EngagementBatch) *scoringenginev1.MachineFigures {
	m := &scoringenginev1.MachineFigures{}
	for chunk := range chunks {
		facts := factsOf(batches, chunk)
		first, last := firstDay+days-28, firstDay+days-1
		persons := oracle.Counts(oracle.WithoutMachines(facts), first, last)
		for contact, all := range oracle.Counts(facts, first, last) {
			if contact%8 != 0 && contact%50 != 0 {
				m.SentCount += int64(all.Sent)
				m.OpenedCount += int64(all.Opened)
				m.ClickedCount += int64(all.Clicked)
				m.MachineOpenedCount += int64(all.Opened - persons[contact].Opened)
				m.MachineClickedCount += int64(all.Clicked - persons[contact].Clicked)
			}
		}
	}
	return m
}

func TestEachScoringCountsMachinesOrLeavesThemOut(t *testing.T) {
	t.Parallel()
	store, db := open(t)
	r := rand.New(rand.NewPCG(65, 65))
	batches := machineBatches(r)
	opened, clicked := uint32(contactsv1.EngagementKind_ENGAGEMENT_KIND_OPENED),
		uint32(contactsv1.EngagementKind_ENGAGEMENT_KIND_CLICKED)
	ingest(t, store, 1, retold(batches, map[uint32]uint32{machineOpened: opened, machineClicked: clicked}),
		inOrder(batches))
	ingest(t, store, 2, retold(batches, nil), inOrder(batches))
	want := [2]figures{calculate(t, store, db, 1), calculate(t, store, db, 2)}
	require.NotEqual(t, want[0].cells, want[1].cells)
	require.Zero(t, want[0].event.GetMachines().GetMachineOpenedCount())

	byHand := machinesByHand(batches)
	require.Positive(t, byHand.GetMachineOpenedCount())
	require.Positive(t, byHand.GetMachineClickedCount())
	shuffled := inOrder(batches)
	r.Shuffle(len(shuffled), func(i, j int) { shuffled[i], shuffled[j] = shuffled[j], shuffled[i] })
	check := func(database calculation.DatabaseID) {
		t.Helper()
		for _, workers := range []int{1, 2, 8} {
			for i, got := range calculateBoth(t, store, db, database, workers) {
				requireSame(t, want[i], got)
				require.Equal(t, i > 0, got.event.GetConfig().GetLeaveOutMachines())
				require.Equal(t, byHand.String(), got.event.GetMachines().String(), "policy %d", i)
			}
		}
	}
	ingest(t, store, 3, batches, shuffled[:200])
	compact(t, store, 3)
	ingest(t, store, 3, batches, shuffled[100:])
	check(3)
	fold(t, store, 3)
	require.Positive(t, cohorts(t, db, 3))
	check(3)
	ingest(t, store, 4, batches, shuffled[:290])
	fold(t, store, 4)
	ingest(t, store, 4, batches, shuffled[290:])
	check(4)
}

func TestReceiptsPreviewsAndLiftFollowThePolicy(t *testing.T) {
	t.Parallel()
	s := startWith(t, nil, peers{broken: &atomic.Bool{}, leaveOut: &atomic.Bool{}})
	events := servicetest.Events[*scoringenginev1.Calculated](t, s.System)
	s.engage(t, 20)
	s.engageOn(t, generated.AddDate(0, 0, 2), "later")
	// A machine opens and clicks both mailings of contact 2, which received the first one.
	for daysBefore, message := range map[int]string{20: "m", -2: "later"} {
		day := uint32(calculation.DayOf(generated)) - uint32(daysBefore)
		s.Publish(t, &contactsv1.EngagementBatch{
			BatchId: uuid.NewString(), DatabaseId: database, Channel: typev1.Channel_CHANNEL_MAILING,
			MessageIds: []string{message}, Categories: []uint32{1},
			Chunks: []*contactsv1.ChunkFacts{{
				GroupMessages: []uint32{0, 0}, GroupDays: []uint32{day, day},
				GroupKinds: []uint32{machineOpened, machineClicked}, GroupSizes: []uint32{1, 1}, ContactGaps: []uint32{2, 2},
			}},
		})
	}
	admin := s.Admin(t)
	require.Eventually(t, func() bool {
		var n int
		require.NoError(t, admin.QueryRow(t.Context(), "SELECT count(*) FROM batches").Scan(&n))
		return n == 4
	}, time.Minute, 10*time.Millisecond)
	for leaveOut, want := range map[bool]struct{ counts, clickers, score int32 }{
		false: {counts: 1, clickers: 1, score: 100}, true: {counts: 0, clickers: 0, score: 25},
	} {
		s.peers.leaveOut.Store(leaveOut)
		_, err := s.own.Calculate(t.Context(), &scoringenginev1.CalculateRequest{Id: scoringID})
		require.NoError(t, err)
		event := servicetest.Next(t, events)
		require.Equal(t, leaveOut, event.GetConfig().GetLeaveOutMachines(), "through the queue too")
		require.True(t, proto.Equal(&scoringenginev1.MachineFigures{
			SentCount: 3, OpenedCount: 3, ClickedCount: 1, MachineOpenedCount: 1, MachineClickedCount: 1,
		}, event.GetMachines()), "shown whatever the policy is: %v", event.GetMachines())

		receipt := s.receiptOf(t, 2)
		require.Equal(t, leaveOut, receipt.GetLeaveOutMachines())
		require.Equal(t, want.counts, receipt.GetOpened())
		require.Equal(t, want.counts, receipt.GetClicked())
		require.Equal(t, want.score, receipt.GetScore().GetValue())
		require.False(t, receipt.GetFactsChanged())

		preview, err := s.preview(t.Context(), true, func(req *scoringenginev1.PreviewTasksRequest) {
			req.Tasks[0].Scorings[0].LeaveOutMachines = leaveOut
		})
		require.NoError(t, err)
		require.Equal(t, event.GetDatabases()[0].GetHistogram(), preview.GetTasks()[0].GetDatabases()[0].GetHistogram())

		lift, err := s.results.MeasureLift(t.Context(), &scoringenginev1.MeasureLiftRequest{
			AccountId: account, ScoringId: scoringID, Channel: typev1.Channel_CHANNEL_MAILING, LeaveOutMachines: leaveOut,
			Result: &scoringenginev1.ResultRevision{GeneratedDate: "2026-11-02", Revision: event.GetRevision()},
		})
		require.NoError(t, err)
		clicked := int32(0)
		for _, band := range lift.GetBands() {
			clicked += band.GetClicked()
		}
		require.Equal(t, want.clickers, clicked)
	}
}
