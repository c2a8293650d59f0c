package scoringconfig_test

import (
	"context"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/proto"

	scoringconfigv1 "puls.app/proto/gen/go/puls/scoringconfig/v1"
	scoringenginev1 "puls.app/proto/gen/go/puls/scoringengine/v1"
	typev1 "puls.app/proto/gen/go/puls/type/v1"
	"puls.app/services/local/servicetest"
)

func (p *peers) BacktestTask(
	ctx context.Context, req *scoringenginev1.BacktestTaskRequest,
) (*scoringenginev1.BacktestTaskResponse, error) {
	if p.backtest == nil {
		return nil, status.Error(codes.Unavailable, "the engine is away")
	}
	return p.backtest(ctx, req)
}

// changed returns an SMS part of the uid 007 with its own weights.
func changed(ctr, delivery string) *scoringconfigv1.BacktestScoringRequest {
	return &scoringconfigv1.BacktestScoringRequest{
		Config: &scoringconfigv1.Config{DaysAgo: 91, Sms: &scoringconfigv1.SmsConfig{
			Weights: &scoringconfigv1.SmsWeights{Ctr: ctr, Delivery: delivery}, Percentile: 0.8,
		}},
	}
}

// engineBacktest returns one day on which both sides have the same scores, and records the request.
func (s *system) engineBacktest(asked *scoringenginev1.BacktestTaskRequest) {
	s.peers.backtest = func(
		_ context.Context, req *scoringenginev1.BacktestTaskRequest,
	) (*scoringenginev1.BacktestTaskResponse, error) {
		proto.Reset(asked)
		proto.Merge(asked, req)
		histogram := make([]int32, 101)
		histogram[0], histogram[50], histogram[100] = 1, 1, 1
		day := &scoringenginev1.BacktestDay{GeneratedDate: req.GetTask().GetGeneratedDate()}
		for side := range req.GetTask().GetScorings() {
			day.Figures = append(day.Figures, &scoringenginev1.BacktestFigures{
				Enough: side == 0,
				Databases: []*scoringenginev1.DatabaseResult{
					{Histogram: histogram, Excluded: map[string]int32{"NO_CONSENT": 3, "NO_GSM": 1}},
					{Histogram: histogram[:51], Excluded: map[string]int32{"NO_CONSENT": 2}},
				},
			})
		}
		res := &scoringenginev1.BacktestTaskResponse{Days: []*scoringenginev1.BacktestDay{day}}
		if len(day.GetFigures()) > 1 {
			res.Moves = make([]int32, 100)
			res.Moves[0*10+4], res.Moves[3*10+1], res.Moves[2*10+2] = 1, 2, 3
			res.Moves[5*10+0], res.Moves[1*10+7], res.Moves[6*10+6], res.Moves[9*10+1] = 4, 5, 6, 7
		}
		return res, nil
	}
}

