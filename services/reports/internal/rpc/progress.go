package rpc

import (
	"errors"
	"io"

	"google.golang.org/grpc"

	reportsv1 "puls.app/proto/gen/go/puls/reports/v1"
	scoringenginev1 "puls.app/proto/gen/go/puls/scoringengine/v1"
)

// WatchProgress passes on how far calculations are.
func (s *Server) WatchProgress(
	req *reportsv1.WatchProgressRequest, stream grpc.ServerStreamingServer[reportsv1.WatchProgressResponse],
) error {
	watched, err := s.calculations.WatchProgress(stream.Context(), &scoringenginev1.WatchProgressRequest{
		Id: req.GetId(), GeneratedDate: req.GetGeneratedDate(),
	})
	if err != nil {
		return err
	}
	for {
		state, err := watched.Recv()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		err = stream.Send(&reportsv1.WatchProgressResponse{
			GeneratedDate: state.GetGeneratedDate(), Channels: state.GetChannels(),
		})
		if err != nil {
			return err
		}
	}
}
