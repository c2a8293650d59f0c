package jobs

import (
	"context"
	"fmt"
	"time"

	contactsv1 "puls.app/proto/gen/go/puls/contacts/v1"
	scoringenginev1 "puls.app/proto/gen/go/puls/scoringengine/v1"
	"puls.app/services/account/internal/core"
	"puls.app/services/kit/bus"
)

// Keep keeps a notification by its inbox key, in any order, and drops one of an account that is not there.
type Keep func(ctx context.Context, n core.Notification) error

// Consumers are the subscriptions that make notifications.
func Consumers(keep Keep) []bus.Consumer {
	return []bus.Consumer{
		bus.Handle("account-calculated", take(keep, calculated)),
		bus.Handle("account-failed", take(keep, failed)),
		bus.Handle("account-imports", take(keep, imported)),
	}
}

func take[M any](keep Keep, read func(event M) ([]core.Notification, error)) func(context.Context, M) error {
	return func(ctx context.Context, event M) error {
		notifications, err := read(event)
		if err != nil {
			return fmt.Errorf("read event: %w", err)
		}
		for _, n := range notifications {
			if err := keep(ctx, n); err != nil {
				return err
			}
		}
		return nil
	}
}

func calculated(event *scoringenginev1.Calculated) ([]core.Notification, error) {
	day, err := time.Parse(time.DateOnly, event.GetGeneratedDate())
	if err != nil {
		return nil, fmt.Errorf("read generated date: %w", err)
	}
	return []core.Notification{{
		Account: core.AccountID(event.GetAccountId()), Kind: core.CalculationDone, Subject: event.GetScoringId(),
		Channel: int32(event.GetChannel()), GeneratedDate: day, At: time.Unix(event.GetCalculatedAt(), 0),
		ScoringName: event.GetConfig().GetName(),
	}}, nil
}

func failed(event *scoringenginev1.Failed) ([]core.Notification, error) {
	day, err := time.Parse(time.DateOnly, event.GetGeneratedDate())
	if err != nil {
		return nil, fmt.Errorf("read generated date: %w", err)
	}
	var list []core.Notification
	for i, scoring := range event.GetScoringIds() {
		n := core.Notification{
			Account: core.AccountID(event.GetAccountId()), Kind: core.CalculationFailed, Subject: scoring,
			Channel: int32(event.GetChannel()), GeneratedDate: day, At: time.Unix(event.GetFailedAt(), 0),
		}
		if names := event.GetScoringNames(); i < len(names) {
			n.ScoringName = names[i]
		}
		list = append(list, n)
	}
	return list, nil
}

func imported(event *contactsv1.ImportFinished) ([]core.Notification, error) {
	kind := core.ImportFailed
	switch event.GetState() {
	case "done":
		kind = core.ImportDone
	case "refused":
		kind = core.ImportRefused
	}
	return []core.Notification{{
		Account: core.AccountID(event.GetAccountId()), Kind: kind, Subject: event.GetImportId(),
		Kept: event.GetKeptCount(), Refused: event.GetRefusedCount(), At: time.Unix(event.GetFinishedAt(), 0),
		Reasons: event.GetReasons(),
	}}, nil
}
