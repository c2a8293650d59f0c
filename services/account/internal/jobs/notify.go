package jobs

import (
	"context"
	"fmt"
	"strings"

	contactsv1 "puls.app/proto/gen/go/puls/contacts/v1"
	scoringenginev1 "puls.app/proto/gen/go/puls/scoringengine/v1"
	"puls.app/services/account/internal/core"
	"puls.app/services/event"
	"puls.app/services/kit/bus"
)

// Keep stores notifications by their inbox keys, all or none, in any order, and drops those of an unknown account.
type Keep func(ctx context.Context, notifications ...core.Notification) error

// Consumers returns the subscriptions that create notifications.
func Consumers(keep Keep) []bus.Consumer {
	return []bus.Consumer{
		bus.HandleAll("account-calculated", take(keep, calculated)),
		bus.HandleAll("account-failed", take(keep, failed)),
		bus.HandleAll("account-imports", take(keep, imported)),
		bus.HandleAll("account-destinations", take(keep, reported)),
		bus.HandleAll("account-destinations-forgotten", take(keep, forgotten)),
	}
}

func take[M any](keep Keep, read func(event M) ([]core.Notification, error)) func(context.Context, []M) error {
	return func(ctx context.Context, events []M) error {
		var notifications []core.Notification
		for _, event := range events {
			list, err := read(event)
			if err != nil {
				return fmt.Errorf("read event: %w", err)
			}
			notifications = append(notifications, list...)
		}
		return keep(ctx, notifications...)
	}
}

func calculated(message *scoringenginev1.Calculated) ([]core.Notification, error) {
	result, err := event.ResultOf(message)
	if err != nil {
		return nil, err
	}
	return []core.Notification{{
		Account: core.AccountID(result.Account), Kind: core.CalculationDone, Subject: result.Scoring.String(),
		Channel: int32(result.Channel), GeneratedDate: result.Date, At: result.At,
		ScoringName: message.GetConfig().GetName(),
	}}, nil
}

func failed(message *scoringenginev1.Failed) ([]core.Notification, error) {
	day, err := event.Day(message.GetGeneratedDate())
	if err != nil {
		return nil, err
	}
	var list []core.Notification
	for i, scoring := range message.GetScoringIds() {
		n := core.Notification{
			Account: core.AccountID(message.GetAccountId()), Kind: core.CalculationFailed, Subject: scoring,
			Channel: int32(message.GetChannel()), GeneratedDate: day,
			At: event.Moment(message.GetGivenUpAt(), message.GetFailedAt()),
		}
		if names := message.GetScoringNames(); i < len(names) {
			n.ScoringName = names[i]
		}
		list = append(list, n)
	}
	return list, nil
}

func imported(message *contactsv1.ImportFinished) ([]core.Notification, error) {
	kind := core.ImportFailed
	switch outcomeOf(message) {
	case contactsv1.ImportOutcome_IMPORT_OUTCOME_DONE:
		kind = core.ImportDone
	case contactsv1.ImportOutcome_IMPORT_OUTCOME_REFUSED:
		kind = core.ImportRefused
	case contactsv1.ImportOutcome_IMPORT_OUTCOME_CANCELLED:
		kind = core.ImportCancelled
	default:
	}
	return []core.Notification{{
		Account: core.AccountID(message.GetAccountId()), Kind: kind, Subject: message.GetImportId(),
		Kept: message.GetKeptCount(), Refused: message.GetRefusedCount(),
		At:      event.Moment(message.GetEndedAt(), message.GetFinishedAt()),
		Reasons: message.GetReasons(), FileName: message.GetFileName(), ImportKind: kindOf(message),
	}}, nil
}

// kindOf also reads events of the previous version, which have a word instead of the enum.
func kindOf(message *contactsv1.ImportFinished) string {
	if kind := message.GetImportKind(); kind != contactsv1.ImportKind_IMPORT_KIND_UNSPECIFIED {
		return strings.ToLower(strings.TrimPrefix(kind.String(), "IMPORT_KIND_"))
	}
	return message.GetKind()
}

// outcomeOf also reads events of the previous version, which have a word instead of the enum.
func outcomeOf(message *contactsv1.ImportFinished) contactsv1.ImportOutcome {
	if message.GetOutcome() != contactsv1.ImportOutcome_IMPORT_OUTCOME_UNSPECIFIED {
		return message.GetOutcome()
	}
	word := "IMPORT_OUTCOME_" + strings.ToUpper(message.GetState())
	return contactsv1.ImportOutcome(contactsv1.ImportOutcome_value[word])
}

func reported(message *contactsv1.DestinationReported) ([]core.Notification, error) {
	n := core.Notification{
		Account: core.AccountID(message.GetAccountId()), Kind: core.DestinationRecovered,
		Subject: message.GetDestinationId(), At: message.GetReportedAt().AsTime(), FileName: message.GetName(),
	}
	if failure := message.GetFailure(); failure != "" {
		n.Kind, n.Reasons = core.DestinationFailed, []string{failure}
	}
	return []core.Notification{n}, nil
}

func forgotten(message *contactsv1.DestinationForgotten) ([]core.Notification, error) {
	return []core.Notification{{
		Account: core.AccountID(message.GetAccountId()), Kind: core.DestinationForgotten,
		Subject: message.GetDestinationId(), At: message.GetForgottenAt().AsTime(), FileName: message.GetName(),
		Refused: message.GetContactCount(),
	}}, nil
}
