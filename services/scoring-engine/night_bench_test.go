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
	scoringconfigv1 "puls.app/proto/gen/go/puls/scoringconfig/v1"
	scoringenginev1 "puls.app/proto/gen/go/puls/scoringengine/v1"
	typev1 "puls.app/proto/gen/go/puls/type/v1"
	"puls.app/services/kit/host"
	"puls.app/services/local/servicetest"
	scoringengine "puls.app/services/scoring-engine"
	"puls.app/services/scoring-engine/internal/engine/segment"
)

const (
	nightAccounts = 200
	nightContacts = 5000
	nightScorings = 3
)

// villages are small audiences: each account has one database, with the account's number, and a task on each day.
type villages struct {
	contactsv1.UnimplementedAudienceServiceServer
	scoringconfigv1.UnimplementedDueServiceServer
}

func (villages) StreamDue(
	req *scoringconfigv1.StreamDueRequest, stream grpc.ServerStreamingServer[scoringconfigv1.StreamDueResponse],
) error {
	for account := range int32(nightAccounts) {
		task := &scoringconfigv1.CalculationTask{
			AccountId: account + 1, Channel: typev1.Channel_CHANNEL_MAILING, GeneratedDate: req.GetGeneratedDate(),
		}
		for i := range int32(nightScorings) {
			task.Scorings = append(task.Scorings, &scoringconfigv1.TaskScoring{
				ScoringId: uuid.NewSHA1(uuid.Nil, fmt.Append(nil, account, i)).String(), Name: "Night", DaysAgo: 28,
				Percentile: 90, Weights: []int32{45 - i, 30 + i, 25},
				DataSources: []*scoringconfigv1.DataSource{{Uid: "007", IncludedAll: true}},
			})
		}
		if err := stream.Send(&scoringconfigv1.StreamDueResponse{Task: task}); err != nil {
			return err
		}
	}
	return nil
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

// BenchmarkNight calculates a day of many small accounts, from the event to the last result, by the service with its
// queue, its bus and its Postgres.
func BenchmarkNight(b *testing.B) {
	s := servicetest.Start(b, scoringengine.Service(), servicetest.Setup{NATS: true, Peers: []host.Service{
		servicetest.Peer("scoring-config", func(s grpc.ServiceRegistrar) {
			scoringconfigv1.RegisterDueServiceServer(s, villages{})
		}),
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
		s.Publish(b, &scoringenginev1.Nightly{GeneratedDate: date.Format(time.DateOnly)})
		waitForNight(b, admin, date)
		date = date.AddDate(0, 0, 1)
	}
	b.ReportMetric(float64(nightAccounts*b.N)/b.Elapsed().Seconds(), "accounts/s")
	b.ReportMetric(b.Elapsed().Seconds()*1000/float64(nightAccounts*nightScorings*b.N), "ms/result")
}

type querier interface {
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
