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
	// Limit is how many webhooks an account may have.
	Limit = 10
	// FormerLife is for how long a secret signs after it was replaced.
	FormerLife = 24 * time.Hour
	// Retention is for how long events wait and deliveries are shown.
	Retention = 30 * 24 * time.Hour
	// mostEnded is how many deliveries of a webhook are kept that wait no more.
	mostEnded = 1000
	// shown is how many deliveries are listed.
	shown = 100
	// secretBytes is how many a secret has; the specification allows 24 to 64.
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

// Stop is why nothing is sent to a webhook.
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
	// MadeBy is the e-mail address of who made it.
	MadeBy  string
	Stopped Stop
	// StoppedAt is nil while it sends, DeliveredAt until an event was taken.
	StoppedAt, DeliveredAt *time.Time
	// Failures counts attempts since an event was taken.
	Failures int
	// FormerUntil is until when the secret before signs too; nil where there was none.
	FormerUntil *time.Time
	// Waiting and Failed count deliveries.
	Waiting, Failed int
}

// Settings are what somebody enters.
type Settings struct {
	URL, Description string
	Events           []string
}

// Store keeps webhooks and what became of deliveries.
type Store interface {
	// Webhooks returns those of an account in the order in which they were made.
	Webhooks(ctx context.Context, account core.AccountID) ([]Webhook, error)
	// Add keeps a webhook with its sealed secret. It fails with ErrLimit.
	Add(ctx context.Context, account core.AccountID, w Webhook, sealed []byte) error
	// The others fail with ErrNotFound. Change replaces the settings.
	Change(ctx context.Context, account core.AccountID, id uuid.UUID, s Settings) error
	Remove(ctx context.Context, account core.AccountID, id uuid.UUID) error
	// Rotate puts a sealed secret in the place of the one before, which stays until a moment.
	Rotate(ctx context.Context, account core.AccountID, id uuid.UUID, sealed []byte, until time.Time) error
	Pause(ctx context.Context, account core.AccountID, id uuid.UUID, now time.Time) error
	// Resume makes everything that waits due, as if it had never been tried.
	Resume(ctx context.Context, account core.AccountID, id uuid.UUID, now time.Time) error
	// Deliveries returns the newest of a webhook, at most some.
	Deliveries(ctx context.Context, account core.AccountID, id uuid.UUID, most int) ([]Delivery, error)
	// Send makes a delivery due. It fails with ErrDeliveryNotFound alone.
	Send(ctx context.Context, account core.AccountID, id, delivery uuid.UUID, now time.Time) error
	// Queue keeps deliveries, each once by its webhook and key; of webhooks that are gone it keeps none.
	Queue(ctx context.Context, now time.Time, deliveries ...Delivery) error
}

// Seal closes secrets, so that nobody who has the database alone can sign.
type Seal interface {
	Close(secret []byte, of uuid.UUID) []byte
	Open(sealed []byte, of uuid.UUID) ([]byte, error)
}

// App holds the use cases of who sets webhooks up.
type App struct {
	Store Store
	Seal  Seal
	// Private reports whether a host is in a private network, as far as its name can be resolved now.
	Private func(ctx context.Context, host string) bool
	// Anywhere allows http and private networks.
	Anywhere bool
	// Waits is called when something is to be sent.
	Waits func()
	Now   func() time.Time
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

// secret makes one, as people enter it and sealed.
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

// check refuses what cannot be an address of a receiver. What a name resolves to is looked at again with each attempt.
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

// Rotate returns a new secret; the one before signs too for FormerLife. It fails with ErrNotFound.
func (a *App) Rotate(ctx context.Context, account core.AccountID, id uuid.UUID) (string, error) {
	secret, sealed := a.secret(id)
	return secret, a.Store.Rotate(ctx, account, id, sealed, a.Now().Add(FormerLife))
}

// Pause stops sending. It fails with ErrNotFound.
func (a *App) Pause(ctx context.Context, account core.AccountID, id uuid.UUID) error {
	return a.Store.Pause(ctx, account, id, a.Now())
}

// Resume sends what waits. It fails with ErrNotFound.
func (a *App) Resume(ctx context.Context, account core.AccountID, id uuid.UUID) error {
	return a.awake(a.Store.Resume(ctx, account, id, a.Now()))
}

func (a *App) awake(err error) error {
	if err == nil {
		a.Waits()
	}
	return err
}

// Test sends an event that says nothing. It fails with ErrNotFound.
func (a *App) Test(ctx context.Context, account core.AccountID, id uuid.UUID) error {
	if _, err := a.Store.Deliveries(ctx, account, id, 0); err != nil {
		return err
	}
	now := a.Now()
	d := newDelivery(account, id, happened{event: Test, key: uuid.NewString(), at: now})
	return a.awake(a.Store.Queue(ctx, now, d))
}

// Deliveries returns the newest of a webhook. It fails with ErrNotFound.
func (a *App) Deliveries(ctx context.Context, account core.AccountID, id uuid.UUID) ([]Delivery, error) {
	return a.Store.Deliveries(ctx, account, id, shown)
}

// Send sends a delivery again, or now. It fails with ErrDeliveryNotFound.
func (a *App) Send(ctx context.Context, account core.AccountID, id, delivery uuid.UUID) error {
	return a.awake(a.Store.Send(ctx, account, id, delivery, a.Now()))
}
