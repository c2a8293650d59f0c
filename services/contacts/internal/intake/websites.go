package intake

import (
	"context"
	"errors"
	"strings"
	"time"

	"github.com/google/uuid"

	"puls.app/services/contacts/internal/contact"
	"puls.app/services/contacts/internal/importing"
	"puls.app/services/kit/fault"
	"puls.app/services/reason"
)

// The failures of tracking that a client may act on.
var (
	ErrTrackingExists = fault.New(fault.Exists, reason.TrackingExists, "the uid already tracks this website")
	ErrTrackingUID    = fault.New(fault.Invalid, reason.TrackingUIDUnknown, "the account has no such uid")
	ErrTrackingLimit  = fault.New(
		fault.Precondition, reason.TrackingLimit, "the account has reached its limit of tracked websites",
	)
	ErrTrackingNotFound = fault.New(fault.NotFound, reason.TrackingNotFound, "the account tracks no such website")
)

// Website is a website whose visitors are tracked.
type Website struct {
	// Client is the public key that the website's code sends.
	Client uuid.UUID
	UID    string
	// Domain is empty if events named none.
	Domain string
	// Since is the time of the first event; nil without events.
	Since     *time.Time
	CreatedAt time.Time
	// MadeBy is the user who added it or sent the file that named it; empty if unknown.
	MadeBy string
}

// WebsiteStore stores websites. Every method is limited to one account.
type WebsiteStore interface {
	// Websites returns all, by uid and domain.
	Websites(ctx context.Context, account contact.AccountID) ([]Website, error)
	// AddWebsite adds a website if allow, given the account's number of websites, returns no error. It fails with
	// ErrTrackingExists and ErrDatabaseNotFound.
	AddWebsite(
		ctx context.Context, account contact.AccountID, by contact.Actor, uid, domain string, allow contact.Allow,
	) (uuid.UUID, error)
	// RemoveWebsite removes a website. With an entry, it also adds the entry to the event log and schedules the removal of
	// the website's visitors by RemoveVisitors. It fails with ErrTrackingNotFound.
	RemoveWebsite(ctx context.Context, account contact.AccountID, client uuid.UUID, visitors *contact.Entry) error
}

// Websites returns the websites that the account tracks, by uid and domain.
func (a *App) Websites(ctx context.Context, account contact.AccountID) ([]Website, error) {
	return a.WebsiteStore.Websites(ctx, account)
}

// Tracking returns how many websites the account tracks, and the time of the first event of any; nil without events.
func (a *App) Tracking(ctx context.Context, account contact.AccountID) (websites int, since *time.Time, err error) {
	all, err := a.WebsiteStore.Websites(ctx, account)
	for _, w := range all {
		if w.Since != nil && (since == nil || w.Since.Before(*since)) {
			since = w.Since
		}
	}
	return len(all), since, err
}

// AddWebsite starts tracking the visitors of a domain. It fails with ErrTrackingExists, ErrTrackingUID and
// ErrTrackingLimit.
func (a *App) AddWebsite(
	ctx context.Context, account contact.AccountID, by contact.Actor, uid, domain string,
) (uuid.UUID, error) {
	client, err := a.WebsiteStore.AddWebsite(ctx, account, by, uid, strings.ToLower(domain), func(have int) error {
		if have >= importing.MaxWebsites {
			return ErrTrackingLimit
		}
		return nil
	})
	if errors.Is(err, contact.ErrDatabaseNotFound) {
		return uuid.Nil, ErrTrackingUID.WithField("uid", ErrTrackingUID.Detail)
	}
	return client, err
}

// RemoveWebsite stops tracking a website. The visitors that it brought first stay, or are removed in the background:
// existing results keep their figures, later ones do not count them. It fails with ErrTrackingNotFound.
func (a *App) RemoveWebsite(
	ctx context.Context, account contact.AccountID, client uuid.UUID, visitors bool, by contact.Actor,
) error {
	if !visitors {
		return a.WebsiteStore.RemoveWebsite(ctx, account, client, nil)
	}
	entry := contact.NewEntry(account, contact.EntryVisitorRemoval, by, a.Now())
	return a.WebsiteStore.RemoveWebsite(ctx, account, client, &entry)
}
