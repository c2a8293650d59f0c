package scoringengine_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"
	"google.golang.org/grpc/codes"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/wrapperspb"

	contactsv1 "puls.app/proto/gen/go/puls/contacts/v1"
	scoringenginev1 "puls.app/proto/gen/go/puls/scoringengine/v1"
	typev1 "puls.app/proto/gen/go/puls/type/v1"
	"puls.app/services/kit/auth"
	"puls.app/services/local/servicetest"
	"puls.app/services/scoring-engine/internal/calculation"
)

func (s *system) explain(t *testing.T, account int32) scoringenginev1.ExplanationServiceClient {
	t.Helper()
	return scoringenginev1.NewExplanationServiceClient(s.AsPerson(t, auth.Identity{Account: account}))
}

// receiptOf returns the receipt of one contact in the newest mailing.
func (s *system) receiptOf(t *testing.T, number int32) *scoringenginev1.GetReceiptResponse {
	t.Helper()
	receipt, err := s.explain(t, account).GetReceipt(t.Context(), &scoringenginev1.GetReceiptRequest{
		Id: scoringID, ScoringType: "mailing", Uid: "007", Number: number,
	})
	require.NoError(t, err)
	points := int32(0)
	for _, part := range receipt.GetParts() {
		require.Equal(t, part.GetWeight()*part.GetComponent(), part.GetPoints())
		points += part.GetPoints()
	}
	require.Equal(t, points, receipt.GetPoints())
	return receipt
}

func TestAReceiptListsTheTermsOfAScore(t *testing.T) {
	t.Parallel()
	s := start(t, nil)
	events := servicetest.Events[*scoringenginev1.Calculated](t, s.System)
	s.engage(t, 20)
	s.Publish(t, &scoringenginev1.Nightly{})
	event := servicetest.Next(t, events)

	require.True(t, proto.Equal(&scoringenginev1.GetReceiptResponse{
		GeneratedDate: "2026-11-02", ScoringType: "mailing", Uid: "007", Number: 0, Score: wrapperspb.Int32(70),
		DaysAgo: 28, FirstDay: "2026-10-05", LastDay: "2026-11-01", Sent: 1, Delivered: 1, Opened: 1,
		Parts: []*scoringenginev1.ReceiptPart{
			{
				Name: "or", Count: 1, Of: 1, Reference: "1/1", Sample: 2, Weight: 45, Component: 1_000_000, Points: 45_000_000,
			},
			{Name: "ctr", Count: 0, Of: 1, Weight: 30},
			{
				Name: "delivery", Count: 1, Of: 1, Reference: "1/1", Sample: 3, Weight: 25, Component: 1_000_000,
				Points: 25_000_000,
			},
		},
		Points: 70_000_000, CalculatedAt: event.GetMadeAt(), Percentile: 90,
	}, s.receiptOf(t, 0)))
	for number, want := range map[int32]string{
		2: `25 ""`, 3: `0 "NO_SENDING"`, 4: `0 "NO_CONSENT"`, 5: `0 "NOT_SCORED"`, 70_000: `0 "NOT_SCORED"`,
	} {
		receipt := s.receiptOf(t, number)
		require.Equal(t, want, fmt.Sprintf("%d %q", receipt.GetScore().GetValue(), receipt.GetReason()), number)
		require.Equal(t, receipt.GetReason() == "", receipt.GetScore() != nil)
		require.Len(t, receipt.GetParts(), 3, "parts are shown of everybody")
		require.False(t, receipt.GetFactsChanged())
	}
	require.Equal(t, int32(1), s.receiptOf(t, 4).GetSent(), "who has not consented was sent something all the same")

	// A mailing of the window arrives late, without deliveries and opens.
	day := uint32(calculation.DayOf(generated)) - 3
	s.Publish(t, &contactsv1.EngagementBatch{
		BatchId: uuid.NewString(), DatabaseId: database, Channel: typev1.Channel_CHANNEL_MAILING,
		MessageIds: []string{"late"}, Categories: []uint32{1},
		Chunks: []*contactsv1.ChunkFacts{{
			GroupMessages: []uint32{0}, GroupDays: []uint32{day},
			GroupKinds: []uint32{uint32(contactsv1.EngagementKind_ENGAGEMENT_KIND_SENT)}, GroupSizes: []uint32{2},
			ContactGaps: []uint32{0, 3},
		}},
	})
	require.Eventually(t, func() bool { return s.receiptOf(t, 0).GetSent() == 2 }, time.Minute, 10*time.Millisecond)
	first := s.receiptOf(t, 0)
	require.True(t, first.GetFactsChanged())
	require.Equal(t, int32(70), first.GetScore().GetValue(), "the result stands")
	require.Equal(t, int32(45_000_000+12_500_000), first.GetPoints())
	require.True(t, s.receiptOf(t, 3).GetFactsChanged(), "now there is a sending")
	require.Equal(t, "NO_SENDING", s.receiptOf(t, 3).GetReason())
	require.False(t, s.receiptOf(t, 2).GetFactsChanged())
}

