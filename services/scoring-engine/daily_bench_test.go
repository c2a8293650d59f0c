package scoringengine_test

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/klauspost/compress/zstd"
	"github.com/stretchr/testify/require"
	"golang.org/x/sync/semaphore"
	"google.golang.org/grpc"
	"google.golang.org/protobuf/proto"

	contactsv1 "puls.app/proto/gen/go/puls/contacts/v1"
	scoringenginev1 "puls.app/proto/gen/go/puls/scoringengine/v1"
	typev1 "puls.app/proto/gen/go/puls/type/v1"
	"puls.app/services/kit/host"
	"puls.app/services/kit/pgdb"
	"puls.app/services/local/servicetest"
	scoringengine "puls.app/services/scoring-engine"
	"puls.app/services/scoring-engine/internal/asking"
	"puls.app/services/scoring-engine/internal/calculation"
	"puls.app/services/scoring-engine/internal/engine/segment"
	"puls.app/services/scoring-engine/internal/jobs"
	"puls.app/services/scoring-engine/internal/pg"
	"puls.app/services/scoring-engine/internal/rpc"
)

// nameMessages reads the number in an id as the key of the message: the messages that engaged draws have the keys 1 to
// benchDays.
type nameMessages struct{ *jobs.Messages }

func (m nameMessages) ReadMessages(block []byte, visit func(key uint64, id []byte, category uint8)) error {
	return m.Messages.ReadMessages(block, func(_ uint64, id []byte, category uint8) {
		var key uint64
		if _, err := fmt.Sscan(string(id), &key); err != nil {
			panic(err)
		}
		visit(key, id, category)
	})
}

// BenchmarkSendings counts the sendings of 91 days anew, and requests the cached counts over gRPC 200 times a second,
// which takes p99_ms.
func BenchmarkSendings(b *testing.B) {
	const chunks = 1_000_000/segment.ChunkContacts + 1
	s := servicetest.Start(b, scoringengine.Service(), servicetest.Setup{Peers: []host.Service{
		servicetest.Peer("scoring-config", func(grpc.ServiceRegistrar) {}),
		servicetest.Peer("contacts", func(grpc.ServiceRegistrar) {}),
	}})
	fill(b, s.Admin(b), chunks, benchDays)
	batch := &contactsv1.EngagementBatch{}
	for day := range benchDays {
		batch.MessageIds = append(batch.MessageIds, fmt.Sprint(day+1))
		batch.Categories = append(batch.Categories, uint32(day%5))
	}
	plain, err := proto.Marshal(batch)
	require.NoError(b, err)
	encoder, err := zstd.NewWriter(nil)
	require.NoError(b, err)
	_, err = s.Admin(b).Exec(b.Context(), `INSERT INTO message_blocks (database_id, channel, first_day, last_day, payload)
		VALUES ($1, 1, 0, 0, $2)`, database, encoder.EncodeAll(plain, nil))
	require.NoError(b, err)

	url, err := s.Env.DatabaseURL(pg.Schema)
	require.NoError(b, err)
	db, err := pgdb.Open(b.Context(), pgdb.Options{URL: url, Schema: pg.Schema, Migrations: pg.Migrations()})
	require.NoError(b, err)
	b.Cleanup(db.Close)
	store := pg.NewStore(db, rpc.Events{})
	last := calculation.DayOf(generated)
	for name, count := range map[string]func(*asking.Daily) int{
		"days": func(d *asking.Daily) int {
			days, err := d.Days(b.Context(), calculation.Mailing, []calculation.DatabaseID{database}, 0, last, nil)
			require.NoError(b, err)
			return len(days)
		},
		"category": func(d *asking.Daily) int {
			category := uint8(1)
			days, err := d.Days(b.Context(), calculation.Mailing, []calculation.DatabaseID{database}, 0, last, &category)
			require.NoError(b, err)
			return len(days)
		},
		"messages": func(d *asking.Daily) int {
			page, err := d.Messages(b.Context(), calculation.Mailing, []calculation.DatabaseID{database}, last-10, nil)
			require.NoError(b, err)
			return len(page)
		},
	} {
		b.Run("anew/"+name, func(b *testing.B) {
			for b.Loop() {
				daily := asking.NewDaily(store, nameMessages{jobs.NewMessages()}, 2, semaphore.NewWeighted(calculation.LooksAtOnce))
				running, stop := context.WithCancel(b.Context())
				go func() { _ = daily.Run(running) }() // it returns nil only
				require.Positive(b, count(daily))
				stop()
			}
		})
	}
	b.Run("kept", func(b *testing.B) { askOften(b, scoringenginev1.NewSendingCountServiceClient(s.AsService(b))) })
}

