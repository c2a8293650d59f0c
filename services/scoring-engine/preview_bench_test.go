package scoringengine_test

import (
	"bytes"
	"context"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/stretchr/testify/require"
	"golang.org/x/sync/semaphore"
	"google.golang.org/grpc"

	contactsv1 "puls.app/proto/gen/go/puls/contacts/v1"
	scoringenginev1 "puls.app/proto/gen/go/puls/scoringengine/v1"
	typev1 "puls.app/proto/gen/go/puls/type/v1"
	"puls.app/services/kit/host"
	"puls.app/services/local/pgtest"
	"puls.app/services/local/servicetest"
	scoringengine "puls.app/services/scoring-engine"
	"puls.app/services/scoring-engine/internal/calculating"
	"puls.app/services/scoring-engine/internal/calculation"
	"puls.app/services/scoring-engine/internal/engine/segment"
	"puls.app/services/scoring-engine/internal/pg"
	"puls.app/services/scoring-engine/internal/rpc"
	"puls.app/services/spec"
)

const (
	benchDays = 91
	// benchKinds is how many chunks differ; the others are copies of them.
	benchKinds = 4
)

// crowd is an audience of whole chunks.
type crowd struct {
	contactsv1.UnimplementedAudienceServiceServer
	chunks int
}

func (crowd) ResolveDatabases(
	context.Context, *contactsv1.ResolveDatabasesRequest,
) (*contactsv1.ResolveDatabasesResponse, error) {
	return &contactsv1.ResolveDatabasesResponse{
		Databases: []*contactsv1.DatabaseRef{{DatabaseId: database, Uid: "007"}},
	}, nil
}

