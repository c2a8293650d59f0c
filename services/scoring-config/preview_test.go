package scoringconfig_test

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/proto"

	scoringconfigv1 "puls.app/proto/gen/go/puls/scoringconfig/v1"
	scoringenginev1 "puls.app/proto/gen/go/puls/scoringengine/v1"
	typev1 "puls.app/proto/gen/go/puls/type/v1"
	"puls.app/services/local/servicetest"
)

func (p *peers) PreviewTasks(
	ctx context.Context, req *scoringenginev1.PreviewTasksRequest,
) (*scoringenginev1.PreviewTasksResponse, error) {
	if p.preview == nil {
		return nil, status.Error(codes.Unavailable, "the engine is away")
	}
	return p.preview(ctx, req)
}

// guided returns an SMS part of the uid 007 and the shares that make its weights.
func guided(shares ...int32) *scoringconfigv1.PreviewScoringRequest {
	return &scoringconfigv1.PreviewScoringRequest{
		IsCreatedByWizard: true, PredefinedConfigSelection: &scoringconfigv1.PredefinedSelection{Sms: shares},
		Config:       &scoringconfigv1.Config{DaysAgo: 28, Sms: &scoringconfigv1.SmsConfig{Percentile: 0.9}},
		Distribution: true,
	}
}

func TestAPreviewReturnsTheNormalisedConfiguration(t *testing.T) {
	t.Parallel()
	s := start(t, nil)
	s.peers.preview = func(
		_ context.Context, req *scoringenginev1.PreviewTasksRequest,
	) (*scoringenginev1.PreviewTasksResponse, error) {
		require.Len(t, req.GetTasks(), 1)
		task := req.GetTasks()[0]
		require.Equal(t, typev1.Channel_CHANNEL_SMS, task.GetChannel())
		require.Equal(t, []int32{25, 75}, task.GetScorings()[0].GetWeights())
		require.Equal(t, "007", task.GetScorings()[0].GetDataSources()[0].GetUid(), "nothing marked is the own uid")
		require.True(t, req.GetWithScores())
		histogram := make([]int32, 101)
		histogram[0], histogram[50], histogram[100] = 1, 1, 2
		return &scoringenginev1.PreviewTasksResponse{Tasks: []*scoringenginev1.TaskPreview{{
			Channel: typev1.Channel_CHANNEL_SMS, PossibleFrom: "2026-11-16", DataDays: 12,
			Databases: []*scoringenginev1.DatabaseResult{{
				Uid: "007", Histogram: histogram, Analysed: 4, Excluded: map[string]int32{"NO_CONSENT": 3},
			}},
			References: map[string]*scoringenginev1.Reference{
				"ctr": {Value: "1/2", Sample: 4}, "delivery": {Value: "1/1", Sample: 40},
			},
		}}}, nil
	}
	got, err := s.own.PreviewScoring(t.Context(), guided(25, 25, 25, 25))
	require.NoError(t, err)
	require.Empty(t, got.GetProblems())
	require.WithinDuration(t, s.Now(), got.GetAsOf().AsTime(), time.Minute)
	sms := got.GetChannels()["sms"]
	require.Equal(t, map[string]int32{"ctr": 25, "delivery": 75}, sms.GetWeights())
	require.Equal(t, "2026-11-16", sms.GetPossibleFrom())
	require.Equal(t, int32(12), sms.GetDataDays())
	require.Equal(t, int32(7), sms.GetAudience()[0].GetContacts())
	require.Equal(t, map[string]int32{"NO_GSM": 0, "NO_CONSENT": 3, "NOT_IN_GROUP": 0, "NO_SENDING": 0},
		sms.GetAudience()[0].GetExcluded())
	require.Equal(t, int32(4), sms.GetDistribution().GetAnalysed())
	require.InDelta(t, 62.5, sms.GetDistribution().GetAvgScoring(), 0)
	require.InDelta(t, 50, sms.GetDistribution().GetItems()[4].GetPercent(), 0)
	require.False(t, sms.GetReferences()["ctr"].GetSaturated())
	require.True(t, sms.GetReferences()["delivery"].GetSaturated())
}

func TestAPreviewNamesEveryProblemInTheOrderOfTheInterface(t *testing.T) {
	t.Parallel()
	s := start(t, nil)
	req := guided(25, 25, 25)
	req.Config.Sms.Percentile = 0
	req.Config.Sms.DataSources = []*scoringconfigv1.DataSource{{Uid: "007", ExcludedGroupIds: []int32{1}}}
	req.Config.Mailing = &scoringconfigv1.MailingConfig{
		DataSources: req.Config.Sms.DataSources,
		ExportToProperty: &scoringconfigv1.ExportToProperty{
			Properties: []*scoringconfigv1.PropertyRef{{Uid: "007", PropertyId: 1}},
		},
	}
	got, err := s.own.PreviewScoring(t.Context(), req)
	require.NoError(t, err, "nobody is to be judged, so that the engine is not asked")
	var problems []string
	for _, problem := range got.GetProblems() {
		problems = append(problems, problem.GetClass()+" "+problem.GetField())
	}
	require.Equal(t, []string{
		"SCORING_SHARES_INVALID predefinedConfigSelection.mailing", "SCORING_SHARES_INVALID predefinedConfigSelection.sms",
		"SCORING_DATA_SOURCES_MISSING config.mailing.dataSources", "SCORING_DATA_SOURCES_MISSING config.sms.dataSources",
		"SCORING_PERCENTILE_MISSING config.mailing.percentile", "SCORING_PERCENTILE_MISSING config.sms.percentile",
		"SCORING_PROPERTY_UNUSABLE config.mailing.exportToProperty.properties[0]",
	}, problems)
	require.InDelta(t, 3, got.GetProblems()[1].GetParams().GetFields()["count"].GetNumberValue(), 0)
	require.Empty(t, got.GetChannels()["sms"].GetWeights())
	require.Empty(t, got.GetChannels()["sms"].GetDataSources())

	_, err = s.own.PreviewScoring(t.Context(), guided(25, 25, 25, 25))
	require.Equal(t, codes.Unavailable, status.Code(err))
	req.Config.Sms.DataSources[0].Uid = "099"
	_, err = s.own.PreviewScoring(t.Context(), req)
	servicetest.Refused(t, err, codes.InvalidArgument, "SCORING_UID_UNKNOWN")
}

