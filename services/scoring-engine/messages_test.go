package scoringengine_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/proto"

	contactsv1 "puls.app/proto/gen/go/puls/contacts/v1"
	scoringenginev1 "puls.app/proto/gen/go/puls/scoringengine/v1"
	typev1 "puls.app/proto/gen/go/puls/type/v1"
	"puls.app/services/scoring-engine/internal/calculation"
)

// messageFacts returns the facts of one contact: a batch of one chunk with a group for each kind and day.
func messageFacts(
	channel typev1.Channel, contact uint32, message string, category uint32, days map[contactsv1.EngagementKind]time.Time,
) *contactsv1.EngagementBatch {
	chunk := &contactsv1.ChunkFacts{}
	for kind, day := range days {
		chunk.GroupMessages = append(chunk.GroupMessages, 0)
		chunk.GroupDays = append(chunk.GroupDays, uint32(calculation.DayOf(day)))
		chunk.GroupKinds = append(chunk.GroupKinds, uint32(kind))
		chunk.GroupSizes = append(chunk.GroupSizes, 1)
		chunk.ContactGaps = append(chunk.ContactGaps, contact)
	}
	return &contactsv1.EngagementBatch{
		BatchId: uuid.NewString(), DatabaseId: database, Channel: channel, MessageIds: []string{message},
		Categories: []uint32{category}, Chunks: []*contactsv1.ChunkFacts{chunk},
	}
}

func TestNewestMessagesHaveTheFirstDayOfEachOutcome(t *testing.T) {
	t.Parallel()
	s := start(t, nil)
	const (
		sent         = contactsv1.EngagementKind_ENGAGEMENT_KIND_SENT
		opened       = contactsv1.EngagementKind_ENGAGEMENT_KIND_OPENED
		clicked      = contactsv1.EngagementKind_ENGAGEMENT_KIND_CLICKED
		mailing, sms = typev1.Channel_CHANNEL_MAILING, typev1.Channel_CHANNEL_SMS
	)
	type days = map[contactsv1.EngagementKind]time.Time
	ago := func(days int) time.Time { return s.Now().UTC().AddDate(0, 0, -days) }
	text := func(days int) string { return ago(days).Format(time.DateOnly) }
	batches := []*contactsv1.EngagementBatch{
		messageFacts(mailing, 7, "news", 3, days{sent: ago(9), opened: ago(8), clicked: ago(7)}),
		messageFacts(mailing, 7, "news", 3, days{opened: ago(2)}),
		messageFacts(sms, 7, "code", 1, days{sent: ago(1)}),
		messageFacts(mailing, 8, "other", 3, days{sent: ago(1)}),
		messageFacts(mailing, 7, "old", 2, days{sent: ago(95), clicked: ago(80)}),
		messageFacts(mailing, 7, "older", 2, days{sent: ago(95), clicked: ago(94)}),
	}
	for n := range 48 {
		batches = append(batches, messageFacts(mailing, 7, fmt.Sprintf("weekly %d", n), 0, days{sent: ago(20 + n)}))
	}
	for _, batch := range batches {
		s.Publish(t, batch)
	}
	require.Eventually(t, func() bool {
		var kept int
		require.NoError(t, s.Admin(t).QueryRow(t.Context(), "SELECT count(*) FROM batches").Scan(&kept))
		return kept == len(batches)
	}, time.Minute, 10*time.Millisecond)

	ask := func(uid string, number int32) (*scoringenginev1.ListContactMessagesResponse, error) {
		req := &scoringenginev1.ListContactMessagesRequest{Uid: uid, Number: number}
		return s.explain(t, account).ListContactMessages(t.Context(), req)
	}
	got, err := ask("007", 7)
	require.NoError(t, err)
	require.Equal(t, text(90), got.GetFirstDay())
	require.True(t, got.GetMore(), "51 since then")
	require.Len(t, got.GetItems(), 50)
	for i, want := range []*scoringenginev1.ContactMessage{
		{ScoringType: "sms", MessageId: "code", Category: "automatic", SentDate: text(1)},
		{
			ScoringType: "mailing", MessageId: "news", Category: "advertising", SentDate: text(9), OpenedDate: text(8),
			ClickedDate: text(7),
		},
		{ScoringType: "mailing", MessageId: "weekly 0", SentDate: text(20)},
	} {
		require.True(t, proto.Equal(want, got.GetItems()[i]), "want %v, got %v", want, got.GetItems()[i])
	}
	require.Equal(t, "weekly 47", got.GetItems()[49].GetMessageId(), "the oldest, \"old\", is left out")

	other, err := ask("007", 8)
	require.NoError(t, err)
	require.Len(t, other.GetItems(), 1)
	require.False(t, other.GetMore())
	nobody, err := ask("007", 9)
	require.NoError(t, err)
	require.Empty(t, nobody.GetItems())
	_, err = ask("008", 7)
	require.Equal(t, codes.NotFound, status.Code(err))
}
