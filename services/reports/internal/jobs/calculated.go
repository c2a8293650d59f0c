// Package jobs takes the events that reports are drawn from.
package jobs

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"
	"google.golang.org/protobuf/proto"

	scoringenginev1 "puls.app/proto/gen/go/puls/scoringengine/v1"
	"puls.app/services/kit/bus"
	"puls.app/services/reports/internal/core"
)

// Calculated is the consumer that keeps the figures of finished calculations.
func Calculated(app *core.App) bus.Consumer {
	return bus.Consumer{
		Stream: "SCORING", Durable: "reports-calculated", Subject: "scoring.calculated",
		Handle: func(ctx context.Context, payload []byte) error {
			var event scoringenginev1.Calculated
			if err := proto.Unmarshal(payload, &event); err != nil {
				return fmt.Errorf("read event: %w", err)
			}
			key, err := keyOf(&event)
			if err != nil {
				return err
			}
			account := core.AccountID(event.GetAccountId())
			return app.Store(ctx, account, key, int(event.GetRevision()), time.Unix(event.GetCalculatedAt(), 0), summaries(key, &event))
		},
	}
}

func keyOf(event *scoringenginev1.Calculated) (core.Key, error) {
	id, err := uuid.Parse(event.GetScoringId())
	if err != nil {
		return core.Key{}, fmt.Errorf("read scoring id: %w", err)
	}
	day, err := time.Parse(time.DateOnly, event.GetGeneratedDate())
	if err != nil {
		return core.Key{}, fmt.Errorf("read generated date: %w", err)
	}
	return core.Key{Scoring: id, Channel: core.Channel(event.GetChannel()), Date: day}, nil
}

func summaries(key core.Key, event *scoringenginev1.Calculated) []core.Summary {
	list := make([]core.Summary, 0, len(event.GetDatabases()))
	for _, d := range event.GetDatabases() {
		list = append(list, core.Summary{
			Key: key, DatabaseID: d.GetDatabaseId(), UID: d.GetUid(), Histogram: d.GetHistogram(), New: d.GetNewHistogram(),
			Known: d.GetKnownHistogram(), Excluded: d.GetExcluded(), References: event.GetReferences(),
		})
	}
	return list
}