func TestAPreviewThatIsAbandonedLeavesItsPlaceToTheNext(t *testing.T) {
	t.Parallel()
	s := start(t, nil)
	began := make(chan struct{})
	s.peers.preview = func(
		ctx context.Context, _ *scoringenginev1.PreviewTasksRequest,
	) (*scoringenginev1.PreviewTasksResponse, error) {
		began <- struct{}{}
		<-ctx.Done()
		return nil, ctx.Err()
	}
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 2)
	go func() {
		_, err := s.own.PreviewScoring(ctx, guided(25, 25, 25, 25))
		ended <- err
	}()
	<-began
	_, err := s.own.PreviewScoring(t.Context(), guided(25, 25, 25, 25))
	servicetest.Refused(t, err, codes.ResourceExhausted, "SCORING_PREVIEW_BUSY")
	cancel()
	require.Equal(t, codes.Canceled, status.Code(<-ended))
	go func() {
		_, err := s.own.PreviewScoring(t.Context(), guided(25, 25, 25, 25))
		ended <- err
	}()
	<-began
}

func TestUsesAreThoseOfInactiveAndActiveScorings(t *testing.T) {
	t.Parallel()
	s := start(t, nil)
	use := func(name string, status int32, group int32) {
		version := int32(1)
		id := s.draft(t, name)
		_, err := s.own.SaveScoring(t.Context(), &scoringconfigv1.SaveScoringRequest{
			Id: id, Name: name, Version: &version,
			Config: &scoringconfigv1.Config{DaysAgo: 28, Sms: &scoringconfigv1.SmsConfig{
				Weights: &scoringconfigv1.SmsWeights{Ctr: "0.25", Delivery: "0.75"}, Percentile: 0.9,
				DataSources: []*scoringconfigv1.DataSource{
					{Uid: "007", IncludedGroupIds: []int32{group}, ExcludedGroupIds: []int32{group, 9}},
				},
				ExportToProperty: &scoringconfigv1.ExportToProperty{
					Properties: []*scoringconfigv1.PropertyRef{{Uid: "007", PropertyId: group}},
				},
			}},
		})
		require.NoError(t, err)
		if status > 0 {
			require.NoError(t, s.setStatus(t, id, status))
		}
	}
	use("A draft", 0, 1)
	use("Second", 1, 2)
	use("First", 2, 3)
	usage := scoringconfigv1.NewUsageServiceClient(s.AsService(t))
	got, err := usage.ListUsage(t.Context(), &scoringconfigv1.ListUsageRequest{AccountId: account})
	require.NoError(t, err)
	list := func(uses []*scoringconfigv1.Usage) (names []string, ids []int32) {
		for _, use := range uses {
			require.Equal(t, typev1.Channel_CHANNEL_SMS, use.GetChannel())
			names, ids = append(names, use.GetScoringName()), append(ids, use.GetId())
		}
		return names, ids
	}
	names, ids := list(got.GetGroups())
	require.Equal(t, []string{"First", "First", "Second", "Second"}, names)
	require.Equal(t, []int32{3, 9, 2, 9}, ids)
	names, ids = list(got.GetProperties())
	require.Equal(t, []string{"First", "Second"}, names)
	require.Equal(t, []int32{3, 2}, ids)
	none, err := usage.ListUsage(t.Context(), &scoringconfigv1.ListUsageRequest{AccountId: stranger})
	require.NoError(t, err)
	require.Empty(t, none.GetGroups())
}

func TestOtherServicesReadTheConfigurationOfAScoring(t *testing.T) {
	t.Parallel()
	s := start(t, nil)
	id := s.draft(t, "Everybody")
	require.NoError(t, s.save(t, id, "Everybody", "007", 1))
	usage := scoringconfigv1.NewUsageServiceClient(s.AsService(t))
	got, err := usage.CheckScoring(t.Context(), &scoringconfigv1.CheckScoringRequest{AccountId: account, ScoringId: id})
	require.NoError(t, err)
	want := &scoringconfigv1.CheckScoringResponse{Channels: []*scoringconfigv1.ChannelSpec{{
		Channel: typev1.Channel_CHANNEL_SMS,
		Spec: &typev1.ScoringSpec{
			Version: 2, Name: "Everybody", DaysAgo: 28, Percentile: 90, Weights: map[string]int32{"ctr": 25, "delivery": 75},
			Sources: []*typev1.ScoringSource{{Uid: "007", IncludedAll: true}},
		},
	}}}
	require.True(t, proto.Equal(want, got), got)
	_, err = usage.CheckScoring(t.Context(), &scoringconfigv1.CheckScoringRequest{AccountId: stranger, ScoringId: id})
	require.Equal(t, codes.NotFound, status.Code(err))
}
