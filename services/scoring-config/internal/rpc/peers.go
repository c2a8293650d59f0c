package rpc

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"time"

	accountv1 "puls.app/proto/gen/go/puls/account/v1"
	contactsv1 "puls.app/proto/gen/go/puls/contacts/v1"
	"puls.app/services/scoring-config/internal/core"
)

// Contacts implements core.Contacts over the contacts service.
type Contacts struct {
	Client contactsv1.SourceServiceClient
}

// Check returns the names that cannot be used.
func (c Contacts) Check(ctx context.Context, account core.AccountID, names core.Names) (core.BadNames, error) {
	req := &contactsv1.CheckNamesRequest{AccountId: int32(account), Uids: slices.Sorted(maps.Keys(names.UIDs))}
	for group := range names.Groups {
		req.Groups = append(req.Groups, &contactsv1.Reference{Uid: group.UID, Id: group.ID})
	}
	for property := range names.Properties {
		req.Properties = append(req.Properties, &contactsv1.Reference{Uid: property.UID, Id: property.ID})
	}
	res, err := c.Client.CheckNames(ctx, req)
	if err != nil {
		return core.BadNames{}, fmt.Errorf("check names: %w", err)
	}
	bad := core.BadNames{
		Names: core.Names{
			UIDs: map[string]bool{}, Groups: map[core.GroupRef]bool{}, Properties: properties(res.GetUnknownProperties()),
		},
		Texts: properties(res.GetTextProperties()),
	}
	for _, uid := range res.GetUnknownUids() {
		bad.UIDs[uid] = true
	}
	for _, group := range res.GetUnknownGroups() {
		bad.Groups[core.GroupRef{UID: group.GetUid(), ID: group.GetId()}] = true
	}
	return bad, nil
}

// Tracking returns what websites are tracked.
func (c Contacts) Tracking(ctx context.Context, account core.AccountID) (websites int, since time.Time, err error) {
	res, err := c.Client.GetTracking(ctx, &contactsv1.GetTrackingRequest{AccountId: int32(account)})
	if err != nil {
		return 0, time.Time{}, fmt.Errorf("read tracked websites: %w", err)
	}
	if res.GetSince() != nil {
		since = res.GetSince().AsTime()
	}
	return int(res.GetWebsiteCount()), since, nil
}

func properties(from []*contactsv1.Reference) map[core.PropertyRef]bool {
	set := map[core.PropertyRef]bool{}
	for _, property := range from {
		set[core.PropertyRef{UID: property.GetUid(), ID: property.GetId()}] = true
	}
	return set
}

// Accounts implements core.Accounts over the account service.
type Accounts struct {
	Client accountv1.AccountAdminServiceClient
}

// Zones returns the timezone of every active account.
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

// TrackedEvents returns the account's tracked event types.
func (a Accounts) TrackedEvents(ctx context.Context, account core.AccountID) ([]string, error) {
	res, err := a.Client.GetAccount(ctx, &accountv1.GetAccountRequest{AccountId: int32(account)})
	if err != nil {
		return nil, fmt.Errorf("read account %d: %w", account, err)
	}
	return res.GetTrackedEventTypes(), nil
}

// Zone returns one account's timezone.
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
