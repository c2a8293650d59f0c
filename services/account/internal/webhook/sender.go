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
	// lease is how long a sender holds the webhook of the delivery that it took.
	lease = time.Minute
	// firstPause doubles with each failure, for an event up to longestPause and for its webhook up to longestRest: a
	// receiver that is out of order is asked once in a while, however much waits for it.
	firstPause   = 5 * time.Second
	longestPause = time.Hour
	longestRest  = 5 * time.Minute
	// GivenUp is how long an event is tried.
	GivenUp = 72 * time.Hour
	// outage is how long an event waits for what is no fault of the receiver.
	outage = 30 * time.Second
	// back is after how many failures an event that is taken makes all others due.
	back = 3
)

// ErrReplaced is for a result that was calculated again or removed meanwhile.
var ErrReplaced = errors.New("the result was replaced")

// Taken is a delivery that somebody sends, with what is known of its webhook.
type Taken struct {
	Delivery
	URL string
	// Sealed is the secret, and Former the one before; nil where there was none.
	Sealed, Former []byte
	FormerUntil    *time.Time
	DeliveredAt    *time.Time
	Failures       int
}

// Message is what a receiver gets.
type Message struct {
	ID   string
	At   time.Time
	URL  string
	Body []byte
	// Secrets sign it, the present one first.
	Secrets [][]byte
}

// Answer is what came of an attempt.
type Answer struct {
	// Status is 0 where nobody answered.
	Status  int
	Failure Failure
	Took    time.Duration
}

// Post hands a message to its receiver, within half a minute.
type Post func(ctx context.Context, m *Message) Answer

// Settlement is how a delivery and its webhook stand after an attempt.
type Settlement struct {
	*Taken
	RestsUntil time.Time
	Stop       Stop
	// Hasten makes everything else that waits due.
	Hasten bool
	// Notification is nil where nobody needs to know.
	Notification *core.Notification
}

// QueueStore hands out what is to be sent.
type QueueStore interface {
	// Take returns a delivery that is due, for one taker until the lease ends, and nothing else of its webhook meanwhile;
	// nil when there is none. Of the deliveries of one scoring it returns the first alone.
	Take(ctx context.Context, now, lease time.Time) (*Taken, error)
	// Settle keeps all of it or nothing, and gives the webhook back.
	Settle(ctx context.Context, now time.Time, s Settlement) error
}

// Sender sends what is due.
type Sender struct {
	Store   QueueStore
	Results Results
	Seal    Seal
	Post    Post
	Now     func() time.Time
	Log     *slog.Logger
}

// Take returns a delivery to be sent; nil when none is due.
func (s *Sender) Take(ctx context.Context) (*Taken, error) {
	now := s.Now()
	return s.Store.Take(ctx, now, now.Add(lease))
}

// Send sends the next message of a delivery and notes what came of it.
func (s *Sender) Send(ctx context.Context, t *Taken) error {
	message, end, err := s.message(ctx, t)
	now := s.Now()
	kept := context.WithoutCancel(ctx)
	switch {
	case errors.Is(err, ErrReplaced):
		t.State = Replaced
		return s.Store.Settle(kept, now, Settlement{Taken: t, RestsUntil: now})
	case err != nil:
		t.NextAt = now.Add(outage)
		return errors.Join(err, s.Store.Settle(kept, now, Settlement{Taken: t, RestsUntil: now}))
	}
	answer := Answer{Failure: FailSecret}
	message.At = now
	if message.Secrets, err = s.secrets(t, now); err != nil {
		s.Log.ErrorContext(ctx, "secret of webhook cannot be read", "webhook", t.Webhook, "error", err)
	} else {
		answer = s.Post(ctx, message)
	}
	now = s.Now()
	if answer.Failure != FailNone && ctx.Err() != nil { // stopping: it was cut off
		return s.Store.Settle(kept, now, Settlement{Taken: t, RestsUntil: now})
	}
	settlement := t.settle(answer, end, now)
	if settlement.Stop != StopNone {
		s.Log.WarnContext(ctx, "webhook is stopped", "webhook", t.Webhook, "account", t.Account, "cause", settlement.Stop)
	}
	return s.Store.Settle(kept, now, settlement)
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

// settle says how both stand after an attempt. end is the place behind the last message; nil if this was it.
func (t *Taken) settle(a Answer, end *Place, now time.Time) Settlement {
	s := Settlement{Taken: t, RestsUntil: now}
	t.AttemptedAt, t.Status, t.Failure, t.Took = &now, a.Status, a.Failure, a.Took
	t.Attempts++
	if a.Failure == FailNone {
		s.Hasten = t.Failures >= back
		t.DeliveredAt, t.Failures = &now, 0
		t.Parts++
		t.State = Delivered
		if end != nil {
			t.State, t.NextAt, t.Next, t.Attempts, t.FirstAt = Waiting, now, *end, 0, nil
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
	case now.Sub(*t.FirstAt) < GivenUp:
	case t.DeliveredAt != nil && t.DeliveredAt.After(*t.FirstAt):
		t.State = Failed
		s.Notification = t.notify("FAILED", now)
	default:
		t.State, s.Stop = Failed, StopFailed
		s.Notification = t.notify(string(StopFailed), now)
	}
	return s
}

// pause is how long to wait after so many failures: a fifth longer or shorter by chance, which is that of the id.
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

// message makes the next message of a delivery, without its time and secrets, and returns where the one after it
// begins; nil if there is none.
func (s *Sender) message(ctx context.Context, t *Taken) (m *Message, end *Place, err error) {
	m = &Message{ID: fmt.Sprintf("msg_%x", t.ID[:]), URL: t.URL}
	var data any
	switch t.Event {
	case BandChanged:
		changes, more, err := s.Results.Changes(ctx, t.Account, t.Content.Result, t.Next, mostChanges)
		if err != nil {
			return nil, nil, err
		}
		if more {
			last := changes[len(changes)-1]
			end = &Place{last.Database, last.Number + 1}
		}
		m.ID = fmt.Sprintf("%s_%d", m.ID, t.Parts+1)
		data = bandsOf(t, changes, end == nil)
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
	return m, end, err
}

// Clean removes what is too old.
func Clean(ctx context.Context, store CleanStore, now time.Time) error {
	return store.CleanDeliveries(ctx, now.Add(-Retention), mostEnded)
}

// CleanStore removes deliveries from before a moment, and of those of a webhook that wait no more all but the newest.
type CleanStore interface {
	CleanDeliveries(ctx context.Context, before time.Time, most int) error
}
