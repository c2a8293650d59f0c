package jobs

import (
	"context"
	"fmt"

	"github.com/google/uuid"

	contactsv1 "puls.app/proto/gen/go/puls/contacts/v1"
	"puls.app/services/event"
	"puls.app/services/kit/bus"
	"puls.app/services/reports/internal/core"
)

// Written is the consumer that stores the receipts of filling properties with scores.
func Written(app *core.App) bus.Consumer {
	return bus.Handle("reports-scores-written", func(ctx context.Context, written *contactsv1.ScoresWritten) error {
		scoring, err := uuid.Parse(written.GetScoringId())
		if err != nil {
			return fmt.Errorf("read scoring id: %w", err)
		}
		day, err := event.Day(written.GetGeneratedDate())
		if err != nil {
			return err
		}
		var receipts []core.Receipt
		for _, r := range written.GetReceipts() {
			receipts = append(receipts, core.Receipt{
				UID: core.UID(r.GetUid()), Property: r.GetPropertyId(), Name: r.GetPropertyName(), Written: r.GetWrittenCount(),
				Skipped: r.GetSkipped(), At: written.GetWrittenAt().AsTime(),
			})
		}
		key := core.Key{Scoring: scoring, Channel: core.Channel(written.GetChannel()), Date: day}
		return app.ScoresWritten(ctx, core.AccountID(written.GetAccountId()), key, int(written.GetRevision()), receipts)
	})
}
