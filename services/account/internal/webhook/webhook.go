package webhook

import (
	"context"
	"crypto/rand"
	"encoding/base64"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"

	"puls.app/services/account/internal/core"
	"puls.app/services/kit/fault"
	"puls.app/services/reason"
)

// The failures that a client may act on.
var (
	ErrNotFound         = fault.New(fault.NotFound, reason.WebhookNotFound, "there is no such webhook")
	ErrDeliveryNotFound = fault.New(fault.NotFound, reason.WebhookDeliveryNotFound, "there is no such delivery")
	ErrLimit            = fault.New(
		fault.Precondition, reason.WebhookLimit, "the account has as many webhooks as it may have",
	)
	ErrURL = fault.New(fault.Invalid, reason.WebhookURLInvalid,
		"the address begins with https:// and has a host, without a user name and without #")
	ErrAddress = fault.New(fault.Invalid, reason.WebhookAddressPrivate, "the host is in a private network")
)

const (
	// Limit is the number of webhooks that an account may have.
	Limit = 10
	// FormerLife is the time for which a replaced secret still signs.
	FormerLife = 24 * time.Hour
	// Retention is the time for which events wait and deliveries are listed.
	Retention = 30 * 24 * time.Hour
	// maxEnded is the number of ended deliveries kept for each webhook.
	maxEnded = 1000
	// listed is the number of deliveries in a list.
	listed = 100
	// secretBytes is the length of a secret; the specification allows 24 to 64.
	secretBytes = 32
)

// The events.
const (
	Calculated   = "scoring.calculated"
	BandChanged  = "scoring.band_changed"
	Imported     = "import.finished"
	Unsubscribed = "contact.unsubscribed"
	Erased       = "contact.erased"
	Test         = "webhook.test"
)

// Stop is the reason why nothing is sent to a webhook.
type Stop string

// The reasons: none while it sends.
const (
	StopNone   Stop = ""
	StopUser   Stop = "USER"
	StopFailed Stop = "STOPPED"
	StopGone   Stop = "GONE"
)

// Webhook is an address that events of an account are sent to.
type Webhook struct {
	ID          uuid.UUID
	URL         string
	Description string
	Events      []string
	CreatedAt   time.Time
	// MadeBy is the e-mail address of the user who made it.
	MadeBy  string
	Stopped Stop
	// StoppedAt is nil while events are sent, DeliveredAt until one was accepted.
	StoppedAt, DeliveredAt *time.Time
	// Failures counts attempts since an event was accepted.
	Failures int
	// FormerUntil is the time until which the previous secret signs too; nil if there is none.
	FormerUntil *time.Time
	// Waiting and Failed count deliveries.
	Waiting, Failed int
}

// Settings are the values that users enter.
type Settings struct {
	URL, Description string
	Events           []string
}

// Store stores webhooks and their deliveries.
type Store interface {
	// Webhooks returns the webhooks of an account in the order in which they were made.
	Webhooks(ctx context.Context, account core.AccountID) ([]Webhook, error)
	// Add stores a webhook with its encrypted secret. It fails with ErrLimit.
	Add(ctx context.Context, account core.AccountID, w Webhook, sealed []byte) error
	// The others fail with ErrNotFound. Change replaces the settings.
	Change(ctx context.Context, account core.AccountID, id uuid.UUID, s Settings) error
	Remove(ctx context.Context, account core.AccountID, id uuid.UUID) error
	// Rotate replaces the encrypted secret; the previous one signs too until a moment.
	Rotate(ctx context.Context, account core.AccountID, id uuid.UUID, sealed []byte, until time.Time) error
	Pause(ctx context.Context, account core.AccountID, id uuid.UUID, now time.Time) error
	// Resume makes all waiting deliveries due, with no attempts counted.
	Resume(ctx context.Context, account core.AccountID, id uuid.UUID, now time.Time) error
	// Deliveries returns the newest deliveries of a webhook.
	Deliveries(ctx context.Context, account core.AccountID, id uuid.UUID, most int) ([]Delivery, error)
	// Send makes a delivery due. It fails with ErrDeliveryNotFound instead of ErrNotFound.
	Send(ctx context.Context, account core.AccountID, id, delivery uuid.UUID, now time.Time) error
	// Queue stores deliveries, one for each webhook and key, and ignores those of removed webhooks.
	Queue(ctx context.Context, now time.Time, deliveries ...Delivery) error
}

// Seal encrypts secrets, so that a copy of the database is not enough to sign.
type Seal interface {
	Close(secret []byte, of uuid.UUID) []byte
	Open(sealed []byte, of uuid.UUID) ([]byte, error)
}

