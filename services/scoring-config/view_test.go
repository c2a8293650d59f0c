package scoringconfig_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"google.golang.org/grpc/codes"
	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"

	scoringconfigv1 "puls.app/proto/gen/go/puls/scoringconfig/v1"
	scoringenginev1 "puls.app/proto/gen/go/puls/scoringengine/v1"
	"puls.app/services/local/servicetest"
)

// active creates an active SMS scoring.
func (s *system) active(t *testing.T, name string) string {
	t.Helper()
	id := s.draft(t, name)
	require.NoError(t, s.save(t, id, name, "007", 1))
	require.NoError(t, s.setStatus(t, id, 2))
	return id
}

// progressing sets the engine's progress of one scoring's SMS.
func (s *system) progressing(id string, day time.Time, stage string, done float64) {
	s.peers.progress = func(req *scoringenginev1.ListProgressRequest) []*scoringenginev1.ScoringProgress {
		if len(req.GetScoringIds()) != 1 || req.GetScoringIds()[0] != id {
			return nil
		}
		return []*scoringenginev1.ScoringProgress{{
			ScoringId: id, GeneratedDate: day.Format(time.DateOnly),
			Progress: &scoringenginev1.ChannelProgress{ScoringType: "sms", Stage: stage, Done: done},
		}}
	}
}

func TestAScoringSaysHowItStandsAndWhenItIsNext(t *testing.T) {
	t.Parallel()
	s := start(t, nil)
	warsaw, err := time.LoadLocation(zone)
	require.NoError(t, err)
	draft := s.draft(t, "A draft")
	require.Nil(t, s.get(t, draft).GetState())
	require.Nil(t, s.get(t, draft).GetNextAt())
	id := s.active(t, "Everybody")
	now := s.Now().In(warsaw)
	tonight := time.Date(now.Year(), now.Month(), now.Day()+1, 2, 0, 0, 0, warsaw)
	require.Equal(t, tonight.UTC(), s.get(t, id).GetNextAt().AsTime())
	require.Equal(t, "waiting", s.get(t, id).GetState().GetStage())

	s.progressing(id, now, "counting", 0.25)
	state := s.get(t, id).GetState()
	require.Equal(t, "calculating", state.GetStage())
	require.InDelta(t, 0.25, state.GetDone(), 0)
	require.Len(t, state.GetChannels(), 1)
	require.Equal(t, "sms", state.GetChannels()[0].GetScoringType())
	s.progressing(id, now, "done", 1)
	require.Equal(t, "done", s.get(t, id).GetState().GetStage())
	s.Advance(tonight.Sub(s.Now()) - time.Second)
	require.Equal(t, "done", s.get(t, id).GetState().GetStage())
	s.Advance(time.Second)
	require.Equal(t, "waiting", s.get(t, id).GetState().GetStage(), "another day is due")
	require.Equal(t, tonight.AddDate(0, 0, 1).UTC(), s.get(t, id).GetNextAt().AsTime())

	s.peers.progress = nil
	list, err := s.own.ListScorings(t.Context(), &scoringconfigv1.ListScoringsRequest{})
	require.NoError(t, err, "scorings are shown while the engine is away")
	require.Len(t, list.GetItems(), 2)
	for _, item := range list.GetItems() {
		require.Nil(t, item.GetState())
	}
	require.NotNil(t, s.get(t, id).GetNextAt())
}

func TestAReadScoringCanBeSentBack(t *testing.T) {
	t.Parallel()
	s := start(t, nil)
	id := s.draft(t, "Everybody")
	require.NoError(t, s.save(t, id, "Everybody", "007", 1))
	require.NoError(t, s.setStatus(t, id, 1))
	s.progressing(id, s.Now(), "done", 1)
	read := s.get(t, id)
	require.NotNil(t, read.GetState())
	body, err := protojson.Marshal(read)
	require.NoError(t, err)
	save := &scoringconfigv1.SaveScoringRequest{}
	require.NoError(t, protojson.Unmarshal(body, save))
	res, err := s.own.SaveScoring(t.Context(), save)
	require.NoError(t, err)
	read.Version, read.UpdatedAt = res.GetVersion(), s.get(t, id).GetUpdatedAt()
	require.True(t, proto.Equal(read, s.get(t, id)))
}

