package rpc

import (
	"context"
	"time"

	"github.com/google/uuid"
	"google.golang.org/grpc"

	contactsv1 "puls.app/proto/gen/go/puls/contacts/v1"
	"puls.app/services/contacts/internal/intake"
	"puls.app/services/kit/loop"
	kitrpc "puls.app/services/kit/rpc"
)

const (
	// lookAgain is how often new events are looked for, including those that another replica read.
	lookAgain = time.Second
	// watchLimit ends a stream that a user may have forgotten.
	watchLimit = 15 * time.Minute
)

// watch sends the response header, calls send with the newest events of a source, and then with each new event, until
// the caller disconnects or watchLimit has passed.
func watch(
	stream grpc.ServerStream, app *intake.App, source uuid.UUID, send func(intake.RecentEvent) error,
) error {
	ctx := stream.Context()
	if err := stream.SendHeader(kitrpc.Begun()); err != nil {
		return err
	}
	caller := account(ctx)
	watching, stop := context.WithTimeout(ctx, watchLimit)
	defer stop()
	for last := int64(0); ; {
		events, err := app.RecentEvents(watching, caller, source, last)
		if err != nil && watching.Err() == nil {
			return err
		}
		for _, e := range events {
			if err := send(e); err != nil {
				return err
			}
			last = e.ID
		}
		if loop.Pause(watching, lookAgain) != nil {
			return ctx.Err() // nil after watchLimit
		}
	}
}

// StreamRecentWebEvents streams the events of a website as they arrive.
func (s *TrackingServer) StreamRecentWebEvents(
	req *contactsv1.StreamRecentWebEventsRequest,
	stream grpc.ServerStreamingServer[contactsv1.StreamRecentWebEventsResponse],
) error {
	ctx := stream.Context()
	client, err := uuid.Parse(req.GetSiClientId())
	if err != nil {
		return intake.ErrTrackingNotFound
	}
	if err := s.app.HasWebsite(ctx, account(ctx), client); err != nil {
		return err
	}
	return watch(stream, s.app, client, func(e intake.RecentEvent) error {
		return stream.Send(&contactsv1.StreamRecentWebEventsResponse{
			ReceivedAt: timeOrNull(e.ReceivedAt), OccurredAt: timeOrNull(e.OccurredAt), Type: e.Type, VisitorId: e.Subject,
			Path: e.Path, Known: e.Known, Refused: e.Refused, Skipped: int32(e.Skipped),
		})
	})
}
