package reports_test

import (
	"errors"
	"io"
	"testing"

	"github.com/stretchr/testify/require"
	"google.golang.org/grpc/codes"

	reportsv1 "puls.app/proto/gen/go/puls/reports/v1"
	scoringenginev1 "puls.app/proto/gen/go/puls/scoringengine/v1"
	"puls.app/services/local/servicetest"
)

func state(stages ...string) *scoringenginev1.WatchProgressResponse {
	s := &scoringenginev1.WatchProgressResponse{GeneratedDate: "2026-11-02"}
	for i, stage := range stages {
		s.Channels = append(s.Channels, &scoringenginev1.ChannelProgress{
			ScoringType: []string{"mailing", "sms"}[i], Stage: stage,
		})
	}
	return s
}

func TestAReportIsThereWhenItsCalculationIsSaidToBeDone(t *testing.T) {
	t.Parallel()
	s := start(t)
	s.peers.set(func(p *peers) { // its event never arrives
		p.engine.results = []*scoringenginev1.Calculated{calculated("2026-11-02", 1)}
		p.engine.states = []*scoringenginev1.WatchProgressResponse{
			state("queued", "queued"), state("done", "counting"), state("queued", "skipped"), state("done", "skipped"),
		}
	})
	stream, err := s.own.WatchProgress(t.Context(), &reportsv1.WatchProgressRequest{Id: scoringID})
	require.NoError(t, err)
	var stages []string
	for {
		res, err := stream.Recv()
		if errors.Is(err, io.EOF) {
			break
		}
		require.NoError(t, err)
		require.Equal(t, "2026-11-02", res.GetGeneratedDate())
		stages = append(stages, res.GetChannels()[0].GetStage()+" "+res.GetChannels()[1].GetStage())
		if res.GetChannels()[0].GetStage() == "done" {
			report, err := s.own.GetPartitionSummary(t.Context(), &reportsv1.GetPartitionSummaryRequest{
				Id: scoringID, GeneratedDate: "2026-11-02",
			})
			require.NoError(t, err)
			require.Equal(t, int32(2), report.GetEmailCount())
		}
	}
	require.Equal(t, []string{"queued queued", "done counting", "queued skipped", "done skipped"}, stages)
}

func TestDoneIsNotSaidBeforeTheResultCouldBeRead(t *testing.T) {
	t.Parallel()
	s := start(t)
	s.peers.set(func(p *peers) {
		p.engine.resultsAway = true
		p.engine.states = []*scoringenginev1.WatchProgressResponse{state("counting"), state("done")}
	})
	stream, err := s.own.WatchProgress(t.Context(), &reportsv1.WatchProgressRequest{Id: scoringID})
	require.NoError(t, err)
	res, err := stream.Recv()
	require.NoError(t, err)
	require.Equal(t, "counting", res.GetChannels()[0].GetStage())
	_, err = stream.Recv()
	servicetest.Refused(t, err, codes.Unavailable, "UNAVAILABLE")
}
