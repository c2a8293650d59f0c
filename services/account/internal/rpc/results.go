package rpc

import (
	"context"
	"fmt"
	"time"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	scoringenginev1 "puls.app/proto/gen/go/puls/scoringengine/v1"
	typev1 "puls.app/proto/gen/go/puls/type/v1"
	"puls.app/services/account/internal/core"
	"puls.app/services/account/internal/webhook"
)

// Results reads results and their changes from the scoring engine.
type Results struct {
	Client scoringenginev1.ResultServiceClient
}

// result returns one result, or nil if there is none.
func (r Results) result(
	ctx context.Context, account core.AccountID, of *webhook.Result, day string, orBefore bool,
) (*scoringenginev1.Calculated, error) {
	res, err := r.Client.GetResult(ctx, &scoringenginev1.GetResultRequest{
		AccountId: int32(account), ScoringId: of.Scoring.String(), Channel: typev1.Channel(of.Channel), GeneratedDate: day,
		OrBefore: orBefore,
	})
	if status.Code(err) == codes.NotFound {
		return nil, nil //nolint:nilnil // there is none
	}
	if err != nil {
		return nil, fmt.Errorf("ask for result: %w", err)
	}
	return res.GetResult(), nil
}

// Before returns the day of the previous result, from which the changes are counted; "" without one.
func (r Results) Before(ctx context.Context, account core.AccountID, of *webhook.Result) (string, error) {
	newest, err := r.result(ctx, account, of, "", false)
	if err != nil || newest == nil || newest.GetGeneratedDate() > of.Date {
		return "", err
	}
	day, err := time.Parse(time.DateOnly, of.Date)
	if err != nil {
		return "", fmt.Errorf("read generated date: %w", err)
	}
	found, err := r.result(ctx, account, of, day.AddDate(0, 0, -1).Format(time.DateOnly), true)
	return found.GetGeneratedDate(), err
}

// Changes returns the contacts whose standing differs between a result and the one before. Either may have been
// calculated again meanwhile.
func (r Results) Changes(
	ctx context.Context, account core.AccountID, of *webhook.Result, first webhook.Place, limit int,
) ([]webhook.Change, bool, error) {
	req := &scoringenginev1.ListChangesRequest{
		AccountId: int32(account), ScoringId: of.Scoring.String(), Channel: typev1.Channel(of.Channel),
		StartDatabaseId: first.Database, StartNumber: uint32(first.Number), Limit: int32(limit),
	}
	uids := map[int32]string{}
	for day, revision := range map[string]**scoringenginev1.ResultRevision{of.From: &req.From, of.Date: &req.To} {
		found, err := r.result(ctx, account, of, day, false)
		if err != nil {
			return nil, false, err
		}
		if found == nil || day == of.Date && found.GetRevision() != of.Revision {
			return nil, false, webhook.ErrReplaced
		}
		*revision = &scoringenginev1.ResultRevision{GeneratedDate: day, Revision: found.GetRevision()}
		for _, database := range found.GetDatabases() {
			uids[database.GetDatabaseId()] = database.GetUid()
		}
	}
	res, err := r.Client.ListChanges(ctx, req)
	if err != nil {
		return nil, false, fmt.Errorf("ask for changes: %w", err)
	}
	changes := make([]webhook.Change, len(res.GetNumbers()))
	for i, number := range res.GetNumbers() {
		database := res.GetDatabaseIds()[i]
		changes[i] = webhook.Change{
			Place: webhook.Place{Database: database, Number: int64(number)}, UID: uids[database],
			Before: res.GetBefore()[i], After: res.GetAfter()[i],
		}
	}
	return changes, res.GetMore(), nil
}
