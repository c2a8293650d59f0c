package destination

import (
	"context"
	"strings"
	"time"

	"github.com/google/uuid"

	"puls.app/services/contacts/internal/contact"
	"puls.app/services/contacts/internal/engine/fact"
	"puls.app/services/kit/fault"
	"puls.app/services/reason"
	"puls.app/services/spec"
)

// The failures that a client may act on.
var (
	ErrNotFound = fault.New(fault.NotFound, reason.DestinationNotFound, "there is no such destination")
	ErrLimit    = fault.New(
		fault.Precondition, reason.DestinationLimit, "the account has as many destinations as it may have",
	)
	ErrTaken = fault.New(
		fault.Precondition, reason.DestinationListTaken, "another destination of the account keeps this list",
	)
	ErrKey       = fault.New(fault.Invalid, reason.DestinationKeyRefused, "the provider refuses the key")
	ErrList      = fault.New(fault.Invalid, reason.DestinationListNotFound, "the provider has no such list")
	errSelection = fault.New(
		fault.Invalid, reason.DestinationSelectionInvalid, "choose bands, or reasons of the channel, of one scoring",
	)
)

const (
	// Limit is the maximum number of destinations of an account.
	Limit = 10
	// KeptRuns is the number of receipts stored for a destination; older ones are deleted.
	KeptRuns = 50
	// patience is the timeout for looking up a list while a request waits.
	patience = 15 * time.Second
)

// Provider is a mail provider that has lists.
type Provider string

// The providers.
const (
	SendGrid  Provider = "sendgrid"
	Mailgun   Provider = "mailgun"
	Mailchimp Provider = "mailchimp"
	Brevo     Provider = "brevo"
)

// Target is a list at a provider. A destination never changes its target.
type Target struct {
	Provider Provider
	// Region is "eu", or empty for the default region.
	Region string
	List   string
	// Tag is the tag of Mailchimp; empty for other providers.
	Tag string
	// Field is the name of the field for a member's band or reason; empty for none.
	Field string
}

// check returns a fault that names the invalid field.
func (t Target) check() error {
	switch {
	case (t.Provider == Mailchimp) != (t.Tag != ""):
		return errSelection.WithField("tag", "Mailchimp needs a tag, the others take none")
	case t.Provider == Mailgun && t.Field != "":
		return errSelection.WithField("field", "Mailgun's lists have no fields")
	case t.Region != "" && t.Provider != SendGrid && t.Provider != Mailgun:
		return errSelection.WithField("region", "the provider has no regions")
	}
	return nil
}

// Selection selects the contacts that belong on the list.
type Selection struct {
	Scoring uuid.UUID
	Channel fact.Channel
	// Bands are numbered from 0, the lowest. Reasons are those of the channel.
	Bands   []int
	Reasons []string
}

// names maps each selected cell value to its band, such as "81-100", or its reason; other cells map to "".
func (s Selection) names() (*[256]string, error) {
	var names [256]string
	for _, band := range s.Bands {
		lowest, highest := spec.Limits(band)
		for score := lowest; score <= highest; score++ {
			names[score] = bandName(lowest, highest)
		}
	}
	for _, why := range s.Reasons {
		cell, known := s.Channel.ReasonCell(why)
		if !known {
			return nil, errSelection.WithField("selection.reasons", "no contact is left out of the channel for this reason")
		}
		names[cell] = why
	}
	if len(s.Bands)+len(s.Reasons) == 0 {
		return nil, errSelection.WithField("selection.bands", errSelection.Detail)
	}
	return &names, nil
}

// Destination is a list at a provider that is synchronized with a selection.
type Destination struct {
	ID      uuid.UUID
	Account contact.AccountID
	Name    string
	Target
	Selection
	CreatedAt time.Time
	MadeBy    string
	PausedAt  *time.Time
	// DueAt is the time of the next run; nil without one.
	DueAt    *time.Time
	Failures int
	Members  int
	// LastRun is nil before the first.
	LastRun *Run
}

// Failure is the cause of a failed run.
type Failure string

// The failures.
const (
	FailNone     Failure = ""
	FailKey      Failure = "KEY"
	FailList     Failure = "LIST"
	FailLimit    Failure = "LIMIT"
	FailProvider Failure = "PROVIDER"
	FailNoResult Failure = "NO_RESULT"
	FailSecret   Failure = "SECRET"
)

// lasts reports whether only a user can end the failure.
func (f Failure) lasts() bool { return f == FailKey || f == FailList || f == FailSecret }

// Run is the receipt of a run.
type Run struct {
	ID      uuid.UUID
	BegunAt time.Time
	// EndedAt is nil while it runs.
	EndedAt *time.Time
	// Date is the day of the result; nil without a result.
	Date                    *time.Time
	Added, Changed, Removed int
	// LeftOut is the number of contacts in the selection that may not be sent.
	LeftOut int
	Refused map[Refusal]int
	Failure Failure
	// Forgotten is the number of erased contacts whose addresses were deleted before the provider had removed them.
	Forgotten int
}

// Store stores destinations and receipts. Methods with an id fail with ErrNotFound.
type Store interface {
	// Destinations returns the destinations of an account, oldest first.
	Destinations(ctx context.Context, account contact.AccountID) ([]Destination, error)
	// Add fails with ErrLimit and ErrTaken.
	Add(ctx context.Context, d *Destination, sealed []byte) error
	// Change replaces name and selection and, unless sealed is nil, the key and MadeBy.
	Change(ctx context.Context, d *Destination, sealed []byte, now time.Time) error
	Remove(ctx context.Context, account contact.AccountID, id uuid.UUID) error
	Pause(ctx context.Context, account contact.AccountID, id uuid.UUID, now time.Time) error
	Resume(ctx context.Context, account contact.AccountID, id uuid.UUID, now time.Time) error
	// Want makes a destination due.
	Want(ctx context.Context, account contact.AccountID, id uuid.UUID, now time.Time) error
	// Calculated makes the destinations of a scoring's channel due, and reports whether there are any.
	Calculated(
		ctx context.Context, account contact.AccountID, scoring uuid.UUID, channel fact.Channel, now time.Time,
	) (bool, error)
	// Runs returns the newest receipts, newest first.
	Runs(ctx context.Context, account contact.AccountID, id uuid.UUID) ([]Run, error)
}

