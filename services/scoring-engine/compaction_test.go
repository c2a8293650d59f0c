package scoringengine_test

import (
	"context"
	"encoding/binary"
	"log/slog"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"
	"google.golang.org/protobuf/proto"

	contactsv1 "puls.app/proto/gen/go/puls/contacts/v1"
	scoringenginev1 "puls.app/proto/gen/go/puls/scoringengine/v1"
	typev1 "puls.app/proto/gen/go/puls/type/v1"
	"puls.app/services/kit/loop"
	"puls.app/services/kit/pgdb"
	"puls.app/services/local/pgtest"
	"puls.app/services/scoring-engine/internal/calculating"
	"puls.app/services/scoring-engine/internal/calculation"
	"puls.app/services/scoring-engine/internal/engine/segment"
	"puls.app/services/scoring-engine/internal/jobs"
	"puls.app/services/scoring-engine/internal/keeping"
	"puls.app/services/scoring-engine/internal/pg"
	"puls.app/services/scoring-engine/internal/rpc"
	"puls.app/services/spec"
)

// open returns a store on a fresh database.
func open(t *testing.T) (*pg.Store, *pgdb.DB) {
	t.Helper()
	db := pgtest.Schema(t, pg.Schema, pg.Migrations())
	return pg.NewStore(db, rpc.Events{}), db
}

const (
	firstDay = segment.Day(20700)
	days     = 40
	chunks   = 2
	members  = 3000 // of each chunk
)

// batchesOf draws engagement of some weeks: large and small messages, late opens, facts repeated in other batches.
func batchesOf(r *rand.Rand) []*contactsv1.EngagementBatch {
	var batches []*contactsv1.EngagementBatch
	for message := range 150 {
		day := uint32(firstDay) + uint32(r.IntN(days))
		reach := []float64{0.3, 0.02, 0.0005}[message%3]
		for range 2 { // some facts arrive in one batch, some in the other, some in both
			batch := &contactsv1.EngagementBatch{
				Channel: typev1.Channel_CHANNEL_MAILING, MessageIds: []string{"m" + uuid.UUID{byte(message)}.String()},
				Categories: []uint32{1},
			}
			for chunk := range uint32(chunks) {
				facts := &contactsv1.ChunkFacts{Chunk: chunk}
				for kind, share := range map[contactsv1.EngagementKind]float64{
					contactsv1.EngagementKind_ENGAGEMENT_KIND_SENT: 0.8, contactsv1.EngagementKind_ENGAGEMENT_KIND_DELIVERED: 0.7,
					contactsv1.EngagementKind_ENGAGEMENT_KIND_OPENED: 0.2, contactsv1.EngagementKind_ENGAGEMENT_KIND_CLICKED: 0.05,
				} {
					addGroup(r, facts, day+uint32(r.IntN(2)), kind, reach*share)
				}
				batch.Chunks = append(batch.Chunks, facts)
			}
			batches = append(batches, batch)
		}
	}
	return batches
}

func addGroup(r *rand.Rand, facts *contactsv1.ChunkFacts, day uint32, kind contactsv1.EngagementKind, share float64) {
	size, last := uint32(0), uint32(0)
	for contact := range uint32(members) {
		if r.Float64() < share {
			facts.ContactGaps = append(facts.ContactGaps, contact-last)
			size, last = size+1, contact
		}
	}
	if size > 0 {
		facts.GroupMessages = append(facts.GroupMessages, 0)
		facts.GroupDays = append(facts.GroupDays, day)
		facts.GroupKinds = append(facts.GroupKinds, uint32(kind))
		facts.GroupSizes = append(facts.GroupSizes, size)
	}
}

// ingest passes batches of a database to the consumer, as the bus does.
func ingest(
	t *testing.T, store *pg.Store, database calculation.DatabaseID, batches []*contactsv1.EngagementBatch, order []int,
) {
	t.Helper()
	handle := jobs.NewIngest(store, func(keeping.ChunkKey) {}).Consumer(1).Handle
	for _, at := range order {
		batch, ok := proto.Clone(batches[at]).(*contactsv1.EngagementBatch)
		require.True(t, ok)
		batch.DatabaseId = int32(database)
		batch.BatchId = uuid.UUID{byte(database), byte(at), byte(at >> 8)}.String()
		payload, err := proto.Marshal(batch)
		require.NoError(t, err)
		require.NoError(t, handle(t.Context(), payload))
	}
}

