package rpc

import (
	"context"
	"time"

	contactsv1 "puls.app/proto/gen/go/puls/contacts/v1"
	"puls.app/services/contacts/internal/intake"
)

// ReceiveWebEvents stores a request of a website.
func (s *IntakeServer) ReceiveWebEvents(
	ctx context.Context, req *contactsv1.ReceiveWebEventsRequest,
) (*contactsv1.ReceiveWebEventsResponse, error) {
	events, err := s.app.ReceiveWebEvents(ctx, intake.WebRequest{
		Key: req.GetWriteKey(), Endpoint: req.GetEndpoint(), Origin: req.GetOrigin(), Body: req.GetBody(),
		ReceivedAt: timeOf(req.GetReceivedAt()),
	})
	if err != nil {
		return nil, err
	}
	return &contactsv1.ReceiveWebEventsResponse{EventCount: int32(events)}, nil
}

// timeOf converts a timestamp; it returns the zero time when the caller has set none.
func timeOf(t interface {
	IsValid() bool
	AsTime() time.Time
},
) time.Time {
	if !t.IsValid() {
		return time.Time{}
	}
	return t.AsTime()
}
