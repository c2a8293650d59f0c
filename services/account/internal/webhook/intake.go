package webhook

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/google/uuid"

	"puls.app/services/account/internal/core"
)

// Calculation is a new result.
type Calculation struct {
	Account core.AccountID
	At      time.Time
	Result
}

// ImportEnd is an import that has ended.
type ImportEnd struct {
	Account core.AccountID
	At      time.Time
	Import
}

// Departure has contacts of one uid that lost their consent to a channel or, without a channel, were erased.
type Departure struct {
	Account core.AccountID
	At      time.Time
	// ID is the same each time that the departure is announced.
	ID             string
	UID            string
	Channel, Cause string
	Numbers        []int32
}

// Subscriber is a webhook with the events that it is subscribed to.
type Subscriber struct {
	ID      uuid.UUID
	Account core.AccountID
	Events  []string
}

// IntakeStore queues events.
type IntakeStore interface {
	// Subscribers returns the webhooks of accounts that are subscribed to at least one of the events.
	Subscribers(ctx context.Context, accounts []core.AccountID, events ...string) ([]Subscriber, error)
	// Queue stores deliveries and ignores repeated ones. Deliveries of changed bands are stored as Continue returns
	// them, in one transaction of an account at a time.
	Queue(ctx context.Context, now time.Time, deliveries ...Delivery) error
	// Forget removes contacts from the stored deliveries about their consents.
	Forget(ctx context.Context, account core.AccountID, uid string, numbers []int32) error
}

// Results reads the changes between results.
type Results interface {
	// Before returns the day of the previous result, from which changes to a result are counted. It returns "" if there is
	// none, or if a later day has a result already.
	Before(ctx context.Context, account core.AccountID, of *Result) (day string, err error)
	// Changes returns the contacts whose band, reason or known contact differs from the result of the day From, ordered
	// by database and number, from first on; more is set if others follow. It fails with ErrReplaced.
	Changes(
		ctx context.Context, account core.AccountID, of *Result, first Place, limit int,
	) (changes []Change, more bool, err error)
}

// Intake queues events for their subscribers. A repeated event is queued once.
type Intake struct {
	Store   IntakeStore
	Results Results
	// Wake is called when deliveries were queued.
	Wake func()
	Now  func() time.Time
}

// Calculated queues results, each followed by its changes.
func (i *Intake) Calculated(ctx context.Context, list ...Calculation) error {
	to, err := i.subscribers(ctx, accountsOf(list, func(c Calculation) core.AccountID { return c.Account }),
		Calculated, BandChanged)
	if err != nil || len(to) == 0 {
		return err
	}
	for _, c := range list {
		key := fmt.Sprintf("%s/%d/%s/%d", c.Scoring, c.Channel, c.Date, c.Revision)
		h := happened{
			event: Calculated, key: "calculated/" + key, scoring: &c.Scoring, at: c.At, content: Content{Result: &c.Result},
		}
		if err := i.queue(ctx, to.address(c.Account, h)); err != nil { // before the engine is asked, which may be away
			return err
		}
		h.event, h.key = BandChanged, "bands/"+key
		changed := to.address(c.Account, h)
		if len(changed) == 0 {
			continue
		}
		from, err := i.Results.Before(ctx, c.Account, &c.Result)
		if err != nil {
			return err
		}
		for at, d := range changed {
			changed[at] = d.since(from)
		}
		if err := i.queue(ctx, changed); err != nil {
			return err
		}
	}
	return nil
}

// Continue makes a delivery of changed bands begin at the day of the delivery queued before it, so that a copy to which
// all are applied in order stays equal. newest is the last day of the scoring's channel queued for the webhook, before
// the last one earlier than this delivery's; "" if there is none. ok is false for a result that changes nothing for the
// webhook.
func (d Delivery) Continue(newest, before string) (continued Delivery, ok bool) {
	if before != "" {
		d = d.since(before)
	}
	return d, newest <= d.Content.Result.Date && d.Content.Result.From != ""
}

func (d Delivery) since(from string) Delivery {
	result := *d.Content.Result
	result.From = from
	d.Content.Result = &result
	return d
}

// Imported queues ends of imports.
func (i *Intake) Imported(ctx context.Context, list ...ImportEnd) error {
	to, err := i.subscribers(ctx, accountsOf(list, func(e ImportEnd) core.AccountID { return e.Account }), Imported)
	if err != nil || len(to) == 0 {
		return err
	}
	var queue []Delivery
	for _, e := range list {
		h := happened{event: Imported, key: "import/" + e.ID, at: e.At, content: Content{Import: &e.Import}}
		queue = append(queue, to.address(e.Account, h)...)
	}
	return i.queue(ctx, queue)
}

// Left queues departures, and removes erased contacts from the stored deliveries.
func (i *Intake) Left(ctx context.Context, list ...Departure) error {
	to, err := i.subscribers(ctx, accountsOf(list, func(d Departure) core.AccountID { return d.Account }),
		Unsubscribed, Erased)
	if err != nil {
		return err
	}
	var queue []Delivery
	for _, d := range list {
		h := happened{
			event: Unsubscribed, key: departureKey(d.UID, d.ID), at: d.At, numbers: d.Numbers,
			content: Content{UID: d.UID, Channel: d.Channel, Cause: d.Cause},
		}
		if d.Channel == "" {
			h.event = Erased
			// Earlier departures of the list are queued first, so that Forget finds them.
			if err := i.queue(ctx, queue); err != nil {
				return err
			}
			queue = nil
			if err := i.Store.Forget(ctx, d.Account, d.UID, d.Numbers); err != nil {
				return err
			}
		}
		queue = append(queue, to.address(d.Account, h)...)
	}
	return i.queue(ctx, queue)
}

// departureKey begins with the uid: Forget finds the deliveries of a uid by it.
func departureKey(uid, id string) string { return uid + "/" + id }

func (i *Intake) queue(ctx context.Context, queue []Delivery) error {
	if len(queue) == 0 {
		return nil
	}
	if err := i.Store.Queue(ctx, i.Now(), queue...); err != nil {
		return err
	}
	i.Wake()
	return nil
}

type subscribers []Subscriber

func (i *Intake) subscribers(
	ctx context.Context, accounts []core.AccountID, events ...string,
) (subscribers, error) {
	return i.Store.Subscribers(ctx, accounts, events...)
}

func (s Subscriber) wants(account core.AccountID, event string) bool {
	return s.Account == account && slices.Contains(s.Events, event)
}

func (s subscribers) address(account core.AccountID, h happened) (queue []Delivery) {
	for _, one := range s {
		if one.wants(account, h.event) {
			queue = append(queue, newDelivery(account, one.ID, h))
		}
	}
	return queue
}

func accountsOf[E any](list []E, account func(E) core.AccountID) []core.AccountID {
	var all []core.AccountID
	for _, e := range list {
		all = append(all, account(e))
	}
	slices.Sort(all)
	return slices.Compact(all)
}