// Seal encrypts API keys, so that the database alone is not enough to use them.
type Seal interface {
	Close(secret, of string) ([]byte, error)
	Open(sealed []byte, of string) (string, error)
}

// App holds the use cases of destination settings.
type App struct {
	Store    Store
	Seal     Seal
	Lists    Lists
	Scorings contact.Scorings
	// Wake is called after a destination became due.
	Wake func()
	Now  func() time.Time
}

// Destinations returns the destinations of an account.
func (a *App) Destinations(ctx context.Context, account contact.AccountID) ([]Destination, error) {
	return a.Store.Destinations(ctx, account)
}

// Add creates a destination, which is due at once. It fails with ErrKey, ErrList, ErrLimit, ErrTaken and the errors of
// invalid settings.
func (a *App) Add(ctx context.Context, d *Destination, key string) error {
	d.ID, d.CreatedAt, d.Name = uuid.New(), contact.Kept(a.Now()), strings.TrimSpace(d.Name)
	if err := d.check(); err != nil {
		return err
	}
	if err := a.check(ctx, d, key); err != nil {
		return err
	}
	sealed, err := a.Seal.Close(key, d.ID.String())
	if err != nil {
		return err
	}
	return a.awake(a.Store.Add(ctx, d, sealed))
}

// Change replaces name, selection and, unless that is empty, the key of a destination. It returns the destination as it
// stands then, and fails with ErrNotFound, ErrKey, ErrList and the failures of its settings.
func (a *App) Change(ctx context.Context, d *Destination, key string) (*Destination, error) {
	before, err := a.Find(ctx, d.Account, d.ID)
	if err != nil {
		return nil, err
	}
	d.Target, d.Name = before.Target, strings.TrimSpace(d.Name)
	if err := a.check(ctx, d, key); err != nil {
		return nil, err
	}
	var sealed []byte
	if key != "" {
		if sealed, err = a.Seal.Close(key, d.ID.String()); err != nil {
			return nil, err
		}
	}
	if err := a.awake(a.Store.Change(ctx, d, sealed, contact.Kept(a.Now()))); err != nil {
		return nil, err
	}
	return a.Find(ctx, d.Account, d.ID)
}

// check validates the selection and, if key is not empty, looks the list up at the provider. If the provider does not
// answer, the run looks the list up again.
func (a *App) check(ctx context.Context, d *Destination, key string) error {
	if _, err := d.names(); err != nil {
		return err
	}
	if err := a.Scorings.Check(ctx, d.Account, d.Scoring); err != nil || key == "" {
		return err
	}
	list, err := a.Lists.Open(d.Target, key)
	if err == nil {
		ctx, cancel := context.WithTimeout(ctx, patience)
		defer cancel()
		err = list.Check(ctx)
	}
	switch failureOf(err) {
	case FailKey:
		return ErrKey.WithField("key", ErrKey.Detail)
	case FailList:
		return ErrList.WithField("list", ErrList.Detail)
	default:
		return nil
	}
}

// Find returns a destination of an account. It fails with ErrNotFound.
func (a *App) Find(ctx context.Context, account contact.AccountID, id uuid.UUID) (*Destination, error) {
	all, err := a.Store.Destinations(ctx, account)
	if err != nil {
		return nil, err
	}
	for i := range all {
		if all[i].ID == id {
			return &all[i], nil
		}
	}
	return nil, ErrNotFound
}

// Remove deletes a destination; the list stays unchanged. It fails with ErrNotFound.
func (a *App) Remove(ctx context.Context, account contact.AccountID, id uuid.UUID) error {
	return a.Store.Remove(ctx, account, id)
}

// Pause stops adding contacts to the list. It fails with ErrNotFound.
func (a *App) Pause(ctx context.Context, account contact.AccountID, id uuid.UUID) error {
	return a.Store.Pause(ctx, account, id, contact.Kept(a.Now()))
}

// Resume ends a pause. It fails with ErrNotFound.
func (a *App) Resume(ctx context.Context, account contact.AccountID, id uuid.UUID) error {
	return a.awake(a.Store.Resume(ctx, account, id, contact.Kept(a.Now())))
}

// Want makes a destination due. It fails with ErrNotFound.
func (a *App) Want(ctx context.Context, account contact.AccountID, id uuid.UUID) error {
	return a.awake(a.Store.Want(ctx, account, id, contact.Kept(a.Now())))
}

// Calculated makes the destinations of a scoring's channel due after a new result.
func (a *App) Calculated(
	ctx context.Context, account contact.AccountID, scoring uuid.UUID, channel fact.Channel,
) error {
	some, err := a.Store.Calculated(ctx, account, scoring, channel, contact.Kept(a.Now()))
	if some {
		a.Wake()
	}
	return err
}

// Runs returns the newest receipts. It fails with ErrNotFound.
func (a *App) Runs(ctx context.Context, account contact.AccountID, id uuid.UUID) ([]Run, error) {
	return a.Store.Runs(ctx, account, id)
}

func (a *App) awake(err error) error {
	if err == nil {
		a.Wake()
	}
	return err
}