func (c crowd) StreamAudience(
	_ *contactsv1.StreamAudienceRequest, stream grpc.ServerStreamingServer[contactsv1.StreamAudienceResponse],
) error {
	all := bytes.Repeat([]byte{0xff}, segment.ChunkContacts/8)
	most := bytes.Repeat([]byte{0xfe}, segment.ChunkContacts/8)
	for chunk := range uint32(c.chunks) {
		err := stream.Send(&contactsv1.StreamAudienceResponse{
			DatabaseId: database, Chunk: chunk, Members: all, Consenting: most, Reachable: all,
			Created: bytes.Repeat([]byte{1}, segment.ChunkContacts/8),
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// engaged draws the segments of a chunk's contacts as the compactor leaves them: a mailing a day to 30 %, of which 98 %
// are delivered, 19.4 % opened and 2.9 % clicked.
func engaged(b *testing.B, seed uint64, contacts, days int) [][]byte {
	b.Helper()
	r := rand.New(rand.NewPCG(seed, seed))
	builder := segment.NewBuilder(segment.Sendings)
	for day := range segment.Day(days) {
		var reached [4][]uint16
		for contact := range contacts {
			if r.Float64() >= 0.3 {
				continue
			}
			for kind, part := range []float64{1, 0.98, 0.198, 0.15} {
				if r.Float64() >= part {
					break
				}
				reached[kind] = append(reached[kind], uint16(contact))
			}
		}
		for kind, contacts := range reached {
			at := calculation.DayOf(generated) - segment.Day(days) + day
			require.NoError(b, builder.Add(uint64(day)+1, at, segment.Sent+segment.Kind(kind), contacts...))
		}
	}
	data, err := builder.Segment()
	require.NoError(b, err)
	whole, err := segment.Open(data)
	require.NoError(b, err)
	var merger segment.Merger
	weeks, err := merger.Merge([]segment.Segment{whole})
	require.NoError(b, err)
	return weeks
}

// statements is a database, or a transaction of one.
type statements interface {
	Exec(ctx context.Context, sql string, arguments ...any) (pgconn.CommandTag, error)
}

func fill(b *testing.B, pool statements, chunks, days int) {
	b.Helper()
	for kind := range min(chunks, benchKinds) {
		for _, payload := range engaged(b, uint64(kind)+1, segment.ChunkContacts, days) {
			week, err := segment.Open(payload)
			require.NoError(b, err)
			_, err = pool.Exec(b.Context(), `INSERT INTO segments
				(database_id, channel, chunk, level, first_day, last_day, first_sent, size, payload)
				SELECT $1, 1, n, 1, $2, $3, $2, length($4::bytea), $4::bytea FROM generate_series($5::int, $6, $7) n`,
				database, int32(week.FirstDay()), int32(week.LastDay()), payload, kind, chunks-1, benchKinds)
			require.NoError(b, err)
		}
	}
	_, err := pool.Exec(b.Context(), "ANALYZE segments")
	require.NoError(b, err)
}

// crowded starts the engine with facts of the last days in the given number of chunks.
func crowded(b *testing.B, chunks, days int) scoringenginev1.PreviewServiceClient {
	b.Helper()
	s := servicetest.Start(b, scoringengine.Service(), servicetest.Setup{Peers: []host.Service{
		servicetest.Peer("scoring-config", func(grpc.ServiceRegistrar) {}),
		servicetest.Peer("contacts", func(s grpc.ServiceRegistrar) {
			contactsv1.RegisterAudienceServiceServer(s, crowd{chunks: chunks})
		}),
	}})
	fill(b, s.Admin(b), chunks, days)
	return scoringenginev1.NewPreviewServiceClient(s.AsService(b))
}

// BenchmarkPreview measures one channel's preview over gRPC, with the audience's stream; first_ms is that of the first
// call, with cold caches in this process.
func BenchmarkPreview(b *testing.B) {
	for _, size := range []int{1_000_000, 10_000_000} {
		b.Run(fmt.Sprint(size), func(b *testing.B) {
			chunks := size / segment.ChunkContacts
			client := crowded(b, chunks, benchDays)
			tasks := task(false)
			tasks[0].Scorings[0].DaysAgo = benchDays
			ask := func() *scoringenginev1.TaskPreview {
				res, err := client.PreviewTasks(b.Context(), &scoringenginev1.PreviewTasksRequest{
					AccountId: account, Tasks: tasks, WithScores: true,
				})
				require.NoError(b, err)
				return res.GetTasks()[0]
			}
			began := time.Now()
			first := ask()
			cold := time.Since(began)
			require.Equal(b, typev1.Channel_CHANNEL_MAILING, first.GetChannel())
			require.Equal(b, int32(chunks*segment.ChunkContacts/8*7), first.GetDatabases()[0].GetAnalysed())
			for b.Loop() {
				ask()
			}
			b.ReportMetric(float64(cold.Milliseconds()), "first_ms")
			b.ReportMetric(float64(b.Elapsed().Milliseconds())/float64(b.N), "ms/preview")
		})
	}
}

// multitude is crowd for a calculation.
type multitude struct{ chunks int }

func (multitude) Databases(
	context.Context, calculation.AccountID, []calculation.UID, []calculation.GroupID,
) ([]calculation.Database, map[calculation.GroupID]string, error) {
	return []calculation.Database{{ID: database, UID: "007"}}, nil, nil
}

func (m multitude) Chunks(context.Context, calculating.AudienceRequest) ([]calculating.ChunkAudience, error) {
	all, most := bytes.Repeat([]byte{0xff}, segment.ChunkContacts/8), bytes.Repeat([]byte{0xfe}, segment.ChunkContacts/8)
	var chunks []calculating.ChunkAudience
	for chunk := range uint32(m.chunks) {
		chunks = append(chunks, calculating.ChunkAudience{
			ChunkID: calculation.ChunkID{Database: database, Chunk: chunk}, Members: all, Consenting: most, Reachable: all,
			Created: bytes.Repeat([]byte{1}, segment.ChunkContacts/8),
		})
	}
	return chunks, nil
}

// BenchmarkBacktest measures 13 weeks of two configurations, with their lift, as a ratio to one calculation of the
// newest day, from task to commit, and to one preview of it, both in the same iteration.
func BenchmarkBacktest(b *testing.B) {
	const chunks = 1_000_000 / segment.ChunkContacts
	db := pgtest.Schema(b, pg.Schema, pg.Migrations())
	require.NoError(b, db.AsSystem(b.Context(), func(tx pgx.Tx) error {
		fill(b, tx, chunks, benchDays+7*(calculating.BacktestWeeks-1))
		return nil
	}))
	calculator := calculating.NewCalculator(pg.NewStore(db, rpc.Events{}), multitude{chunks}, 2, realTime(),
		slog.New(slog.DiscardHandler))
	previews := calculating.NewPreviews(calculator, semaphore.NewWeighted(calculation.LooksAtOnce))
	changed := calculation.Scoring{
		ID: uuid.New(), Again: true, Spec: spec.Spec{
			Name: "Changed", Version: 1, DaysAgo: benchDays, Percentile: 90,
			Weights: calculation.Weights{"or": 45, "ctr": 30, "delivery": 25},
			Sources: []calculation.Source{{UID: "007", IncludedAll: true}},
		},
	}
	before := changed
	before.Percentile = 80
	task := calculation.Task{
		Account: account, Channel: calculation.Mailing, Date: generated, Scorings: []calculation.Scoring{changed},
	}
	both := task
	both.Scorings = []calculation.Scoring{changed, before}
	var took [3]time.Duration
	for b.Loop() {
		for i, do := range []func() error{
			func() error { return calculator.Run(b.Context(), task) },
			func() error {
				_, err := previews.Preview(b.Context(), account, []calculation.Task{task}, true)
				return err
			},
			func() error {
				found, err := previews.Backtest(b.Context(), account, both, calculating.BacktestWeeks)
				require.Len(b, found.Weeks, calculating.BacktestWeeks)
				return err
			},
		} {
			began := time.Now()
			require.NoError(b, do())
			took[i] += time.Since(began)
		}
	}
	for i, name := range []string{"calculation", "preview", "backtest"} {
		b.ReportMetric(float64(took[i].Milliseconds())/float64(b.N), "ms/"+name)
	}
	b.ReportMetric(float64(took[2])/float64(took[0]), "calculations/backtest")
	b.ReportMetric(float64(took[2])/float64(took[1]), "previews/backtest")
}