func TestReceiptsAreOnesOwn(t *testing.T) {
	t.Parallel()
	s := start(t, nil)
	events := servicetest.Events[*scoringenginev1.Calculated](t, s.System)
	s.engage(t, 20)
	s.Publish(t, &scoringenginev1.Nightly{})
	servicetest.Next(t, events)
	ask := func(account int32, uid, scoringType, day string) error {
		_, err := s.explain(t, account).GetReceipt(t.Context(), &scoringenginev1.GetReceiptRequest{
			Id: scoringID, ScoringType: scoringType, Uid: uid, GeneratedDate: day,
		})
		return err
	}
	require.NoError(t, ask(account, "007", "mailing", "2026-11-02"))
	servicetest.Refused(t, ask(account, "007", "mailing", "2026-11-01"), codes.NotFound, "CALCULATION_NOT_FOUND")
	servicetest.Refused(t, ask(account, "007", "sms", ""), codes.NotFound, "CALCULATION_NOT_FOUND")
	servicetest.Refused(t, ask(account, "008", "mailing", ""), codes.NotFound, "DATABASE_NOT_FOUND")
	servicetest.Refused(t, ask(account, "007", "mailing", "2026-02-30"), codes.InvalidArgument, "DATE_INVALID")
	servicetest.Refused(t, ask(account+1, "007", "mailing", ""), codes.NotFound, "CALCULATION_NOT_FOUND")
	_, err := s.Admin(t).Exec(t.Context(), "UPDATE calculations SET announcement = NULL")
	require.NoError(t, err)
	servicetest.Refused(t, ask(account, "007", "mailing", ""), codes.NotFound, "CALCULATION_NOT_FOUND")
}

func TestAContactsScoresAreListedByDate(t *testing.T) {
	t.Parallel()
	s := start(t, nil)
	list := func(by int32, uid, scoringType string, number int32) (items []string, err error) {
		res, err := s.explain(t, by).ListContactScores(t.Context(), &scoringenginev1.ListContactScoresRequest{
			Uid: uid, Number: number, ScoringId: scoringID, ScoringType: scoringType,
		})
		for _, item := range res.GetItems() {
			require.Equal(t, item.GetScore() == nil, item.GetReason() != "")
			items = append(items, fmt.Sprint(item.GetGeneratedDate(), " ", item.GetScore().GetValue(), item.GetReason()))
		}
		return items, err
	}
	for i, cells := range [][]byte{{1, 60}, {0, 255}, {2, 204}, {3, 128}, {4}, {5, 0}, {6, 201}} {
		for _, channel := range []calculation.Channel{calculation.SMS, calculation.Web} {
			_, err := s.Admin(t).Exec(t.Context(), `WITH c AS (
				INSERT INTO calculations (scoring_id, channel, generated_date, account_id, revision, calculated_at)
				VALUES ($1, $2, $3, $4, 1, now()) RETURNING scoring_id, channel, generated_date
			) INSERT INTO score_cells (scoring_id, channel, generated_date, database_id, chunk, cells)
			SELECT c.*, $5, 1, $6 FROM c`, scoringID, int(channel), generated.AddDate(0, 0, -i), account, database, cells)
			require.NoError(t, err)
		}
	}
	got, err := list(account, "007", "sms", 65_537)
	require.NoError(t, err)
	require.Equal(t, []string{
		"2026-10-27 0NO_CONSENT", "2026-10-28 0", "2026-10-31 0NO_GSM", "2026-11-02 60",
	}, got)
	got, err = list(account, "007", "web", 65_537)
	require.NoError(t, err)
	require.Equal(t, []string{
		"2026-10-27 73", "2026-10-28 0", "2026-10-30 0", "2026-10-31 76", "2026-11-02 60",
	}, got, "that a visitor is known is no part of the score")
	got, err = list(account, "007", "sms", 65_536)
	require.NoError(t, err)
	require.Len(t, got, 7)
	for _, nobody := range []int32{0, 65_538, 1 << 30} {
		got, err = list(account, "007", "sms", nobody)
		require.NoError(t, err)
		require.Empty(t, got)
	}
	got, err = list(account+1, "007", "sms", 65_537)
	require.NoError(t, err)
	require.Empty(t, got, "another account has no such scoring")
	_, err = list(account, "008", "sms", 65_537)
	servicetest.Refused(t, err, codes.NotFound, "DATABASE_NOT_FOUND")
}
