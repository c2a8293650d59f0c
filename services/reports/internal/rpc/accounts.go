package rpc

import (
	"context"
	"fmt"
	"time"

	"github.com/maypok86/otter/v2"

	accountv1 "puls.app/proto/gen/go/puls/account/v1"
	"puls.app/services/reports/internal/core"
)

const (
	// zoneLife is how long a timezone is cached.
	zoneLife = time.Minute
	// knownZones is the capacity of the cache.
	knownZones = 10_000
)

// Accounts implements core.Accounts over the account service.
type Accounts struct {
	client accountv1.AccountAdminServiceClient
	zones  *otter.Cache[core.AccountID, *time.Location]
}

// NewAccounts returns accounts with an empty cache.
func NewAccounts(client accountv1.AccountAdminServiceClient) *Accounts {
	return &Accounts{client: client, zones: otter.Must(&otter.Options[core.AccountID, *time.Location]{
		MaximumSize: knownZones, ExpiryCalculator: otter.ExpiryWriting[core.AccountID, *time.Location](zoneLife),
	})}
}

// Zone returns the account's timezone, at most a minute old.
func (a *Accounts) Zone(ctx context.Context, account core.AccountID) (*time.Location, error) {
	return a.zones.Get(ctx, account, otter.LoaderFunc[core.AccountID, *time.Location](a.ask))
}

func (a *Accounts) ask(ctx context.Context, account core.AccountID) (*time.Location, error) {
	res, err := a.client.GetAccount(ctx, &accountv1.GetAccountRequest{AccountId: int32(account)})
	if err != nil {
		return nil, fmt.Errorf("read account: %w", err)
	}
	location, err := time.LoadLocation(res.GetTimezone())
	if err != nil {
		return nil, fmt.Errorf("read timezone: %w", err)
	}
	return location, nil
}
