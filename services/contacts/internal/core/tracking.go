package core

import (
	"context"
	"time"

	"github.com/google/uuid"

	"puls.app/services/kit/fault"
)

// MaxWebsites is how many websites an account tracks at most.
const MaxWebsites = 100

// The failures of tracking that a client may act on.
var (
	ErrTrackingExists   = fault.New(fault.Exists, "TRACKING_EXISTS", "the uid tracks this website already")
	ErrTrackingUID      = fault.New(fault.Invalid, "TRACKING_UID_UNKNOWN", "the account has no such uid")
	ErrTrackingLimit    = fault.New(fault.Precondition, "TRACKING_LIMIT", "the account tracks as many websites as it may")
	ErrTrackingNotFound = fault.New(fault.NotFound, "TRACKING_NOT_FOUND", "the account tracks no such website")
)

// Website is one whose visitors are tracked.
type Website struct {
	// Client is the public key that the website's code sends.
	Client uuid.UUID
	UID    string
	// Domain is empty where events named none.
	Domain string
	// Since is the time of the first event; nil without events.
	Since *time.Time
}

// Websites keeps them. Every method is limited to one account.
type Websites interface {
	// Websites answers all, by uid and domain.
	Websites(ctx context.Context, account int32) ([]Website, error)
	// Tracking answers how many there are, and the time of the first event of any; nil without events.
	Tracking(ctx context.Context, account int32) (websites int, since *time.Time, err error)
	// AddWebsite fails with ErrTrackingExists, ErrTrackingUID and ErrTrackingLimit.
	AddWebsite(ctx context.Context, account int32, uid, domain string) (uuid.UUID, error)
	// RemoveWebsite fails with ErrTrackingNotFound.
	RemoveWebsite(ctx context.Context, account int32, client uuid.UUID) error
}
