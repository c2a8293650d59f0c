package jobs

import (
	"context"
	"log/slog"
	"strings"
	"time"

	"golang.org/x/sync/errgroup"

	contactsv1 "puls.app/proto/gen/go/puls/contacts/v1"
	scoringenginev1 "puls.app/proto/gen/go/puls/scoringengine/v1"
	typev1 "puls.app/proto/gen/go/puls/type/v1"
	"puls.app/services/account/internal/core"
	"puls.app/services/account/internal/webhook"
	"puls.app/services/event"
	"puls.app/services/kit/bus"
	"puls.app/services/kit/loop"
	"puls.app/services/spec"
)

const (
	// webhookPoll is the interval of looking for due deliveries if Wake is not called.
	webhookPoll = time.Second
	// webhooksAtOnce bounds the messages sent at the same time, each to another webhook.
	webhooksAtOnce = 8
)

// WebhookConsumers are the subscriptions whose events go to webhooks. Each is consumed in order, by one replica at a
// time.
func WebhookConsumers(intake *webhook.Intake) []bus.Consumer {
	return []bus.Consumer{
		bus.HandleAll("account-webhooks-calculated", each(calculation, intake.Calculated)),
		bus.HandleAll("account-webhooks-imports", each(importEnd, intake.Imported)),
		bus.HandleAll("account-webhooks-contacts", each(departure, intake.Left)),
	}
}

// each reads all events of a batch and passes them on together.
func each[M, E any](read func(M) (E, error), take func(context.Context, ...E) error) func(context.Context, []M) error {
	return func(ctx context.Context, messages []M) error {
		list := make([]E, len(messages))
		for i, message := range messages {
			var err error
			if list[i], err = read(message); err != nil {
				return err
			}
		}
		return take(ctx, list...)
	}
}

func calculation(message *scoringenginev1.Calculated) (webhook.Calculation, error) {
	result, err := event.ResultOf(message)
	if err != nil {
		return webhook.Calculation{}, err
	}
	c := webhook.Calculation{
		Account: core.AccountID(result.Account), At: result.At,
		Result: webhook.Result{
			Scoring: result.Scoring, Name: message.GetConfig().GetName(), Channel: int32(result.Channel),
			Date: result.Date.Format(time.DateOnly), Revision: message.GetRevision(),
		},
	}
	for _, database := range message.GetDatabases() {
		for score, count := range database.GetHistogram() {
			c.Bands[spec.BandOf(score)] += count
		}
		for _, count := range database.GetExcluded() {
			c.LeftOut += count
		}
	}
	return c, nil
}

func importEnd(message *contactsv1.ImportFinished) (webhook.ImportEnd, error) {
	return webhook.ImportEnd{
		Account: core.AccountID(message.GetAccountId()),
		At:      event.Moment(message.GetEndedAt(), message.GetFinishedAt()),
		// Its file's name may be that of a person.
		Import: webhook.Import{
			ID: message.GetImportId(), Kind: kindOf(message), Kept: message.GetKeptCount(), Refused: message.GetRefusedCount(),
			State: strings.ToLower(strings.TrimPrefix(outcomeOf(message).String(), "IMPORT_OUTCOME_")),
		},
	}, nil
}

func departure(message *contactsv1.ContactsLeft) (webhook.Departure, error) {
	d := webhook.Departure{
		Account: core.AccountID(message.GetAccountId()), At: message.GetLeftAt().AsTime(), ID: message.GetEventId(),
		UID: message.GetUid(), Cause: message.GetCause(), Numbers: message.GetNumbers(),
	}
	if message.GetChannel() != typev1.Channel_CHANNEL_UNSPECIFIED {
		d.Channel = spec.Channel(message.GetChannel()).String()
	}
	return d, nil
}

// Webhooks sends due deliveries. Any number of replicas may run it.
type Webhooks struct {
	log  *slog.Logger
	wake chan struct{}
}

// NewWebhooks returns a Webhooks.
func NewWebhooks(log *slog.Logger) *Webhooks { return &Webhooks{log, make(chan struct{}, 1)} }

// Wake makes the runner look for due deliveries at once.
func (w *Webhooks) Wake() { loop.Wake(w.wake) }

// Run returns the runner of the sender.
func (w *Webhooks) Run(sender *webhook.Sender) loop.Runner {
	return func(ctx context.Context) error {
		var running errgroup.Group
		running.SetLimit(webhooksAtOnce)
		err := loop.Work(w.wake, webhookPoll, func(ctx context.Context) bool {
			taken, err := sender.Take(ctx)
			if err != nil || taken == nil {
				w.logError(ctx, err)
				return false
			}
			running.Go(func() error {
				w.logError(ctx, sender.Send(ctx, taken))
				w.Wake() // its webhook may have more
				return nil
			})
			return true
		})(ctx)
		_ = running.Wait() // nothing that runs fails
		return err
	}
}

func (w *Webhooks) logError(ctx context.Context, err error) {
	if err != nil && ctx.Err() == nil {
		w.log.ErrorContext(ctx, "webhooks could not be looked after", "error", err)
	}
}
