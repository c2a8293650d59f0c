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
	"puls.app/services/event"
	kitrpc "puls.app/services/kit/rpc"
	"puls.app/services/reason"
)

// Scores implements audience.Scores over the scoring-engine service.
type Scores struct {
	Client  scoringenginev1.ScoreServiceClient
	Results scoringenginev1.ResultServiceClient
}

// Result returns the current result of a day.
func (s Scores) Result(ctx context.Context, of audience.Calculation) (*audience.Result, error) {
	return s.result(ctx, of, &scoringenginev1.GetResultRequest{})
}

// ResultUpTo returns the current result of the newest day up to a day.
func (s Scores) ResultUpTo(ctx context.Context, of audience.Calculation) (*audience.Result, error) {
	return s.result(ctx, of, &scoringenginev1.GetResultRequest{OrBefore: true})
}

func (s Scores) result(
	ctx context.Context, of audience.Calculation, req *scoringenginev1.GetResultRequest,
) (*audience.Result, error) {
	req.AccountId, req.ScoringId, req.Channel = int32(of.Account), of.Scoring.String(), typev1.Channel(of.Channel)
	if !of.Date.IsZero() {
		req.GeneratedDate = of.Date.Format(time.DateOnly)
	}
	res, err := s.Results.GetResult(ctx, req)
	if kitrpc.Reason(err) == reason.CalculationNotFound.String() {
		return nil, audience.ErrReportNotFound
	}
	if err != nil {
		return nil, fmt.Errorf("ask for result: %w", err)
	}
	made, err := event.ResultOf(res.GetResult())
	if err != nil {
		return nil, err
	}
	result := &audience.Result{Calculation: of}
	result.Date, result.Revision, result.MadeAt = made.Date, int(res.GetResult().GetRevision()), made.At
	result.Name = res.GetResult().GetConfig().GetName()
	for _, d := range res.GetResult().GetDatabases() {
		result.Databases = append(result.Databases, contact.Database{
			ID: contact.DatabaseID(d.GetDatabaseId()), UID: d.GetUid(),
		})
	}
	return result, nil
}

// Cells calls visit with the scores of some databases.
func (s Scores) Cells(
	ctx context.Context, of audience.Calculation, databases []contact.DatabaseID,
	visit func(contact.DatabaseID, audience.ScoreChunk),
) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	req := &scoringenginev1.StreamScoresRequest{
		AccountId: int32(of.Account), ScoringId: of.Scoring.String(), Channel: typev1.Channel(of.Channel),
		GeneratedDate: of.Date.Format(time.DateOnly), Revision: int32(of.Revision),
	}
	for _, id := range databases {
		req.DatabaseIds = append(req.DatabaseIds, int32(id))
	}
	stream, err := s.Client.StreamScores(ctx, req)
	if err != nil {
		return fmt.Errorf("ask for scores: %w", err)
	}
	for {
		message, err := stream.Recv()
		switch kitrpc.Reason(err) {
		case reason.CalculationNotFound.String(), reason.CalculationReplaced.String():
			return fmt.Errorf("%w: %w", audience.ErrNoScores, err)
		}
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return fmt.Errorf("read scores: %w", err)
		}
		visit(contact.DatabaseID(message.GetDatabaseId()), audience.ScoreChunk{
			Chunk: message.GetChunk(), Cells: message.GetCells(),
		})
	}
}
