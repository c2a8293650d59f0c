package rpc

import (
	"context"
	"fmt"
	"time"

	accountv1 "puls.app/proto/gen/go/puls/account/v1"
	contactsv1 "puls.app/proto/gen/go/puls/contacts/v1"
	"puls.app/services/scoring-config/internal/core"
)

// Contacts implements core.Contacts over the contacts service.
type Contacts struct {
	Client contactsv1.AudienceServiceClient
}

// Check proves that every uid, group and property named is the account's.
func (c Contacts) Check(ctx context.Context, account core.AccountID, config core.Config) error {
	req := &contactsv1.CheckReferencesRequest{AccountId: int32(account)}
	var uids []string
	for _, channel := range config.Channels() {
		part := config.Channel(channel)
		for _, source := range part.Sources {
			uids = append(uids, source.UID)
			for _, id := range append(append([]int32(nil), source.Included...), source.Excluded...) {
				req.Groups = append(req.Groups, &contactsv1.Reference{Uid: source.UID, Id: id})
			}
		}
		for _, property := range part.ExportTo {
			req.Properties = append(req.Properties, &contactsv1.Reference{Uid: property.UID, Id: property.ID})
		}
	}
	if len(uids) > 0 {
		_, err := c.Client.ResolveDatabases(ctx, &contactsv1.ResolveDatabasesRequest{AccountId: int32(account), Uids: uids})
		if err != nil {
			return fmt.Errorf("check uids: %w", err)
		}
	}
	if len(req.GetGroups()) == 0 && len(req.GetProperties()) == 0 {
		return nil
	}
	if _, err := c.Client.CheckReferences(ctx, req); err != nil {
		return fmt.Errorf("check groups and properties: %w", err)
	}
	return nil
}

// Accounts implements core.Accounts over the account service.
type Accounts struct {
	Client accountv1.AccountAdminServiceClient
}

// Zones answers the timezone of every active account.
func (a Accounts) Zones(ctx context.Context) (map[core.AccountID]*time.Location, error) {
	res, err := a.Client.ListAccountZones(ctx, &accountv1.ListAccountZonesRequest{})
	if err != nil {
		return nil, fmt.Errorf("list timezones: %w", err)
	}
	zones := map[core.AccountID]*time.Location{}
	for _, account := range res.GetAccounts() {
		zone, err := time.LoadLocation(account.GetTimezone())
		if err != nil {
			return nil, fmt.Errorf("read timezone of account %d: %w", account.GetAccountId(), err)
		}
		zones[core.AccountID(account.GetAccountId())] = zone
	}
	return zones, nil
}

// Zone answers one account's timezone.
func (a Accounts) Zone(ctx context.Context, account core.AccountID) (*time.Location, error) {
	res, err := a.Client.GetAccount(ctx, &accountv1.GetAccountRequest{AccountId: int32(account)})
	if err != nil {
		return nil, fmt.Errorf("read account %d: %w", account, err)
	}
	zone, err := time.LoadLocation(res.GetTimezone())
	if err != nil {
		return nil, fmt.Errorf("read timezone of account %d: %w", account, err)
	}
	return zone, nil
}