// compact compacts all chunks of a database.
func compact(t *testing.T, store *pg.Store, database calculation.DatabaseID) {
	t.Helper()
	var merger segment.Merger
	backlogs, err := store.Backlogs(t.Context())
	require.NoError(t, err)
	compacted := 0
	for _, backlog := range backlogs {
		if backlog.Chunk.Database == database {
			require.NoError(t, store.Compact(t.Context(), backlog.Chunk, &merger))
			compacted++
		}
	}
	require.Positive(t, compacted)
	backlogs, err = store.Backlogs(t.Context())
	require.NoError(t, err)
	require.False(t, slices.ContainsFunc(backlogs, func(b keeping.Backlog) bool { return b.Chunk.Database == database }))
}

// everybody is an audience in which one contact in eight has not consented and one in nine was created lately.
type everybody struct{}

func (everybody) Databases(
	_ context.Context, account calculation.AccountID, uids []calculation.UID, _ []calculation.GroupID,
) ([]calculation.Database, map[calculation.GroupID]string, error) {
	list := make([]calculation.Database, 0, len(uids))
	for _, uid := range uids {
		list = append(
			list, calculation.Database{ID: calculation.DatabaseID(account), UID: uid},
		) // accounts have one database each here
	}
	return list, nil, nil
}

func (everybody) Chunks(_ context.Context, req calculating.AudienceRequest) ([]calculating.ChunkAudience, error) {
	var list []calculating.ChunkAudience
	for _, database := range req.Databases {
		for chunk := range uint32(chunks) {
			bitmap := func(in func(contact int) bool) []byte {
				words := make([]uint64, (members+63)/64)
				for contact := range members {
					if in(contact) {
						words[contact/64] |= 1 << (contact % 64)
					}
				}
				var data []byte
				for _, word := range words {
					data = binary.LittleEndian.AppendUint64(data, word)
				}
				return data
			}
			list = append(list, calculating.ChunkAudience{
				ChunkID: calculation.ChunkID{Database: database, Chunk: chunk},
				Members: bitmap(func(int) bool { return true }), Reachable: bitmap(func(c int) bool { return c%50 != 0 }),
				Consenting: bitmap(func(c int) bool { return c%8 != 0 }), Created: bitmap(func(c int) bool { return c%9 == 0 }),
			})
		}
	}
	return list, nil
}

func realTime() calculating.Clock { return calculating.Clock{Now: time.Now, Pause: loop.Pause} }

// figures are the complete results of a calculation: cells by chunk, and the event that announces them.
type figures struct {
	cells map[uint32][]byte
	event *scoringenginev1.Calculated
}

func calculate(t *testing.T, store *pg.Store, db *pgdb.DB, database calculation.DatabaseID) figures {
	t.Helper()
	calculator := calculating.NewCalculator(store, everybody{}, 2, realTime(), slog.New(slog.DiscardHandler))
	return calculateWith(t, store, db, database, calculator, uuid.UUID{byte(database)})
}

func calculateWith(
	t *testing.T, store *pg.Store, db *pgdb.DB, database calculation.DatabaseID, calculator *calculating.Calculator,
	id uuid.UUID,
) figures {
	t.Helper()
	scoring := calculation.Scoring{
		ID: id, Again: true, Spec: spec.Spec{
			DaysAgo: 28, Percentile: 90, Weights: calculation.Weights{"or": 45, "ctr": 30, "delivery": 25},
			Sources: []calculation.Source{{UID: "002", IncludedAll: true}},
		},
	}
	task := calculation.Task{
		Account: calculation.AccountID(database), Channel: calculation.Mailing, Date: calculation.DateOf(firstDay + days),
		Scorings: []calculation.Scoring{scoring},
	}
	require.NoError(t, calculator.Run(t.Context(), task))
	event := &scoringenginev1.Calculated{}
	var payload []byte
	require.NoError(t, db.Pool.QueryRow(t.Context(),
		"SELECT payload FROM outbox WHERE subject = 'scoring.calculated' ORDER BY id DESC LIMIT 1").Scan(&payload))
	require.NoError(t, proto.Unmarshal(payload, event))
	got := figures{cells: map[uint32][]byte{}, event: event}
	require.NoError(t, store.Cells(t.Context(), task.Account, task.Key(scoring), int(event.GetRevision()),
		[]calculation.DatabaseID{database}, func(id calculation.ChunkID, cells []byte) error {
			got.cells[id.Chunk] = slices.Clone(cells)
			return nil
		}))
	require.Equal(t, scoring.ID.String(), got.event.GetScoringId())
	return got
}

