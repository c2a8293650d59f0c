package scoringengine_test

import (
	"context"
	"log/slog"
	"math/rand/v2"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"
	"golang.org/x/sync/semaphore"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/proto"

	scoringenginev1 "puls.app/proto/gen/go/puls/scoringengine/v1"
	typev1 "puls.app/proto/gen/go/puls/type/v1"
	"puls.app/services/local/servicetest"
	"puls.app/services/scoring-engine/internal/calculating"
	"puls.app/services/scoring-engine/internal/calculation"
	"puls.app/services/spec"
)

func (s *system) preview(
	ctx context.Context, scores bool, change func(*scoringenginev1.PreviewTasksRequest),
) (*scoringenginev1.PreviewTasksResponse, error) {
	req := &scoringenginev1.PreviewTasksRequest{AccountId: account, Tasks: task(false), WithScores: scores}
	if change != nil {
		change(req)
	}
	return s.previews.PreviewTasks(ctx, req)
}

func TestAPreviewEqualsTheCalculation(t *testing.T) {
	t.Parallel()
	s := start(t, nil)
	events := servicetest.Events[*scoringenginev1.Calculated](t, s.System)
	s.engage(t, 20)
	seen, err := s.preview(t.Context(), true, nil)
	require.NoError(t, err)
	require.Empty(t, events, "a preview keeps nothing")
	s.Publish(t, &scoringenginev1.Nightly{})
	kept := servicetest.Next(t, events)

	got := seen.GetTasks()[0]
	require.Equal(t, typev1.Channel_CHANNEL_MAILING, got.GetChannel())
	require.Equal(t, "2026-10-27", got.GetPossibleFrom(), "two weeks after the first sending")
	require.Equal(t, int32(20), got.GetDataDays())
	require.Equal(t, int32(3), got.GetDatabases()[0].GetAnalysed())
	got.GetDatabases()[0].Analysed = 0
	require.True(t, proto.Equal(kept.GetDatabases()[0], got.GetDatabases()[0]))
	for name, value := range kept.GetReferences() {
		require.Equal(t, value, got.GetReferences()[name].GetValue())
		require.Equal(t, kept.GetSamples()[name], got.GetReferences()[name].GetSample())
	}
	require.Len(t, got.GetReferences(), len(kept.GetReferences()))
}

func TestAPreviewNeedsNeitherWholeWeightsNorTwoWeeksOfData(t *testing.T) {
	t.Parallel()
	s := start(t, nil)
	empty, err := s.preview(t.Context(), true, nil)
	require.NoError(t, err)
	require.Zero(t, empty.GetTasks()[0].GetDataDays())
	require.Empty(t, empty.GetTasks()[0].GetPossibleFrom())
	require.Equal(t, int32(4), empty.GetTasks()[0].GetDatabases()[0].GetExcluded()["NO_SENDING"])
	s.engage(t, 10)
	scored, err := s.preview(t.Context(), true, nil)
	require.NoError(t, err)
	require.Equal(t, "2026-11-06", scored.GetTasks()[0].GetPossibleFrom())
	require.Equal(t, int32(2), scored.GetTasks()[0].GetDatabases()[0].GetHistogram()[70])

	for name, weights := range map[string][]int32{"none": nil, "90 together": {45, 30, 15}, "one below": {-5, 60, 45}} {
		res, err := s.preview(t.Context(), true, func(req *scoringenginev1.PreviewTasksRequest) {
			req.Tasks[0].Scorings[0].Weights = weights
		})
		require.NoError(t, err, name)
		got := res.GetTasks()[0]
		require.Empty(t, got.GetReferences(), name)
		require.Empty(t, got.GetDatabases()[0].GetHistogram(), name)
		require.Equal(t, int32(3), got.GetDatabases()[0].GetAnalysed(), name)
		require.Equal(t, scored.GetTasks()[0].GetDatabases()[0].GetExcluded(), got.GetDatabases()[0].GetExcluded(), name)
	}
	none, err := s.preview(t.Context(), true, func(req *scoringenginev1.PreviewTasksRequest) {
		req.Tasks[0].Scorings[0].DataSources = nil
	})
	require.NoError(t, err)
	require.Empty(t, none.GetTasks()[0].GetDatabases(), "nobody is chosen")
	person := scoringenginev1.NewPreviewServiceClient(s.Unauthenticated(t))
	_, err = person.PreviewTasks(t.Context(), &scoringenginev1.PreviewTasksRequest{AccountId: account})
	require.Equal(t, codes.Unauthenticated, status.Code(err))
}

