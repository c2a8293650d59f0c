package rpc

import (
	"context"

	"github.com/google/uuid"

	contactsv1 "puls.app/proto/gen/go/puls/contacts/v1"
	scoringconfigv1 "puls.app/proto/gen/go/puls/scoringconfig/v1"
	"puls.app/services/event"
	"puls.app/services/kit/auth"
	"puls.app/services/reports/internal/core"
)

// Scorings implements core.Scorings for the caller's account: another account's scoring is not found.
type Scorings struct {
	Client scoringconfigv1.UsageServiceClient
}

// Get returns the peer's error unwrapped, so that the reason reaches the client.
func (s Scorings) Get(ctx context.Context, id uuid.UUID) (core.Scoring, error) {
	res, err := s.Client.CheckScoring(ctx, &scoringconfigv1.CheckScoringRequest{
		AccountId: auth.Account(ctx), ScoringId: id.String(),
	})
	if err != nil {
		return nil, err
	}
	scoring := core.Scoring{}
	for _, part := range res.GetChannels() {
		scoring[core.Channel(part.GetChannel())] = event.SpecOf(part.GetSpec())
	}
	return scoring, nil
}

// Databases implements core.Databases over the contacts service.
type Databases struct {
	Client contactsv1.AudienceServiceClient
}

// Resolve returns the peer's error unwrapped, so that the reason reaches the client.
func (d Databases) Resolve(
	ctx context.Context, account core.AccountID, uids []core.UID,
) (map[core.DatabaseID]core.UID, error) {
	req := &contactsv1.ResolveDatabasesRequest{AccountId: int32(account)}
	for _, uid := range uids {
		req.Uids = append(req.Uids, string(uid))
	}
	res, err := d.Client.ResolveDatabases(ctx, req)
	if err != nil {
		return nil, err
	}
	all := map[core.DatabaseID]core.UID{}
	for _, database := range res.GetDatabases() {
		all[core.DatabaseID(database.GetDatabaseId())] = core.UID(database.GetUid())
	}
	return all, nil
}
