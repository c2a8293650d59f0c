package scoringengine_test

import (
	"bytes"
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"
	"google.golang.org/grpc"

	contactsv1 "puls.app/proto/gen/go/puls/contacts/v1"
	"puls.app/services/kit/host"
	"puls.app/services/local/servicetest"
	scoringengine "puls.app/services/scoring-engine"
	"puls.app/services/scoring-engine/internal/core"
	"puls.app/services/scoring-engine/internal/engine/segment"
	"puls.app/services/scoring-engine/internal/rpc"
)

const (
	nightAccounts = 200
	nightContacts = 5000
	nightScorings = 3
)

// villages are small audiences: each account has one database, of its own number.
type villages struct {
	contactsv1.UnimplementedAudienceServiceServer
}

func (villages) ResolveDatabases(
	_ context.Context, req *contactsv1.ResolveDatabasesRequest,
) (*contactsv1.ResolveDatabasesResponse, error) {
	return &contactsv1.ResolveDatabasesResponse{
		Databases: []*contactsv1.DatabaseRef{{DatabaseId: req.GetAccountId(), Uid: "007"}},
	}, nil
}

func (villages) StreamAudience(
	req *contactsv1.StreamAudienceRequest, stream grpc.ServerStreamingServer[contactsv1.StreamAudienceResponse],
) error {
	all := bytes.Repeat([]byte{0xff}, nightContacts/8)
	return stream.Send(&contactsv1.StreamAudienceResponse{
		DatabaseId: req.GetAccountId(), Members: all, Consenting: bytes.Repeat([]byte{0xfe}, nightContacts/8), Reachable: all,
		Created: bytes.Repeat([]byte{1}, nightContacts/8),
	})
}

// BenchmarkNight calculates a day of many small accounts, from the queue to the last result, by the service with its
// queue, its bus and its Postgres.
func BenchmarkNight(b *testing.B) {
	s := servicetest.Start(b, scoringengine.Service(), servicetest.Setup{NATS: true, Peers: []host.Service{
		servicetest.Peer("scoring-config", func(grpc.ServiceRegistrar) {}),
		servicetest.Peer("contacts", func(s grpc.ServiceRegistrar) {
			contactsv1.RegisterAudienceServiceServer(s, villages{})
		}),
	}})
	admin := s.Admin(b)
	for _, payload := range engaged(b, 1, nightContacts, benchDays) {
		week, err := segment.Open(payload)
		require.NoError(b, err)
		_, err = admin.Exec(b.Context(), `INSERT INTO segments
			(database_id, channel, chunk, level, first_day, last_day, first_sent, size, payload)
			SELECT n, 1, 0, 1, $1, $2, $1, length($3::bytea), $3::bytea FROM generate_series(1, $4::int) n`,
			int32(week.FirstDay()), int32(week.LastDay()), payload, nightAccounts)
		require.NoError(b, err)
	}
	_, err := admin.Exec(b.Context(), "ANALYZE segments")
	require.NoError(b, err)
	date := generated
	for b.Loop() {
		queueNight(b, admin, date)
		waitForNight(b, admin, date)
		date = date.AddDate(0, 0, 1)
	}
	b.ReportMetric(float64(nightAccounts*b.N)/b.Elapsed().Seconds(), "accounts/s")
	b.ReportMetric(b.Elapsed().Seconds()*1000/float64(nightAccounts*nightScorings*b.N), "ms/result")
}

func queueNight(b *testing.B, admin querier, date time.Time) {
	b.Helper()
	batch := &pgx.Batch{}
	for account := range core.AccountID(nightAccounts) {
		task := core.Task{Account: account + 1, Channel: core.Mailing, Date: date}
		for i := range nightScorings {
			task.Scorings = append(task.Scorings, core.Scoring{
				ID: uuid.NewSHA1(uuid.Nil, fmt.Append(nil, account, i)), Name: "Night", DaysAgo: 28, Percentile: 90,
				Weights: core.Weights{"or": 45 - i, "ctr": 30 + i, "delivery": 25},
				Sources: []core.Source{{UID: "007", IncludedAll: true}},
			})
		}
		payload, err := rpc.Tasks{}.WriteTask(task)
		require.NoError(b, err)
		batch.Queue("INSERT INTO tasks (account_id, turn, payload) VALUES ($1, 1, $2)", int32(task.Account), payload)
	}
	require.NoError(b, admin.SendBatch(b.Context(), batch).Close())
}

type querier interface {
	SendBatch(ctx context.Context, batch *pgx.Batch) pgx.BatchResults
	QueryRow(ctx context.Context, sql string, args ...any) pgx.Row
}

func waitForNight(b *testing.B, admin querier, date time.Time) {
	b.Helper()
	for {
		var done int
		require.NoError(b, admin.QueryRow(
			b.Context(), "SELECT count(*) FROM calculations WHERE generated_date = $1", date,
		).Scan(&done))
		if done == nightAccounts*nightScorings {
			return
		}
		<-time.After(20 * time.Millisecond)
	}
}
