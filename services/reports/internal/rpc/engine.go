package rpc

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/google/uuid"

	scoringenginev1 "puls.app/proto/gen/go/puls/scoringengine/v1"
	typev1 "puls.app/proto/gen/go/puls/type/v1"
	"puls.app/services/event"
	kitrpc "puls.app/services/kit/rpc"
	"puls.app/services/reason"
	"puls.app/services/reports/internal/core"
)

// Engine implements core.Engine over the scoring-engine service.
type Engine struct {
	Scores   scoringenginev1.ScoreServiceClient
	Results  scoringenginev1.ResultServiceClient
	Sendings scoringenginev1.SendingCountServiceClient
}

// translated converts the engine's errors for a revision into those of a report.
func translated(err error) error {
	switch kitrpc.Reason(err) {
	case reason.CalculationReplaced.String():
		return core.ErrReplaced
	case reason.CalculationNotFound.String():
		return core.ErrNotFound
	default:
		return err
	}
}

// Announced returns the announcement of the current revision.
func (e Engine) Announced(
	ctx context.Context, account core.AccountID, key core.Key,
) (core.Calculation, error) {
	res, err := e.Results.GetResult(ctx, &scoringenginev1.GetResultRequest{
		AccountId: int32(account), ScoringId: key.Scoring.String(), Channel: typev1.Channel(key.Channel),
		GeneratedDate: key.Date.Format(time.DateOnly),
	})
	if err != nil {
		return core.Calculation{}, translated(err)
	}
	return CalculationOf(res.GetResult())
}

// EachAnnounced calls visit with every result, by account.
func (e Engine) EachAnnounced(
	ctx context.Context, account core.AccountID, visit func(core.Announced) error,
) error {
	ctx, cancel := context.WithCancel(ctx) // ends the stream
	defer cancel()
	stream, err := e.Results.StreamResults(ctx, &scoringenginev1.StreamResultsRequest{AccountId: int32(account)})
	if err != nil {
		return fmt.Errorf("ask for results: %w", err)
	}
	for {
		message, err := stream.Recv()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return fmt.Errorf("read results: %w", err)
		}
		announced := core.Announced{Account: core.AccountID(message.GetAccountId())}
		announced.Channel, announced.Revision.Revision = core.Channel(message.GetChannel()), int(message.GetRevision())
		if announced.Scoring, err = uuid.Parse(message.GetScoringId()); err != nil {
			return fmt.Errorf("read scoring id: %w", err)
		}
		if announced.Date, err = event.Day(message.GetGeneratedDate()); err != nil {
			return err
		}
		if message.GetResult() != nil {
			calculation, err := CalculationOf(message.GetResult())
			if err != nil {
				return err
			}
			announced.Calculation = &calculation
		}
		if err := visit(announced); err != nil {
			return err
		}
	}
}

func revisionToProto(r core.Revision) *scoringenginev1.ResultRevision {
	return &scoringenginev1.ResultRevision{
		GeneratedDate: r.Date.Format(time.DateOnly), Revision: int32(r.Revision),
	}
}

func idsOf(databases []core.DatabaseID) []int32 {
	ids := make([]int32, 0, len(databases))
	for _, id := range databases {
		ids = append(ids, int32(id))
	}
	return ids
}

// Compare counts standings in two results.
func (e Engine) Compare(
	ctx context.Context, account core.AccountID, from, to core.Revision, databases []core.DatabaseID,
) (map[core.DatabaseID]core.Standings, error) {
	res, err := e.Results.CompareResults(ctx, &scoringenginev1.CompareResultsRequest{
		AccountId: int32(account), ScoringId: from.Scoring.String(), Channel: typev1.Channel(from.Channel),
		From: revisionToProto(from), To: revisionToProto(to), DatabaseIds: idsOf(databases),
	})
	if err != nil {
		return nil, translated(err)
	}
	all := map[core.DatabaseID]core.Standings{}
	for _, database := range res.GetDatabases() {
		var standings core.Standings
		for at, count := range database.GetCounts() { // 100 of them
			standings[at/len(standings)][at%len(standings)] = int(count)
		}
		all[core.DatabaseID(database.GetDatabaseId())] = standings
	}
	return all, nil
}

// Lift measures the engagement of the contacts that a revision scored.
func (e Engine) Lift(
	ctx context.Context, account core.AccountID, of core.Revision, databases []core.DatabaseID, made *core.Config,
) (lift core.LiftBands, err error) {
	req := &scoringenginev1.MeasureLiftRequest{
		AccountId: int32(account), ScoringId: of.Scoring.String(), Channel: typev1.Channel(of.Channel),
		Result: revisionToProto(of), DatabaseIds: idsOf(databases),
	}
	if made != nil {
		req.Spec, req.LeaveOutMachines = event.SpecToProto(*made), made.LeaveOutMachines
	}
	res, err := e.Results.MeasureLift(ctx, req)
	if err != nil {
		return lift, translated(err)
	}
	for band, counts := range res.GetBands() { // five of them
		lift[band] = core.LiftBand{
			Scored: int(counts.GetScored()), Reached: int(counts.GetReached()), Opened: int(counts.GetOpened()),
			Clicked: int(counts.GetClicked()), Events: counts.GetEvents(),
		}
	}
	return lift, nil
}

// Skipped returns the last day on which a scoring's channel was not calculated.
func (e Engine) Skipped(
	ctx context.Context, account core.AccountID, scoring uuid.UUID, channel core.Channel,
) (on, possibleFrom time.Time, err error) {
	res, err := e.Scores.ListProgress(ctx, &scoringenginev1.ListProgressRequest{
		AccountId: int32(account), ScoringIds: []string{scoring.String()},
		Channels: []typev1.Channel{typev1.Channel(channel)},
	})
	if err != nil {
		return on, possibleFrom, fmt.Errorf("ask how calculations stand: %w", err)
	}
	for _, item := range res.GetItems() {
		progress := item.GetProgress()
		if progress.GetScoringType() != channel.String() || progress.GetStage() != "skipped" {
			continue
		}
		if on, err = event.Day(item.GetGeneratedDate()); err != nil {
			return on, possibleFrom, err
		}
		if progress.GetPossibleFrom() != "" {
			possibleFrom, err = event.Day(progress.GetPossibleFrom())
		}
	}
	return on, possibleFrom, err
}
