package rpc

import (
	"errors"
	"io"

	"google.golang.org/grpc"

	scoringenginev1 "puls.app/proto/gen/go/puls/scoringengine/v1"
)

// WatchProgress passes on how far calculations are.
func (s *Server) WatchProgress(
	req *scoringenginev1.WatchProgressRequest, stream grpc.ServerStreamingServer[scoringenginev1.WatchProgressResponse],
) error {
	watched, err := s.calculations.WatchProgress(stream.Context(), req)
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
		if err := stream.Send(state); err != nil {
			return err
		}
	}
}
