package rpc

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	accountv1 "puls.app/proto/gen/go/puls/account/v1"
	scoringconfigv1 "puls.app/proto/gen/go/puls/scoringconfig/v1"
	"puls.app/services/contacts/internal/contact"
	"puls.app/services/contacts/internal/engine/fact"
)

// timezoneLimit is the timeout of the call; the import is retried later.
const timezoneLimit = 5 * time.Second

// Accounts implements contact.Accounts over the account service.
type Accounts struct {
	client accountv1.AccountAdminServiceClient
}

// NewAccounts returns a client over a connection that authenticates as this service.
func NewAccounts(conn grpc.ClientConnInterface) *Accounts {
	return &Accounts{client: accountv1.NewAccountAdminServiceClient(conn)}
}

// Timezone returns the IANA name of an account's zone.
func (a *Accounts) Timezone(ctx context.Context, account contact.AccountID) (string, error) {
	res, err := a.get(ctx, account)
	return res.GetTimezone(), err
}

// Language returns "pl" or "en".
func (a *Accounts) Language(ctx context.Context, account contact.AccountID) (string, error) {
	res, err := a.get(ctx, account)
	return res.GetLanguage(), err
}

func (a *Accounts) get(ctx context.Context, account contact.AccountID) (*accountv1.GetAccountResponse, error) {
	ctx, cancel := context.WithTimeout(ctx, timezoneLimit)
	defer cancel()
	res, err := a.client.GetAccount(ctx, &accountv1.GetAccountRequest{AccountId: int32(account)})
	if err != nil {
		return nil, fmt.Errorf("get account: %w", err)
	}
	return res, nil
}

// Scorings implements contact.Scorings over the scoring-config service.
type Scorings struct {
	Client scoringconfigv1.UsageServiceClient
}

// Usage returns the groups and properties that the scorings of an account use.
func (s Scorings) Usage(ctx context.Context, account contact.AccountID) (contact.Usage, error) {
	res, err := s.Client.ListUsage(ctx, &scoringconfigv1.ListUsageRequest{AccountId: int32(account)})
	if err != nil {
		return contact.Usage{}, fmt.Errorf("list uses: %w", err)
	}
	return contact.Usage{
		Groups: uses[contact.GroupID](res.GetGroups()), Properties: uses[contact.PropertyID](res.GetProperties()),
	}, nil
}

// Check fails with the fault of scoring-config when an account has no such scoring. The previous release of
// scoring-config does not have the call. Then every scoring passes, since only rows of the account are read in any
// case.
func (s Scorings) Check(ctx context.Context, account contact.AccountID, scoring uuid.UUID) error {
	_, err := s.Client.CheckScoring(ctx, &scoringconfigv1.CheckScoringRequest{
		AccountId: int32(account), ScoringId: scoring.String(),
	})
	if status.Code(err) == codes.Unimplemented {
		return nil
	}
	return err
}

func uses[ID contact.GroupID | contact.PropertyID](from []*scoringconfigv1.Usage) map[ID][]contact.Use {
	all := map[ID][]contact.Use{}
	for _, u := range from {
		all[ID(u.GetId())] = append(all[ID(u.GetId())], contact.Use{
			ScoringID: u.GetScoringId(), Name: u.GetScoringName(), Channel: fact.Channel(u.GetChannel()),
		})
	}
	return all
}
