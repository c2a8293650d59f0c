package rpc

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	scoringenginev1 "puls.app/proto/gen/go/puls/scoringengine/v1"
	typev1 "puls.app/proto/gen/go/puls/type/v1"
	"puls.app/services/contacts/internal/audience"
	"puls.app/services/contacts/internal/contact"
	"puls.app/services/contacts/internal/engine/fact"
)

// Activities implements audience.Activities over the scoring-engine service.
type Activities struct {
	Client scoringenginev1.ActivityServiceClient
}

// Activity calls visit with the last actions of contacts.
func (a Activities) Activity(
	ctx context.Context, channel fact.Channel, of []audience.DatabaseChunks, since time.Time,
	visit func(database contact.DatabaseID, chunk uint32, cells []byte),
) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	req := &scoringenginev1.StreamActivityRequest{Channel: typev1.Channel(channel), Since: since.Format(time.DateOnly)}
	for _, d := range of {
		req.Databases = append(req.Databases, &scoringenginev1.ActivityChunks{
			DatabaseId: int32(d.Database), Chunks: d.Chunks,
		})
	}
	stream, err := a.Client.StreamActivity(ctx, req)
	if err != nil {
		return fmt.Errorf("ask for activity: %w", err)
	}
	for {
		message, err := stream.Recv()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return fmt.Errorf("read activity: %w", err)
		}
		visit(contact.DatabaseID(message.GetDatabaseId()), message.GetChunk(), message.GetCells())
	}
}