// App has the use cases of users who set up webhooks.
type App struct {
	Store Store
	Seal  Seal
	// Private reports whether a host is in a private network, as far as its name can be resolved now.
	Private func(ctx context.Context, host string) bool
	// Anywhere allows http and private networks.
	Anywhere bool
	// Wake is called when deliveries are due.
	Wake func()
	Now  func() time.Time
}

// List returns the webhooks of an account.
func (a *App) List(ctx context.Context, account core.AccountID) ([]Webhook, error) {
	return a.Store.Webhooks(ctx, account)
}

// Add makes a webhook and returns its secret. It fails with ErrURL, ErrAddress and ErrLimit.
func (a *App) Add(ctx context.Context, account core.AccountID, by string, s Settings) (Webhook, string, error) {
	if err := a.check(ctx, s.URL); err != nil {
		return Webhook{}, "", err
	}
	w := Webhook{
		ID: uuid.New(), URL: s.URL, Description: strings.TrimSpace(s.Description), Events: s.Events, CreatedAt: a.Now(),
		MadeBy: by,
	}
	secret, sealed := a.secret(w.ID)
	return w, secret, a.Store.Add(ctx, account, w, sealed)
}

// secret makes a secret: as users enter it, and encrypted.
func (a *App) secret(of uuid.UUID) (text string, sealed []byte) {
	secret := make([]byte, secretBytes)
	_, _ = rand.Read(secret) // it never fails
	return "whsec_" + base64.StdEncoding.EncodeToString(secret), a.Seal.Close(secret, of)
}

// Change replaces the settings of a webhook. It fails with ErrNotFound, ErrURL and ErrAddress.
func (a *App) Change(ctx context.Context, account core.AccountID, id uuid.UUID, s Settings) error {
	if err := a.check(ctx, s.URL); err != nil {
		return err
	}
	s.Description = strings.TrimSpace(s.Description)
	return a.Store.Change(ctx, account, id, s)
}

// check refuses addresses that cannot be those of receivers. Names are resolved and checked again at each attempt.
func (a *App) check(ctx context.Context, address string) error {
	u, err := url.Parse(address)
	schemes := []string{"https"}
	if a.Anywhere {
		schemes = append(schemes, "http")
	}
	if err != nil || !slices.Contains(schemes, u.Scheme) || u.Hostname() == "" || u.User != nil || u.Fragment != "" {
		return ErrURL.WithField("url", ErrURL.Detail)
	}
	if !a.Anywhere && a.Private(ctx, u.Hostname()) {
		return ErrAddress.WithField("url", ErrAddress.Detail)
	}
	return nil
}

// Remove ends a webhook. It fails with ErrNotFound.
func (a *App) Remove(ctx context.Context, account core.AccountID, id uuid.UUID) error {
	return a.Store.Remove(ctx, account, id)
}

// Rotate returns a new secret; the previous one signs too for FormerLife. It fails with ErrNotFound.
func (a *App) Rotate(ctx context.Context, account core.AccountID, id uuid.UUID) (string, error) {
	secret, sealed := a.secret(id)
	return secret, a.Store.Rotate(ctx, account, id, sealed, a.Now().Add(FormerLife))
}

// Pause stops sending. It fails with ErrNotFound.
func (a *App) Pause(ctx context.Context, account core.AccountID, id uuid.UUID) error {
	return a.Store.Pause(ctx, account, id, a.Now())
}

// Resume sends the waiting deliveries. It fails with ErrNotFound.
func (a *App) Resume(ctx context.Context, account core.AccountID, id uuid.UUID) error {
	return a.awake(a.Store.Resume(ctx, account, id, a.Now()))
}

func (a *App) awake(err error) error {
	if err == nil {
		a.Wake()
	}
	return err
}

// Test sends an empty event. It fails with ErrNotFound.
func (a *App) Test(ctx context.Context, account core.AccountID, id uuid.UUID) error {
	if _, err := a.Store.Deliveries(ctx, account, id, 0); err != nil {
		return err
	}
	now := a.Now()
	d := newDelivery(account, id, happened{event: Test, key: uuid.NewString(), at: now})
	return a.awake(a.Store.Queue(ctx, now, d))
}

// Deliveries returns the newest deliveries of a webhook. It fails with ErrNotFound.
func (a *App) Deliveries(ctx context.Context, account core.AccountID, id uuid.UUID) ([]Delivery, error) {
	return a.Store.Deliveries(ctx, account, id, listed)
}

// Send sends a delivery again, or a waiting one at once. It fails with ErrDeliveryNotFound.
func (a *App) Send(ctx context.Context, account core.AccountID, id, delivery uuid.UUID) error {
	return a.awake(a.Store.Send(ctx, account, id, delivery, a.Now()))
}
