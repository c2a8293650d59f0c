package contact

import (
	"context"
	"errors"
	"fmt"
	"time"

	"puls.app/services/contacts/internal/engine/fact"
	"puls.app/services/contacts/internal/engine/file"
)

// AccountID is the tenant's number.
type AccountID int32

// OwnUID is the uid that an account has of itself, its number padded; rows that name none mean it.
func (a AccountID) OwnUID() string { return fmt.Sprintf("%03d", a) }

// DatabaseID is unique over all accounts.
type DatabaseID = fact.DatabaseID

// GroupID and PropertyID are unique within an account.
type (
	GroupID    int32
	PropertyID int32
)

// Event is a message to other services, as the bus carries it.
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

// ErrAway is a failure of another service, which a caller is not to blame for.
var ErrAway = errors.New("another service does not answer")

// Location returns an account's timezone as it is now. It fails with ErrAway.
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

// ZoneNow returns the zone for the days of events and contacts that come now. It fails with ErrAway.
func ZoneNow(ctx context.Context, accounts Accounts, account AccountID) (*file.Zone, error) {
	location, err := Location(ctx, accounts, account)
	if err != nil {
		return nil, err
	}
	return file.NewZone(location), nil
}
