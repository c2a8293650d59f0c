package scoringengine_test

import (
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"
	"google.golang.org/grpc"

	contactsv1 "puls.app/proto/gen/go/puls/contacts/v1"
	scoringenginev1 "puls.app/proto/gen/go/puls/scoringengine/v1"
	"puls.app/services/kit/auth"
	"puls.app/services/kit/host"
	"puls.app/services/local/pgtest"
	"puls.app/services/local/servicetest"
	scoringengine "puls.app/services/scoring-engine"
	"puls.app/services/scoring-engine/internal/calculation"
	"puls.app/services/scoring-engine/internal/pg"
	"puls.app/services/scoring-engine/internal/rpc"
	"puls.app/services/spec"
)

// BenchmarkContactScores reads one contact's scores of 400 dates, of results with sixteen full chunks.
func BenchmarkContactScores(b *testing.B) {
	store := pg.NewStore(pgtest.Schema(b, pg.Schema, pg.Migrations()), rpc.Events{})
	cells := chunkCells{}
	for chunk := range uint32(16) {
		cells[calculation.ChunkID{Database: 1, Chunk: chunk}] = make([]byte, 1<<16)
	}
	key := calculation.Key{Scoring: uuid.UUID{1}, Channel: calculation.Mailing, Date: generated}
	for range 400 {
		cells.keep(b, store, key, false)
		key.Date = key.Date.AddDate(0, 0, 1)
	}
	for b.Loop() {
		got, err := store.CellsOf(
			b.Context(), 5, key.Scoring, key.Channel, calculation.Contact{Database: 1, Number: 1_000_000},
		)
		require.NoError(b, err)
		require.Len(b, got, 400)
	}
}

// explained starts the service with full chunks that had a mailing a day for 91 days.
func explained(b *testing.B) (*servicetest.System, scoringenginev1.ExplanationServiceClient) {
	b.Helper()
	const chunks = 16
	s := servicetest.Start(b, scoringengine.Service(), servicetest.Setup{Peers: []host.Service{
		servicetest.Peer("scoring-config", func(grpc.ServiceRegistrar) {}),
		servicetest.Peer("contacts", func(s grpc.ServiceRegistrar) {
			contactsv1.RegisterAudienceServiceServer(s, crowd{chunks: chunks})
		}),
	}})
	fill(b, s.Admin(b), chunks, benchDays)
	return s, scoringenginev1.NewExplanationServiceClient(s.AsPerson(b, auth.Identity{Account: account}))
}

// BenchmarkContactMessages requests the newest messages of one of 1,000,000 contacts over gRPC.
func BenchmarkContactMessages(b *testing.B) {
	s, client := explained(b)
	s.Advance(generated.Sub(s.Now())) // the day after the last mailing
	for b.Loop() {
		res, err := client.ListContactMessages(b.Context(), &scoringenginev1.ListContactMessagesRequest{
			Uid: "007", Number: 1_000_000,
		})
		require.NoError(b, err)
		require.NotEmpty(b, res.GetItems())
	}
}

// BenchmarkReceipt requests the receipt of one of 1,000,000 contacts over gRPC.
func BenchmarkReceipt(b *testing.B) {
	s, client := explained(b)
	weights := calculation.Weights{"or": 45, "ctr": 30, "delivery": 25}
	event, err := rpc.Events{}.Calculated(calculation.Result{
		Scoring:    calculation.Scoring{Spec: spec.Spec{DaysAgo: benchDays, Percentile: 90, Weights: weights}},
		References: calculation.References{"or": {Value: "1/2"}, "ctr": {Value: "1/5"}, "delivery": {Value: "1/1"}},
	}, 1, generated)
	require.NoError(b, err)
	_, err = s.Admin(b).Exec(b.Context(), `INSERT INTO calculations
		(scoring_id, channel, generated_date, account_id, revision, calculated_at, announcement)
		VALUES ($1, 1, $2, $3, 1, now(), $4)`, scoringID, generated, account, event.Payload)
	require.NoError(b, err)
	for b.Loop() {
		receipt, err := client.GetReceipt(b.Context(), &scoringenginev1.GetReceiptRequest{
			Id: scoringID, ScoringType: "mailing", Uid: "007", Number: 1_000_000,
		})
		require.NoError(b, err)
		require.Positive(b, receipt.GetSent())
	}
}
