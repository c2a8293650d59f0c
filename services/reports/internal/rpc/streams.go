package rpc

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"google.golang.org/grpc"

	contactsv1 "puls.app/proto/gen/go/puls/contacts/v1"
	scoringenginev1 "puls.app/proto/gen/go/puls/scoringengine/v1"
	typev1 "puls.app/proto/gen/go/puls/type/v1"
	"puls.app/services/reports/internal/core"
)

// Cells opens the cells of one database.
func (e Engine) Cells(ctx context.Context, of core.CellsOf) (core.CellStream, error) {
	stream, err := e.Scores.StreamScores(ctx, &scoringenginev1.StreamScoresRequest{
		ScoringId: of.Key.Scoring.String(), Channel: typev1.Channel(of.Key.Channel),
		GeneratedDate: of.Key.Date.Format(time.DateOnly),
		DatabaseIds:   []int32{int32(of.Database)}, AccountId: int32(of.Account), Revision: int32(of.Revision),
	})
	return cells{stream}, translated(err)
}

type cells struct {
	stream grpc.ServerStreamingClient[scoringenginev1.StreamScoresResponse]
}

func (c cells) Next() (chunk uint32, cells []byte, err error) {
	message, err := c.stream.Recv()
	return message.GetChunk(), message.GetCells(), translated(err)
}

// People implements core.People over the contacts service.
type People struct {
	Client contactsv1.AudienceServiceClient
}

// Recipients calls visit with all recipients of a database.
func (p People) Recipients(
	ctx context.Context, account core.AccountID, database core.DatabaseID, channel core.Channel,
	visit func(core.Recipients) error,
) error {
	stream, err := p.Client.StreamRecipients(ctx, &contactsv1.StreamRecipientsRequest{
		AccountId: int32(account), DatabaseId: int32(database), Channel: typev1.Channel(channel),
	})
	if err != nil {
		return fmt.Errorf("ask for recipients: %w", err)
	}
	for {
		page, err := stream.Recv()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return fmt.Errorf("read recipients: %w", err)
		}
		if err := visit(core.Recipients{Numbers: page.GetNumbers(), Texts: page.GetTexts()}); err != nil {
			return err
		}
	}
}
