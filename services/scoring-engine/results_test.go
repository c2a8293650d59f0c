package scoringengine_test

import (
	"errors"
	"io"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"
	"google.golang.org/grpc/codes"
	"google.golang.org/protobuf/proto"

	scoringenginev1 "puls.app/proto/gen/go/puls/scoringengine/v1"
	typev1 "puls.app/proto/gen/go/puls/type/v1"
	"puls.app/services/kit/auth"
	"puls.app/services/local/servicetest"
	"puls.app/services/scoring-engine/internal/calculation"
)

// getResult fetches the stored result of the test's only scoring.
func (s *system) getResult(
	t *testing.T, account int32, channel typev1.Channel, day string,
) (*scoringenginev1.Calculated, error) {
	t.Helper()
	res, err := s.results.GetResult(t.Context(), &scoringenginev1.GetResultRequest{
		AccountId: account, ScoringId: scoringID, Channel: channel, GeneratedDate: day,
	})
	return res.GetResult(), err
}

func (s *system) streamResults(t *testing.T, account int32) []*scoringenginev1.StreamResultsResponse {
	t.Helper()
	stream, err := s.results.StreamResults(t.Context(), &scoringenginev1.StreamResultsRequest{AccountId: account})
	require.NoError(t, err)
	var list []*scoringenginev1.StreamResultsResponse
	for {
		item, err := stream.Recv()
		if errors.Is(err, io.EOF) {
			return list
		}
		require.NoError(t, err)
		list = append(list, item)
	}
}

func TestAResultIsKeptAsItWasAnnounced(t *testing.T) {
	t.Parallel()
	s := start(t, nil)
	events := servicetest.Events[*scoringenginev1.Calculated](t, s.System)
	_, err := s.getResult(t, account, 0, "")
	servicetest.Refused(t, err, codes.NotFound, "CALCULATION_NOT_FOUND")
	require.Empty(t, s.streamResults(t, 0))
	s.engage(t, 20)
	s.Publish(t, &scoringenginev1.Nightly{})
	first := servicetest.Next(t, events)
	_, err = s.own.Calculate(t.Context(), &scoringenginev1.CalculateRequest{Id: scoringID})
	require.NoError(t, err)
	event := servicetest.Next(t, events)
	require.Equal(t, [2]int32{1, 2}, [2]int32{first.GetRevision(), event.GetRevision()})
	for _, channel := range []typev1.Channel{0, typev1.Channel_CHANNEL_MAILING} {
		for _, day := range []string{"", "2026-11-02"} {
			result, err := s.getResult(t, account, channel, day)
			require.NoError(t, err)
			require.True(t, proto.Equal(event, result), "%v", result)
		}
	}
	for _, of := range []int32{0, account} {
		list := s.streamResults(t, of)
		require.Len(t, list, 1)
		require.True(t, proto.Equal(event, list[0].GetResult()))
		list[0].Result = nil
		require.True(t, proto.Equal(&scoringenginev1.StreamResultsResponse{
			AccountId: account, ScoringId: scoringID, Channel: typev1.Channel_CHANNEL_MAILING, GeneratedDate: "2026-11-02",
			Revision: 2,
		}, list[0]), "%v", list[0])
	}

	// Another account, channel or day has no result, and a person must not call the service.
	_, err = s.getResult(t, account+1, 0, "")
	servicetest.Refused(t, err, codes.NotFound, "CALCULATION_NOT_FOUND")
	require.Empty(t, s.streamResults(t, account+1))
	_, err = s.getResult(t, account, typev1.Channel_CHANNEL_SMS, "")
	servicetest.Refused(t, err, codes.NotFound, "CALCULATION_NOT_FOUND")
	_, err = s.getResult(t, account, 0, "2026-11-01")
	servicetest.Refused(t, err, codes.NotFound, "CALCULATION_NOT_FOUND")
	_, err = s.getResult(t, account, 0, "2026-02-30")
	servicetest.Refused(t, err, codes.InvalidArgument, "DATE_INVALID")
	person := scoringenginev1.NewResultServiceClient(s.AsPerson(t, auth.Identity{Account: account}))
	_, err = person.GetResult(t.Context(), &scoringenginev1.GetResultRequest{AccountId: account, ScoringId: scoringID})
	servicetest.Refused(t, err, codes.PermissionDenied, "SERVICE_ONLY")
}

// An older version stores no announcement, and leaves the previous one in place when it repeats a calculation.
func TestAResultOfTheVersionBeforeHasNoAnnouncement(t *testing.T) {
	t.Parallel()
	s := start(t, nil)
	events := servicetest.Events[*scoringenginev1.Calculated](t, s.System)
	s.engage(t, 20)
	s.Publish(t, &scoringenginev1.Nightly{})
	servicetest.Next(t, events)
	for _, change := range []string{"revision = revision + 1", "announcement = NULL"} {
		_, err := s.Admin(t).Exec(t.Context(), "UPDATE calculations SET "+change)
		require.NoError(t, err)
		_, err = s.getResult(t, account, 0, "")
		servicetest.Refused(t, err, codes.NotFound, "CALCULATION_NOT_FOUND")
		list := s.streamResults(t, account)
		require.Len(t, list, 1)
		require.Nil(t, list[0].GetResult())
		require.Equal(t, int32(2), list[0].GetRevision())
	}
}

func TestResultsComeInOrderPageAfterPage(t *testing.T) {
	t.Parallel()
	store, _ := open(t)
	none := func() (calculation.ChunkID, []byte, bool) { return calculation.ChunkID{}, nil, false }
	var want []calculation.Key
	for account := range calculation.AccountID(2) {
		for scoring := range byte(3) {
			for _, channel := range []calculation.Channel{calculation.SMS, calculation.Web} {
				for day := range 40 {
					key := calculation.Key{
						Scoring: uuid.UUID{byte(account), scoring}, Channel: channel, Date: generated.AddDate(0, 0, day),
					}
					want = append(want, key)
					require.True(t, keepResult(t, store, calculation.Result{Account: account + 5, Key: key}, time.Now(), none))
				}
			}
		}
	}
	read := func(account calculation.AccountID) (keys []calculation.Key) {
		require.NoError(t, store.Each(t.Context(), account, func(kept calculation.Kept) error {
			require.NotEmpty(t, kept.Announcement)
			keys = append(keys, kept.Key)
			return nil
		}))
		return keys
	}
	require.Equal(t, want, read(0))
	require.Equal(t, want[:240], read(5))
	require.Equal(t, want[240:], read(6))
	require.Empty(t, read(7))

	// Without a channel, the first one that has results is used, regardless of the others.
	newest, err := store.Result(t.Context(), 5, calculation.Key{Scoring: uuid.UUID{0, 1}})
	require.NoError(t, err)
	require.Equal(
		t, calculation.Key{Scoring: uuid.UUID{0, 1}, Channel: calculation.SMS, Date: generated.AddDate(0, 0, 39)}, newest.Key,
	)
	stop := errors.New("enough")
	require.ErrorIs(t, store.Each(t.Context(), 0, func(calculation.Kept) error { return stop }), stop)
}
