package event_test

import (
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"
	"google.golang.org/protobuf/types/known/timestamppb"

	scoringenginev1 "puls.app/proto/gen/go/puls/scoringengine/v1"
	typev1 "puls.app/proto/gen/go/puls/type/v1"
	"puls.app/services/event"
)

func TestAResultIsReadAlikeFromThisVersionAndTheOneBefore(t *testing.T) {
	at := time.Date(2026, 11, 3, 2, 0, 0, 0, time.UTC)
	before := &scoringenginev1.Calculated{
		AccountId: 7, ScoringId: "0199d8a2-0000-7000-8000-000000000001", Channel: typev1.Channel_CHANNEL_SMS,
		GeneratedDate: "2026-11-02", Revision: 2, CalculatedAt: at.Unix(),
	}
	want := event.Result{
		Account: 7, Scoring: uuid.MustParse(before.GetScoringId()), Channel: typev1.Channel_CHANNEL_SMS,
		Date: time.Date(2026, 11, 2, 0, 0, 0, 0, time.UTC), At: at,
	}
	got, err := event.ResultOf(before)
	require.NoError(t, err)
	got.At = got.At.UTC()
	require.Equal(t, want, got)

	before.CalculatedAt, before.MadeAt = 0, timestamppb.New(at)
	got, err = event.ResultOf(before)
	require.NoError(t, err)
	require.Equal(t, want, got)
}

func TestAResultWithoutAScoringOrADayIsNone(t *testing.T) {
	_, err := event.ResultOf(&scoringenginev1.Calculated{ScoringId: "s1", GeneratedDate: "2026-11-02"})
	require.ErrorContains(t, err, "read scoring id")
	_, err = event.ResultOf(&scoringenginev1.Calculated{ScoringId: uuid.NewString(), GeneratedDate: "2026-02-30"})
	require.ErrorContains(t, err, "read generated date")
}
