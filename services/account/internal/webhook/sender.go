package webhook

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/url"
	"time"

	"puls.app/services/account/internal/core"
	"puls.app/services/kit/retry"
)

const (
	// lease is the time for which a sender holds the webhook of its delivery.
	lease = time.Minute
	// firstPause doubles with each failure, up to longestPause for an event and up to longestRest for its webhook: a
	// broken receiver gets a request once in a while, however many deliveries are waiting.
	firstPause   = 5 * time.Second
	longestPause = time.Hour
	longestRest  = 5 * time.Minute
	// GiveUpAfter is the time from the first attempt after which an event fails.
	GiveUpAfter = 72 * time.Hour
	// outagePause follows a failure inside of the product, such as an engine that is away.
	outagePause = 30 * time.Second
	// recovered is the number of failures after which a success makes all waiting deliveries due.
	recovered = 3
)

// ErrReplaced is returned for a result that has been calculated again or removed.
var ErrReplaced = errors.New("the result was replaced")

// Taken is a delivery leased by a sender, with its webhook.
type Taken struct {
	Delivery
	URL string
	// Sealed is the encrypted secret, Former the previous one; nil if there was none.
	Sealed, Former []byte
	FormerUntil    *time.Time
	DeliveredAt    *time.Time
	Failures       int
}

// Message is a request to a receiver.
type Message struct {
	ID   string
	At   time.Time
	URL  string
	Body []byte
	// Secrets sign the message, the present one first.
	Secrets [][]byte
}

// Answer is the outcome of an attempt.
type Answer struct {
	// Status is the HTTP status, 0 without a response.
	Status  int
	Failure Failure
	Took    time.Duration
}

// Post sends a message to its receiver and returns within half a minute.
type Post func(ctx context.Context, m *Message) Answer

// Attempt is the state of a delivery and its webhook after an attempt.
type Attempt struct {
	*Taken
	RestsUntil time.Time
	Stop       Stop
	// Hasten makes all waiting deliveries of the webhook due.
	Hasten bool
	// Notification is nil if users need not be notified.
	Notification *core.Notification
}

// QueueStore leases due deliveries.
type QueueStore interface {
	// Take leases a due delivery, and with it the webhook, until the lease ends; nil if none is due. Of the deliveries of
	// one scoring only the first can be taken.
	Take(ctx context.Context, now, lease time.Time) (*Taken, error)
	// End stores an attempt in one transaction and ends the lease of the webhook.
	End(ctx context.Context, now time.Time, s Attempt) error
}

// Sender sends due deliveries.
type Sender struct {
	Store   QueueStore
	Results Results
	Seal    Seal
	Post    Post
	Now     func() time.Time
	Log     *slog.Logger
}

// Take leases a due delivery; nil if none is due.
func (s *Sender) Take(ctx context.Context) (*Taken, error) {
	now := s.Now()
	return s.Store.Take(ctx, now, now.Add(lease))
}

// Send sends the next message of a delivery and stores the outcome.
func (s *Sender) Send(ctx context.Context, t *Taken) error {
	message, next, err := s.message(ctx, t)
	now := s.Now()
	kept := context.WithoutCancel(ctx)
	switch {
	case errors.Is(err, ErrReplaced):
		t.State = Replaced
		return s.Store.End(kept, now, Attempt{Taken: t, RestsUntil: now})
	case err != nil:
		t.NextAt = now.Add(outagePause)
		return errors.Join(err, s.Store.End(kept, now, Attempt{Taken: t, RestsUntil: now}))
	}
	answer := Answer{Failure: FailSecret}
	message.At = now
	if message.Secrets, err = s.secrets(t, now); err != nil {
		s.Log.ErrorContext(ctx, "secret of webhook cannot be read", "webhook", t.Webhook, "error", err)
	} else {
		answer = s.Post(ctx, message)
	}
	now = s.Now()
	if answer.Failure != FailNone && ctx.Err() != nil { // the program stops: the request was cut off
		return s.Store.End(kept, now, Attempt{Taken: t, RestsUntil: now})
	}
	attempt := t.end(answer, next, now)
	if attempt.Stop != StopNone {
		s.Log.WarnContext(ctx, "webhook is stopped", "webhook", t.Webhook, "account", t.Account, "cause", attempt.Stop)
	}
	return s.Store.End(kept, now, attempt)
}