func requireSame(t *testing.T, want, got figures) {
	t.Helper()
	require.Equal(t, want.cells, got.cells)
	require.Equal(t, want.event.GetReferences(), got.event.GetReferences())
	require.Len(t, got.event.GetDatabases(), 1)
	a, b := want.event.GetDatabases()[0], got.event.GetDatabases()[0]
	require.Equal(t, a.GetHistogram(), b.GetHistogram())
	require.Equal(t, a.GetNewHistogram(), b.GetNewHistogram())
	require.Equal(t, a.GetExcluded(), b.GetExcluded())
}

func TestNeitherCompactionNorOrderNorRepetitionChangesAFigure(t *testing.T) {
	t.Parallel()
	store, db := open(t)
	r := rand.New(rand.NewPCG(7, 7))
	batches := batchesOf(r)
	inOrder := make([]int, len(batches))
	for i := range inOrder {
		inOrder[i] = i
	}
	// Database 1 is never compacted. All are databases of accounts that name them 002.
	ingest(t, store, 1, batches, inOrder)
	want := calculate(t, store, db, 1)
	histogram := want.event.GetDatabases()[0].GetHistogram()
	distinct := 0
	for _, n := range histogram {
		if n > 0 {
			distinct++
		}
	}
	require.Greater(t, distinct, 20, "the case must tell scores apart")

	// Database 2 gets them shuffled and twice, and is compacted now and then in between.
	twice := append(slices.Clone(inOrder), inOrder...)
	r.Shuffle(len(twice), func(i, j int) { twice[i], twice[j] = twice[j], twice[i] })
	for part := range slices.Chunk(twice, 130) {
		ingest(t, store, 2, batches, part)
		compact(t, store, 2)
	}
	requireSame(t, want, calculate(t, store, db, 2))

	// Database 3 is calculated before it is compacted and after.
	backwards := slices.Clone(inOrder)
	slices.Reverse(backwards)
	ingest(t, store, 3, batches, backwards)
	before := calculate(t, store, db, 3)
	requireSame(t, want, before)
	compact(t, store, 3)
	requireSame(t, before, calculate(t, store, db, 3))
	requireSame(t, want, calculate(t, store, db, 1))
}

func TestATaskThatWasGivenUpIsAnnouncedWithItsProgress(t *testing.T) {
	t.Parallel()
	store, db := open(t)
	calculator := calculating.NewCalculator(store, everybody{}, 1, realTime(), slog.New(slog.DiscardHandler))
	task := calculation.Task{
		Account: 5, Channel: calculation.SMS, Date: calculation.DateOf(firstDay),
		Scorings: []calculation.Scoring{{ID: uuid.UUID{1}}, {ID: uuid.UUID{2}}},
	}
	require.NoError(t, calculator.Fail(t.Context(), taken(t, store, task)))
	for _, scoring := range task.Scorings {
		progress, err := store.Progress(t.Context(), task.Account, task.Key(scoring))
		require.NoError(t, err)
		require.Equal(t, calculation.Progress{Stage: calculation.StageFailed, Reason: "CALCULATION_FAILED"}, progress)
	}
	var payload []byte
	require.NoError(t, db.Pool.QueryRow(t.Context(),
		"SELECT payload FROM outbox WHERE subject = 'scoring.failed'").Scan(&payload))
	var failed scoringenginev1.Failed
	require.NoError(t, proto.Unmarshal(payload, &failed))
	require.Equal(t, int32(5), failed.GetAccountId())
	require.Equal(t, []string{uuid.UUID{1}.String(), uuid.UUID{2}.String()}, failed.GetScoringIds())
	require.Equal(t, typev1.Channel_CHANNEL_SMS, failed.GetChannel())
}