func TestAnAccountHasOnePreviewAtATimeAndCanLeaveIt(t *testing.T) {
	t.Parallel()
	p := peers{broken: &atomic.Bool{}, asked: make(chan struct{}, 9), answer: make(chan struct{})}
	s := startWith(t, nil, p)
	begin := func(ctx context.Context, account int32) <-chan error {
		ended := make(chan error, 1)
		go func() {
			_, err := s.preview(ctx, true, func(req *scoringenginev1.PreviewTasksRequest) { req.AccountId = account })
			ended <- err
		}()
		return ended
	}
	ctx, leave := context.WithCancel(t.Context())
	first := begin(ctx, account)
	<-p.asked
	servicetest.Refused(t, <-begin(t.Context(), account), codes.ResourceExhausted, "SCORING_PREVIEW_BUSY")
	other := begin(t.Context(), account+1)
	<-p.asked // another account's preview does not keep it waiting
	leave()
	require.Equal(t, codes.Canceled, status.Code(<-first))
	again := begin(t.Context(), account)
	require.Eventually(t, func() bool {
		select {
		case <-p.asked:
			return true
		case err := <-again: // the abandoned preview has not ended yet
			servicetest.Refused(t, err, codes.ResourceExhausted, "SCORING_PREVIEW_BUSY")
			again = begin(t.Context(), account)
			return false
		}
	}, time.Minute, time.Millisecond)
	close(p.answer)
	require.NoError(t, <-other)
	require.NoError(t, <-again)
}

// TestPreviewsAgreeWithResults compares both on random facts, where scores differ.
func TestPreviewsAgreeWithResults(t *testing.T) {
	t.Parallel()
	store, db := open(t)
	r := rand.New(rand.NewPCG(3, 3))
	batches := batchesOf(r)
	order := make([]int, len(batches))
	for i := range order {
		order[i] = i
	}
	ingest(t, store, 1, batches, order)
	want := calculate(t, store, db, 1)
	calculator := calculating.NewCalculator(store, everybody{}, 2, realTime(), slog.New(slog.DiscardHandler))
	scoring := calculation.Scoring{
		ID: uuid.UUID{1}, Spec: spec.Spec{
			DaysAgo: 28, Percentile: 90, Weights: calculation.Weights{"or": 45, "ctr": 30, "delivery": 25},
			Sources: []calculation.Source{{UID: "002", IncludedAll: true}},
		},
	}
	looks := semaphore.NewWeighted(calculation.LooksAtOnce)
	previews, err := calculating.NewPreviews(calculator, looks).Preview(t.Context(), 1, []calculation.Task{{
		Channel: calculation.Mailing, Date: calculation.DateOf(firstDay + days), Scorings: []calculation.Scoring{scoring},
	}}, true)
	require.NoError(t, err)
	require.Equal(t, want.event.GetDatabases()[0].GetHistogram(), previews[0].Databases[0].Scores)
	require.Equal(t, want.event.GetDatabases()[0].GetNewHistogram(), previews[0].Databases[0].New)
	require.Equal(t, want.event.GetDatabases()[0].GetExcluded(), previews[0].Databases[0].Excluded)
	for name, reference := range previews[0].References {
		require.Equal(t, want.event.GetReferences()[name], reference.Value)
		require.Equal(t, want.event.GetSamples()[name], reference.Sample)
	}
	require.Len(t, previews[0].References, 3)
}