func TestABacktestComparesChangedAndSavedSettings(t *testing.T) {
	t.Parallel()
	s := start(t, nil)
	var asked scoringenginev1.BacktestTaskRequest
	s.engineBacktest(&asked)
	id := s.draft(t, "Backtest")
	require.NoError(t, s.save(t, id, "Backtest", "007", 1))
	req := changed("0.40", "0.60")
	req.Id = id

	got, err := s.own.BacktestScoring(t.Context(), req)
	require.NoError(t, err)
	require.Len(t, asked.GetTask().GetScorings(), 1, "a draft is nothing before")
	require.Nil(t, got.GetMoves())
	require.Nil(t, got.GetDays()[0].GetBefore())

	require.NoError(t, s.setStatus(t, id, 1))
	got, err = s.own.BacktestScoring(t.Context(), req)
	require.NoError(t, err)
	warsaw, err := time.LoadLocation(zone)
	require.NoError(t, err)
	today := s.Now().In(warsaw).Format(time.DateOnly)
	task := asked.GetTask()
	require.Equal(t, int32(account), asked.GetAccountId())
	require.Equal(t, int32(13), asked.GetWeeks())
	require.Equal(t, today, task.GetGeneratedDate())
	require.Equal(t, typev1.Channel_CHANNEL_SMS, task.GetChannel())
	require.Len(t, task.GetScorings(), 2)
	for side, want := range []struct {
		weights             []int32
		daysAgo, percentile int32
	}{{[]int32{40, 60}, 91, 80}, {[]int32{25, 75}, 28, 90}} {
		scoring := task.GetScorings()[side]
		require.Equal(t, want.weights, scoring.GetWeights())
		require.Equal(t, want.daysAgo, scoring.GetDaysAgo())
		require.Equal(t, want.percentile, scoring.GetPercentile())
		require.True(t, scoring.GetDataSources()[0].GetIncludedAll())
	}
	require.Equal(t, "sms", got.GetScoringType())
	require.WithinDuration(t, s.Now(), got.GetAsOf().AsTime(), time.Minute)
	require.Equal(t, today, got.GetDays()[0].GetGeneratedDate())
	figures := got.GetDays()[0].GetChanged()
	require.True(t, figures.GetEnough())
	require.Equal(t, []int32{2, 0, 2, 0, 1}, figures.GetBands())
	require.Equal(t, [2]int32{5, 6}, [2]int32{figures.GetScored(), figures.GetExcluded()})
	require.InDelta(t, 40, figures.GetAvgScoring(), 0)
	require.False(t, got.GetDays()[0].GetBefore().GetEnough())
	require.True(t, proto.Equal(&scoringconfigv1.BacktestMoves{Up: 1, Down: 2, Same: 3, Entered: 11, Left: 5},
		got.GetMoves()))
}

func TestASavedScoringMayNameADeletedGroup(t *testing.T) {
	t.Parallel()
	s := start(t, nil)
	var asked scoringenginev1.BacktestTaskRequest
	s.engineBacktest(&asked)
	req := changed("0.40", "0.60")
	req.Id = s.draft(t, "Groups")
	saved := changed("0.30", "0.70").GetConfig()
	saved.Sms.DataSources = []*scoringconfigv1.DataSource{
		{Uid: "007", IncludedGroupIds: []int32{1, 2}, ExcludedGroupIds: []int32{3}},
	}
	version := int32(1)
	_, err := s.own.SaveScoring(t.Context(), &scoringconfigv1.SaveScoringRequest{
		Id: req.GetId(), Name: "Groups", Version: &version, Config: saved,
	})
	require.NoError(t, err)
	require.NoError(t, s.setStatus(t, req.GetId(), 1))
	s.peers.gone = 2
	_, err = s.own.BacktestScoring(t.Context(), req)
	require.NoError(t, err)
	require.Equal(t, []int32{1}, asked.GetTask().GetScorings()[1].GetDataSources()[0].GetIncludedGroupIds())
	require.Equal(t, []int32{3}, asked.GetTask().GetScorings()[1].GetDataSources()[0].GetExcludedGroupIds())
	req.Before = saved
	_, err = s.own.BacktestScoring(t.Context(), req)
	servicetest.Refused(t, err, codes.InvalidArgument, "SCORING_GROUP_UNKNOWN")
}

func TestABacktestTakesFormerSettingsFromTheRequest(t *testing.T) {
	t.Parallel()
	s := start(t, nil)
	var asked scoringenginev1.BacktestTaskRequest
	s.engineBacktest(&asked)
	req := changed("0.40", "0.60")
	req.Before, req.Weeks, req.ScoringType = changed("0.30", "0.70").GetConfig(), 2, "sms"
	req.Before.Sms.DataSources = []*scoringconfigv1.DataSource{{Uid: "007", IncludedGroupIds: []int32{1}}}
	_, err := s.own.BacktestScoring(t.Context(), req)
	require.NoError(t, err)
	require.Equal(t, int32(2), asked.GetWeeks())
	before := asked.GetTask().GetScorings()[1]
	require.Equal(t, []int32{30, 70}, before.GetWeights())
	require.Equal(t, []int32{1}, before.GetDataSources()[0].GetIncludedGroupIds())

	req.Before.Sms.Weights = nil
	_, err = s.own.BacktestScoring(t.Context(), req)
	require.NoError(t, err)
	require.Len(t, asked.GetTask().GetScorings(), 1, "what has no scores is not compared with")

	req.Before.Sms.DataSources[0].Uid = "099"
	_, err = s.own.BacktestScoring(t.Context(), req)
	servicetest.Refused(t, err, codes.InvalidArgument, "SCORING_UID_UNKNOWN")
}