func askOften(b *testing.B, client scoringenginev1.SendingCountServiceClient) {
	b.Helper()
	const perSecond, seconds = 200, 5
	ask := func() {
		res, err := client.CountSendings(b.Context(), &scoringenginev1.CountSendingsRequest{
			Channel: typev1.Channel_CHANNEL_MAILING, DatabaseIds: []int32{database}, Start: "1970-01-02",
			End: generated.Format(time.DateOnly),
		})
		require.NoError(b, err)
		require.Len(b, res.GetDays(), benchDays)
	}
	ask()
	for b.Loop() {
		took := make([]time.Duration, perSecond*seconds)
		var asked sync.WaitGroup
		tick := time.NewTicker(time.Second / perSecond)
		for i := range took {
			<-tick.C
			asked.Go(func() {
				began := time.Now()
				ask()
				took[i] = time.Since(began)
			})
		}
		asked.Wait()
		tick.Stop()
		slices.Sort(took)
		b.ReportMetric(float64(took[len(took)*99/100].Microseconds())/1000, "p99_ms")
		b.ReportMetric(float64(took[len(took)/2].Microseconds())/1000, "p50_ms")
	}
}

// BenchmarkLift measures the lift of a result of 1,000,000 contacts whose window is the last two weeks of 91 days.
func BenchmarkLift(b *testing.B) {
	const chunks = 1_000_000/segment.ChunkContacts + 1
	s := servicetest.Start(b, scoringengine.Service(), servicetest.Setup{Peers: []host.Service{
		servicetest.Peer("scoring-config", func(grpc.ServiceRegistrar) {}),
		servicetest.Peer("contacts", func(grpc.ServiceRegistrar) {}),
	}})
	fill(b, s.Admin(b), chunks, benchDays)
	date := generated.AddDate(0, 0, -14).Format(time.DateOnly)
	admin := s.Admin(b)
	_, err := admin.Exec(b.Context(), `INSERT INTO calculations
		(scoring_id, channel, generated_date, account_id, revision, calculated_at) VALUES ($1, 1, $2, $3, 1, now())`,
		scoringID, date, account)
	require.NoError(b, err)
	cells := make([]byte, segment.ChunkContacts)
	for i := range cells {
		cells[i] = byte(i % 101)
	}
	_, err = admin.Exec(b.Context(), `INSERT INTO score_cells
		(scoring_id, channel, generated_date, database_id, chunk, cells)
		SELECT $1, 1, $2, $3, n, $4 FROM generate_series(0, $5) n`, scoringID, date, database, cells, chunks-1)
	require.NoError(b, err)
	client := scoringenginev1.NewResultServiceClient(s.AsService(b))
	for b.Loop() {
		res, err := client.MeasureLift(b.Context(), &scoringenginev1.MeasureLiftRequest{
			AccountId: account, ScoringId: scoringID, Channel: typev1.Channel_CHANNEL_MAILING,
			Result: &scoringenginev1.ResultRevision{GeneratedDate: date, Revision: 1},
		})
		require.NoError(b, err)
		require.Positive(b, res.GetBands()[4].GetClicked())
	}
}