func TestANameIsChangedInEveryStatus(t *testing.T) {
	t.Parallel()
	s := start(t, nil)
	id := s.draft(t, "A draft")
	for status, version := range []int32{1, 4, 6} {
		if status > 0 {
			require.NoError(t, s.setStatus(t, id, int32(status)))
		}
		name := []string{"First", "Second", "Third"}[status]
		res, err := s.own.UpdateActiveScoring(t.Context(), &scoringconfigv1.UpdateActiveScoringRequest{
			Id: id, Name: &name, Version: &version,
		})
		require.NoError(t, err)
		require.Equal(t, version+1, res.GetVersion())
		require.Equal(t, name, s.get(t, id).GetName())
		_, err = s.own.UpdateActiveScoring(t.Context(), &scoringconfigv1.UpdateActiveScoringRequest{
			Id: id, Name: &name, Version: &version,
		})
		servicetest.Refused(t, err, codes.Aborted, "SCORING_VERSION_CONFLICT")
		if status == 0 {
			require.NoError(t, s.save(t, id, name, "007", 2))
		}
	}
}

func TestADuplicateIsADraftOfTheSameSettings(t *testing.T) {
	t.Parallel()
	s := start(t, nil)
	id := s.active(t, "Everybody")
	_, err := s.own.UpdateActiveScoring(t.Context(), &scoringconfigv1.UpdateActiveScoringRequest{
		Id: id, Config: &scoringconfigv1.ActiveConfig{Sms: &scoringconfigv1.ActiveChannel{
			ExportToProperty: &scoringconfigv1.ExportToProperty{
				Properties: []*scoringconfigv1.PropertyRef{{Uid: "007", PropertyId: 3}},
			},
		}},
	})
	require.NoError(t, err)
	res, err := s.own.DuplicateScoring(t.Context(), &scoringconfigv1.DuplicateScoringRequest{Id: id, Name: "Everybody 2"})
	require.NoError(t, err)
	original, copied := s.get(t, id), s.get(t, res.GetId())
	require.Equal(t, "Everybody 2", copied.GetName())
	require.Equal(t, []int32{0, 1}, []int32{copied.GetStatus(), copied.GetVersion()})
	require.Nil(t, copied.GetConfig().GetSms().GetExportToProperty(), "properties stay with the original")
	require.NotNil(t, original.GetConfig().GetSms().GetExportToProperty())
	original.Config.Sms.ExportToProperty = nil
	require.True(t, proto.Equal(original.GetConfig(), copied.GetConfig()))
	_, err = s.stranger.DuplicateScoring(t.Context(), &scoringconfigv1.DuplicateScoringRequest{Id: id, Name: "Mine"})
	servicetest.Refused(t, err, codes.NotFound, "SCORING_NOT_FOUND")
}

func TestAScoringWithoutAnAnalysisPeriodHasFourteenDays(t *testing.T) {
	t.Parallel()
	s := start(t, nil)
	res, err := s.own.CreateScoring(t.Context(), &scoringconfigv1.CreateScoringRequest{
		Name: "Without a period", Config: &scoringconfigv1.Config{Mailing: &scoringconfigv1.MailingConfig{}},
	})
	require.NoError(t, err)
	require.Equal(t, int32(14), s.get(t, res.GetId()).GetConfig().GetDaysAgo())
	imported, err := s.own.ImportScoringFile(t.Context(), &scoringconfigv1.ImportScoringFileRequest{
		File: &scoringconfigv1.ScoringFile{
			Format: "puls-scoring-1", Name: "From a file", Config: &scoringconfigv1.FileConfig{},
		},
	})
	require.NoError(t, err)
	require.Equal(t, int32(14), s.get(t, imported.GetId()).GetConfig().GetDaysAgo())
}

func TestConstantsAreInTheOrderOfTheInterface(t *testing.T) {
	t.Parallel()
	s := start(t, nil)
	got, err := s.own.GetPredefinedWeights(t.Context(), &scoringconfigv1.GetPredefinedWeightsRequest{})
	require.NoError(t, err)
	require.Equal(t, []string{"sales", "info", "advertising", "internal", "education"}, got.GetMailingCategories())
	require.Equal(t, []string{"automatic", "info", "advertising", "mandatory"}, got.GetSmsCategories())
	require.Equal(t, int32(55), got.GetMailing()["info"].GetOr())
	require.Equal(t, int32(90), got.GetSms()["mandatory"].GetDelivery())
	require.Equal(t, [3]int32{45, 30, 25}, [3]int32{
		got.GetCustomMailing().GetOr(), got.GetCustomMailing().GetCtr(), got.GetCustomMailing().GetDelivery(),
	})
	require.Equal(t, [2]int32{25, 75}, [2]int32{got.GetCustomSms().GetCtr(), got.GetCustomSms().GetDelivery()})
	require.Equal(t, []int32{80, 85, 90, 95}, got.GetPercentiles())
	require.Equal(t, []int32{14, 28, 42, 63, 91}, got.GetDayRanges())
	require.Equal(t, [2]int32{90, 14}, [2]int32{got.GetDefaultPercentile(), got.GetDefaultDayRange()})
	require.Len(t, got.GetWebEvents(), 5)
}
