package scoringconfig_test

import (
	"context"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"google.golang.org/grpc/codes"
	"google.golang.org/protobuf/proto"

	contactsv1 "puls.app/proto/gen/go/puls/contacts/v1"
	scoringconfigv1 "puls.app/proto/gen/go/puls/scoringconfig/v1"
	"puls.app/services/kit/rpc"
	"puls.app/services/local/servicetest"
)

// ListSources knows only the uid 007; another account has other group numbers.
func (*peers) ListSources(
	_ context.Context, req *contactsv1.ListSourcesRequest,
) (*contactsv1.ListSourcesResponse, error) {
	if !slices.Contains(req.GetUids(), "007") {
		return &contactsv1.ListSourcesResponse{}, nil
	}
	first := 100 * req.GetAccountId()
	return &contactsv1.ListSourcesResponse{Items: []*contactsv1.Source{{
		Uid: "007", Groups: []*contactsv1.SourceName{{Id: first + 1, Name: "VIP"}, {Id: first + 2, Name: "Staff"}},
		Properties: []*contactsv1.SourceName{{Id: first + 3, Name: "Score"}},
	}}}, nil
}

func TestAScoringGoesOutAsAFileAndComesInAgain(t *testing.T) {
	t.Parallel()
	s := start(t, nil)
	id := s.draft(t, "Everybody")
	source := []*scoringconfigv1.DataSource{
		{Uid: "007", IncludedGroupIds: []int32{701}, ExcludedGroupIds: []int32{702, 799}},
	}
	export := &scoringconfigv1.ExportToProperty{
		Properties: []*scoringconfigv1.PropertyRef{{Uid: "007", PropertyId: 703}},
	}
	version := int32(1)
	_, err := s.own.SaveScoring(t.Context(), &scoringconfigv1.SaveScoringRequest{
		Id: id, Name: "Everybody", Version: &version,
		PredefinedConfigSelection: &scoringconfigv1.PredefinedSelection{
			Sms: []int32{25, 25, 25, 25}, SmsTypes: []string{"info", "automatic"},
		},
		Config: &scoringconfigv1.Config{
			DaysAgo: 42, GenerateHistorical: true,
			Mailing: &scoringconfigv1.MailingConfig{
				Weights: &scoringconfigv1.MailingWeights{Or: "0.45"}, DataSources: source, LeaveOutMachines: true,
			},
			Sms: &scoringconfigv1.SmsConfig{
				Weights: &scoringconfigv1.SmsWeights{Ctr: "0.25", Delivery: "0.75"}, Percentile: 0.85, DataSources: source,
				ExportToProperty: export,
			},
			Web: &scoringconfigv1.WebConfig{
				Weights: map[string]string{"purchase": "1.00"}, Percentile: 0.9,
				DataSources: []*scoringconfigv1.DataSource{{Uid: "007", IncludedAll: true}},
			},
		},
	})
	require.NoError(t, err)
	out, err := s.own.GetScoringFile(t.Context(), &scoringconfigv1.GetScoringFileRequest{Id: id})
	require.NoError(t, err)
	require.Equal(t, []string{"VIP"}, out.GetFile().GetConfig().GetSms().GetDataSources()[0].GetIncludedGroups())
	require.Equal(t, "Score", out.GetFile().GetConfig().GetSms().GetProperties()[0].GetName())

	require.True(t, out.GetFile().GetConfig().GetMailing().GetLeaveOutMachines())
	require.False(t, out.GetFile().GetConfig().GetSms().GetLeaveOutMachines())

	in, err := s.own.ImportScoringFile(t.Context(), &scoringconfigv1.ImportScoringFileRequest{File: out.GetFile()})
	require.NoError(t, err)
	first, second := s.get(t, id), s.get(t, in.GetId())
	require.NotEqual(t, first.GetId(), second.GetId())
	second.Id, second.Version = id, first.GetVersion()
	second.CreatedAt, second.UpdatedAt = first.GetCreatedAt(), first.GetUpdatedAt()
	for _, list := range []*scoringconfigv1.DataSource{
		first.GetConfig().GetMailing().GetDataSources()[0], first.GetConfig().GetSms().GetDataSources()[0],
	} {
		list.ExcludedGroupIds = []int32{702} // 799 was deleted and has no name
	}
	require.True(t, proto.Equal(first, second), "%v\n%v", first, second)

	load := &scoringconfigv1.ImportScoringFileRequest{File: out.GetFile()}
	theirs, err := s.stranger.ImportScoringFile(t.Context(), load)
	require.NoError(t, err)
	got, err := s.stranger.GetScoring(t.Context(), &scoringconfigv1.GetScoringRequest{Id: theirs.GetId()})
	require.NoError(t, err)
	require.Equal(t, []int32{801}, got.GetScoring().GetConfig().GetSms().GetDataSources()[0].GetIncludedGroupIds())
}

func TestAScoringFileReportsUnknownNames(t *testing.T) {
	t.Parallel()
	s := start(t, nil)
	file := &scoringconfigv1.ScoringFile{
		Format: "puls-scoring-1", Name: "Everybody", Config: &scoringconfigv1.FileConfig{
			DaysAgo: 14, Mailing: &scoringconfigv1.FileChannel{
				DataSources: []*scoringconfigv1.FileSource{
					{Uid: "007", IncludedGroups: []string{"VIP", "Gone"}, ExcludedGroups: []string{"Away"}}, {Uid: "099"},
				},
				Properties: []*scoringconfigv1.FileProperty{{Uid: "007", Name: "Lost"}},
			},
		},
	}
	load := func() error {
		_, err := s.own.ImportScoringFile(t.Context(), &scoringconfigv1.ImportScoringFileRequest{File: file})
		return err
	}
	err := load()
	servicetest.Refused(t, err, codes.InvalidArgument, "SCORING_GROUP_UNKNOWN")
	fields := map[string]string{}
	for _, field := range rpc.FailureOf(err).Fields {
		fields[field.Name] = field.Class
	}
	require.Equal(t, map[string]string{
		"config.mailing.dataSources[0].includedGroups[1]": "SCORING_GROUP_UNKNOWN",
		"config.mailing.dataSources[0].excludedGroups[0]": "SCORING_GROUP_UNKNOWN",
		"config.mailing.dataSources[1].uid":               "SCORING_UID_UNKNOWN",
		"config.mailing.properties[0]":                    "SCORING_PROPERTY_UNKNOWN",
	}, fields)
	file.Format = "puls-scoring-9"
	servicetest.Refused(t, load(), codes.InvalidArgument, "SCORING_FILE_FORMAT")
}
