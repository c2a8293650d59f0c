package rpc

import (
	"errors"
	"io"

	"github.com/google/uuid"
	"google.golang.org/grpc"

	reportsv1 "puls.app/proto/gen/go/puls/reports/v1"
	scoringenginev1 "puls.app/proto/gen/go/puls/scoringengine/v1"
	"puls.app/services/event"
	"puls.app/services/reports/internal/core"
	"puls.app/services/spec"
)

// stageDone is the engine's stage of a calculation that has a result.
const stageDone = "done"

// WatchProgress streams the progress of calculations, and reports one as done once its report is stored.
func (s *Server) WatchProgress(
	req *reportsv1.WatchProgressRequest, stream grpc.ServerStreamingServer[reportsv1.WatchProgressResponse],
) error {
	ctx := stream.Context()
	scoring, err := uuid.Parse(req.GetId())
	if err != nil {
		return core.ErrNotFound
	}
	states, err := s.calculations.WatchProgress(ctx, &scoringenginev1.WatchProgressRequest{
		Id: req.GetId(), GeneratedDate: req.GetGeneratedDate(),
	})
	if err != nil {
		return err
	}
	watch := s.app.Watch(account(ctx))
	for {
		state, err := states.Recv()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		date, err := event.Day(state.GetGeneratedDate())
		if err != nil {
			return err
		}
		for _, channel := range state.GetChannels() {
			key := core.Key{Scoring: scoring, Channel: spec.ParseChannel(channel.GetScoringType()), Date: date}
			if err := watch.Seen(ctx, key, channel.GetStage() == stageDone); err != nil {
				return err
			}
		}
		err = stream.Send(&reportsv1.WatchProgressResponse{
			GeneratedDate: state.GetGeneratedDate(), Channels: state.GetChannels(),
		})
		if err != nil {
			return err
		}
	}
}
