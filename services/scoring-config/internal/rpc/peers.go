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
		Texts: properties(res.GetTextProperties()), GroupCounts: map[string]int{},
	}
	for uid, count := range res.GetGroupCounts() {
		bad.GroupCounts[uid] = int(count)
	}
	for _, uid := range res.GetUnknownUids() {
		bad.UIDs[uid] = true
	}
	for _, group := range res.GetUnknownGroups() {
		bad.Groups[core.GroupRef{UID: group.GetUid(), ID: group.GetId()}] = true
	}
	return bad, nil
}

// Sources returns the names of the groups and properties of uids.
func (c Contacts) Sources(
	ctx context.Context, account core.AccountID, uids []string,
) (map[string]core.SourceNames, error) {
	res, err := c.Client.ListSources(ctx, &contactsv1.ListSourcesRequest{AccountId: int32(account), Uids: uids})
	if err != nil {
		return nil, fmt.Errorf("list names: %w", err)
	}
	names := map[string]core.SourceNames{}
	for _, item := range res.GetItems() {
		names[item.GetUid()] = core.SourceNames{Groups: byID(item.GetGroups()), Properties: byID(item.GetProperties())}
	}
	return names, nil
}

func byID(names []*contactsv1.SourceName) map[int32]string {
	list := map[int32]string{}
	for _, name := range names {
		list[name.GetId()] = name.GetName()
	}
	return list
}

// Tracking returns the number of tracked websites and the time of their first event.
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

// Clocks returns the clock of every active account.
func (a Accounts) Clocks(ctx context.Context) (map[core.AccountID]core.Clock, error) {
	res, err := a.Client.ListAccountZones(ctx, &accountv1.ListAccountZonesRequest{})
	if err != nil {
		return nil, fmt.Errorf("list timezones: %w", err)
	}
	clocks, zones := map[core.AccountID]core.Clock{}, map[string]*time.Location{}
	for _, account := range res.GetAccounts() {
		name := account.GetTimezone()
		if zones[name] == nil { // loading a timezone costs more than the rest of its account
			if zones[name], err = time.LoadLocation(name); err != nil {
				return nil, fmt.Errorf("read timezone of account %d: %w", account.GetAccountId(), err)
			}
		}
		clocks[core.AccountID(account.GetAccountId())] = core.Clock{
			Zone: zones[name], NightHour: int(account.GetNightHour()),
		}
	}
	return clocks, nil
}

// TrackedEvents returns the account's tracked event types.
func (a Accounts) TrackedEvents(ctx context.Context, account core.AccountID) ([]string, error) {
	res, err := a.get(ctx, account)
	return res.GetTrackedEventTypes(), err
}

// Clock returns one account's clock.
func (a Accounts) Clock(ctx context.Context, account core.AccountID) (core.Clock, error) {
	res, err := a.get(ctx, account)
	if err != nil {
		return core.Clock{}, err
	}
	zone, err := time.LoadLocation(res.GetTimezone())
	if err != nil {
		return core.Clock{}, fmt.Errorf("read timezone of account %d: %w", account, err)
	}
	return core.Clock{Zone: zone, NightHour: int(res.GetNightHour())}, nil
}

func (a Accounts) get(ctx context.Context, account core.AccountID) (*accountv1.GetAccountResponse, error) {
	res, err := a.Client.GetAccount(ctx, &accountv1.GetAccountRequest{AccountId: int32(account)})
	if err != nil {
		return nil, fmt.Errorf("read account %d: %w", account, err)
	}
	return res, nil
}
