package rpc

import (
	"context"
	"fmt"
	"sync"
	"time"

	accountv1 "puls.app/proto/gen/go/puls/account/v1"
	"puls.app/services/reports/internal/core"
)

// zoneLife is how long a timezone is used before it is asked for again.
const zoneLife = time.Minute

// Accounts implements core.Accounts over the account service.
type Accounts struct {
	client accountv1.AccountAdminServiceClient
	now    func() time.Time
	mu     sync.Mutex
	zones  map[core.AccountID]knownZone
}

type knownZone struct {
	location *time.Location
	until    time.Time
}

// NewAccounts returns accounts of which nothing is known yet.
func NewAccounts(client accountv1.AccountAdminServiceClient, now func() time.Time) *Accounts {
	return &Accounts{client: client, now: now, zones: map[core.AccountID]knownZone{}}
}

// Zone returns the account's timezone, as it was a minute ago at most.
func (a *Accounts) Zone(ctx context.Context, account core.AccountID) (*time.Location, error) {
	now := a.now()
	a.mu.Lock()
	known := a.zones[account]
	a.mu.Unlock()
	if now.Before(known.until) {
		return known.location, nil
	}
	res, err := a.client.GetAccount(ctx, &accountv1.GetAccountRequest{AccountId: int32(account)})
	if err != nil {
		return nil, fmt.Errorf("read account: %w", err)
	}
	location, err := time.LoadLocation(res.GetTimezone())
	if err != nil {
		return nil, fmt.Errorf("read timezone: %w", err)
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	a.zones[account] = knownZone{location: location, until: now.Add(zoneLife)}
	return location, nil
}