func TestAChannelThatIsNewHasNothingBefore(t *testing.T) {
	t.Parallel()
	s := start(t, nil)
	var asked scoringenginev1.BacktestTaskRequest
	s.engineBacktest(&asked)
	id := s.draft(t, "Channels")
	require.NoError(t, s.save(t, id, "Channels", "007", 1))
	require.NoError(t, s.setStatus(t, id, 1))
	mailing := &scoringconfigv1.Config{DaysAgo: 91, Mailing: &scoringconfigv1.MailingConfig{
		Weights: &scoringconfigv1.MailingWeights{Or: "0.45", Ctr: "0.30", Delivery: "0.25"}, Percentile: 0.8,
	}}
	for name, req := range map[string]*scoringconfigv1.BacktestScoringRequest{
		"of what was brought along": {Config: changed("0.40", "0.60").GetConfig(), Before: mailing},
		"of what is saved":          {Config: mailing, Id: id},
	} {
		t.Run(name, func(t *testing.T) {
			got, err := s.own.BacktestScoring(t.Context(), req)
			require.NoError(t, err)
			require.Len(t, asked.GetTask().GetScorings(), 1)
			require.Nil(t, got.GetDays()[0].GetBefore())
			require.Nil(t, got.GetMoves())
		})
	}
}

func TestABacktestRequiresCompleteSettings(t *testing.T) {
	t.Parallel()
	s := start(t, nil)
	_, err := s.own.BacktestScoring(t.Context(), changed("0.40", "0.50"))
	servicetest.Refused(t, err, codes.InvalidArgument, "SCORING_WEIGHTS_SUM")
	req := changed("0.40", "0.60")
	req.Config.Sms.DataSources = []*scoringconfigv1.DataSource{{Uid: "099", IncludedAll: true}}
	_, err = s.own.BacktestScoring(t.Context(), req)
	servicetest.Refused(t, err, codes.InvalidArgument, "SCORING_UID_UNKNOWN")
	req = changed("0.40", "0.60")
	req.ScoringType = "mailing"
	_, err = s.own.BacktestScoring(t.Context(), req)
	servicetest.Refused(t, err, codes.InvalidArgument, "SCORING_CHANNEL_MISSING")
	req = changed("0.40", "0.60")
	req.Weeks = 14
	_, err = s.own.BacktestScoring(t.Context(), req)
	require.Equal(t, codes.InvalidArgument, status.Code(err))
	req = changed("0.40", "0.60")
	req.Id = uuid.NewString()
	_, err = s.own.BacktestScoring(t.Context(), req)
	servicetest.Refused(t, err, codes.NotFound, "SCORING_NOT_FOUND")
	req.Id = s.draft(t, "Somebody's own")
	_, err = s.stranger.BacktestScoring(t.Context(), req)
	servicetest.Refused(t, err, codes.NotFound, "SCORING_NOT_FOUND")
	_, err = s.own.BacktestScoring(t.Context(), req)
	require.Equal(t, codes.Unavailable, status.Code(err))
}

func TestABacktestIsThePreviewOfItsAccount(t *testing.T) {
	t.Parallel()
	s := start(t, nil)
	began, end := make(chan struct{}), make(chan struct{})
	s.peers.backtest = func(
		context.Context, *scoringenginev1.BacktestTaskRequest,
	) (*scoringenginev1.BacktestTaskResponse, error) {
		close(began)
		<-end
		return &scoringenginev1.BacktestTaskResponse{}, nil
	}
	ended := make(chan error, 1)
	go func() {
		_, err := s.own.BacktestScoring(t.Context(), changed("0.40", "0.60"))
		ended <- err
	}()
	<-began
	_, err := s.own.PreviewScoring(t.Context(), guided(25, 25, 25, 25))
	servicetest.Refused(t, err, codes.ResourceExhausted, "SCORING_PREVIEW_BUSY")
	_, err = s.own.BacktestScoring(t.Context(), changed("0.40", "0.60"))
	servicetest.Refused(t, err, codes.ResourceExhausted, "SCORING_PREVIEW_BUSY")
	close(end)
	require.NoError(t, <-ended)
}
