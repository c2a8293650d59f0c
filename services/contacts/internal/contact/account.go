package contact

import (
	"context"
	"errors"
	"fmt"
	"time"

	"puls.app/services/contacts/internal/engine/fact"
	"puls.app/services/contacts/internal/engine/file"
)

// AccountID is the number of a tenant.
type AccountID int32

// OwnUID is the account's own uid: its number, padded. It is the uid of rows that name none.
func (a AccountID) OwnUID() string { return fmt.Sprintf("%03d", a) }

// DatabaseID is unique over all accounts.
type DatabaseID = fact.DatabaseID

// GroupID and PropertyID are unique within an account.
type (
	GroupID    int32
	PropertyID int32
)

// Event is an encoded message to other services on the bus.
type Event struct {
	Subject string
	Payload []byte
}

// Accounts is the service that owns accounts.
type Accounts interface {
	// Timezone returns the IANA name of an account's zone.
	Timezone(ctx context.Context, account AccountID) (string, error)
	// Language returns "pl" or "en".
	Language(ctx context.Context, account AccountID) (string, error)
}

// ErrAway is a failure of another service, not an error of the caller.
var ErrAway = errors.New("another service does not answer")

// Location returns the current timezone of an account. It fails with ErrAway.
func Location(ctx context.Context, accounts Accounts, account AccountID) (*time.Location, error) {
	name, err := accounts.Timezone(ctx, account)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrAway, err)
	}
	location, err := time.LoadLocation(name)
	if err != nil {
		return nil, fmt.Errorf("load timezone: %w", err)
	}
	return location, nil
}

// ZoneNow returns the zone for the days of events and contacts that arrive now. It fails with ErrAway.
func ZoneNow(ctx context.Context, accounts Accounts, account AccountID) (*file.Zone, error) {
	location, err := Location(ctx, accounts, account)
	if err != nil {
		return nil, err
	}
	return file.NewZone(location), nil
}