func (s *Sender) secrets(t *Taken, now time.Time) ([][]byte, error) {
	secret, err := s.Seal.Open(t.Sealed, t.Webhook)
	if err != nil {
		return nil, err
	}
	secrets := [][]byte{secret}
	if t.Former != nil && now.Before(*t.FormerUntil) {
		former, err := s.Seal.Open(t.Former, t.Webhook)
		if err != nil {
			return nil, err
		}
		secrets = append(secrets, former)
	}
	return secrets, nil
}

// end returns the state after an attempt. next is the place where the following message begins; nil after the last.
func (t *Taken) end(a Answer, next *Place, now time.Time) Attempt {
	s := Attempt{Taken: t, RestsUntil: now}
	t.AttemptedAt, t.Status, t.Failure, t.Took = &now, a.Status, a.Failure, a.Took
	t.Attempts++
	if a.Failure == FailNone {
		s.Hasten = t.Failures >= recovered
		t.DeliveredAt, t.Failures = &now, 0
		t.Parts++
		t.State = Delivered
		if next != nil {
			t.State, t.NextAt, t.Next, t.Attempts, t.FirstAt = Waiting, now, *next, 0, nil
		}
		return s
	}
	t.Failures++
	if t.FirstAt == nil {
		t.FirstAt = &now
	}
	s.RestsUntil = now.Add(t.pause(t.Failures, longestRest))
	t.NextAt = now.Add(t.pause(t.Attempts, longestPause))
	switch {
	case a.Failure == FailGone:
		t.State, s.Stop = Failed, StopGone
		s.Notification = t.notify(string(StopGone), now)
	case now.Sub(*t.FirstAt) < GiveUpAfter:
	case t.DeliveredAt != nil && t.DeliveredAt.After(*t.FirstAt):
		t.State = Failed
		s.Notification = t.notify("FAILED", now)
	default:
		t.State, s.Stop = Failed, StopFailed
		s.Notification = t.notify(string(StopFailed), now)
	}
	return s
}

// pause returns the time to wait after some failures, up to a fifth longer or shorter: the id is the random number.
func (t *Taken) pause(failures int, longest time.Duration) time.Duration {
	d := retry.Pause(failures, firstPause, longest)
	return d*4/5 + d*2/5*time.Duration(t.ID[15])/255
}

func (t *Taken) notify(why string, now time.Time) *core.Notification {
	host := ""
	if u, err := url.Parse(t.URL); err == nil {
		host = u.Hostname()
	}
	return &core.Notification{
		Account: t.Account, Kind: core.WebhookFailed, Subject: t.Webhook.String(), At: now, Reasons: []string{why},
		FileName: host,
	}
}

// message makes the next message of a delivery, without its time and secrets, and returns the place where the following
// one begins; nil if there is none.
func (s *Sender) message(ctx context.Context, t *Taken) (m *Message, next *Place, err error) {
	m = &Message{ID: fmt.Sprintf("msg_%x", t.ID[:]), URL: t.URL}
	var data any
	switch t.Event {
	case BandChanged:
		changes, more, err := s.Results.Changes(ctx, t.Account, t.Content.Result, t.Next, maxChanges)
		if err != nil {
			return nil, nil, err
		}
		if more {
			last := changes[len(changes)-1]
			next = &Place{last.Database, last.Number + 1}
		}
		m.ID = fmt.Sprintf("%s_%d", m.ID, t.Parts+1)
		data = bandsOf(t, changes, next == nil)
	case Unsubscribed:
		if len(t.Numbers) == 0 {
			return nil, nil, ErrReplaced // they were erased meanwhile
		}
		data = departureData{t.Content.UID, t.Content.Channel, t.Content.Cause, t.Numbers}
	case Erased:
		data = departureData{UID: t.Content.UID, Numbers: t.Numbers}
	case Calculated:
		data = resultOf(t)
	case Imported:
		data = t.Content.Import
	default:
		data = struct{}{}
	}
	m.Body, err = encode(t, data)
	return m, next, err
}

// Clean removes old deliveries.
func Clean(ctx context.Context, store CleanStore, now time.Time) error {
	return store.CleanDeliveries(ctx, now.Add(-Retention), maxEnded)
}

// CleanStore removes deliveries older than a moment, and all but the newest ended ones of each webhook.
type CleanStore interface {
	CleanDeliveries(ctx context.Context, before time.Time, most int) error
}
