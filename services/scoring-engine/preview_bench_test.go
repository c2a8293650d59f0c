package scoringengine_test

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/stretchr/testify/require"
	"google.golang.org/grpc"
	"google.golang.org/protobuf/proto"

	contactsv1 "puls.app/proto/gen/go/puls/contacts/v1"
	scoringconfigv1 "puls.app/proto/gen/go/puls/scoringconfig/v1"
	scoringenginev1 "puls.app/proto/gen/go/puls/scoringengine/v1"
	typev1 "puls.app/proto/gen/go/puls/type/v1"
	"puls.app/services/kit/host"
	"puls.app/services/local/servicetest"
	scoringengine "puls.app/services/scoring-engine"
	"puls.app/services/scoring-engine/internal/core"
	"puls.app/services/scoring-engine/internal/engine/segment"
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

// engaged draws the segments of a chunk's contacts as the compactor leaves them: a mailing a day to 30 %, of whom 98 %
// get it, 19.4 % open it and 2.9 % click.
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
			at := core.DayOf(generated) - segment.Day(days) + day
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

func fill(b *testing.B, pool *pgxpool.Pool, chunks, days int) {
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

// crowded starts the engine with facts of the last days of so many chunks.
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
// call, for which nothing is warm in this process.
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

// BenchmarkBacktest measures 13 weeks of two configurations, as a ratio to one preview of the newest day between them.
func BenchmarkBacktest(b *testing.B) {
	const size = 1_000_000
	client := crowded(b, size/segment.ChunkContacts, benchDays+7*(core.BacktestWeeks-1))
	changed := task(false)[0]
	changed.Scorings[0].DaysAgo = benchDays
	both := proto.CloneOf(changed)
	both.Scorings = append(both.Scorings, proto.CloneOf(changed.Scorings[0]))
	both.Scorings[1].Percentile = 80
	var previews, backtests time.Duration
	for b.Loop() {
		began := time.Now()
		_, err := client.PreviewTasks(b.Context(), &scoringenginev1.PreviewTasksRequest{
			AccountId: account, Tasks: []*scoringconfigv1.CalculationTask{changed}, WithScores: true,
		})
		require.NoError(b, err)
		previews += time.Since(began)
		began = time.Now()
		res, err := client.BacktestTask(b.Context(), &scoringenginev1.BacktestTaskRequest{
			AccountId: account, Task: both, Weeks: core.BacktestWeeks,
		})
		require.NoError(b, err)
		backtests += time.Since(began)
		require.Len(b, res.GetDays(), core.BacktestWeeks)
	}
	b.ReportMetric(float64(previews.Milliseconds())/float64(b.N), "ms/preview")
	b.ReportMetric(float64(backtests.Milliseconds())/float64(b.N), "ms/backtest")
	b.ReportMetric(float64(backtests)/float64(previews), "previews/backtest")
}
