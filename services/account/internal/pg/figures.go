package pg

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"

	"puls.app/services/account/internal/pg/db"
	"puls.app/services/kit/pgdb"
	"puls.app/services/kit/telemetry"
)

// Figures returns the service's health figures.
func Figures(ctx context.Context, database *pgdb.DB) (figures []telemetry.Figure, err error) {
	err = database.AsSystem(ctx, func(tx pgx.Tx) error {
		mails, err := db.New().MailsWaiting(ctx, tx)
		if err != nil {
			return fmt.Errorf("count mails: %w", err)
		}
		webhooks, err := db.New().WebhooksWaiting(ctx, tx)
		if err != nil {
			return fmt.Errorf("count deliveries: %w", err)
		}
		figures = []telemetry.Figure{
			{Name: "mails.waiting", Unit: "{mail}", Means: "mails that wait to be sent", Value: mails.Waiting},
			{
				Name: "mails.lag", Unit: "s", Means: "how long the oldest mail has waited", Value: mails.Lag,
				Warn: 600, Problem: 3600,
				Advice: "Is PULS_SMTP_URL set, and does that server accept mails? Its answers are in the log of account.",
			},
			{
				Name: "webhooks.waiting", Unit: "{delivery}", Means: "events that wait for webhooks that were not stopped",
				Value: webhooks.Waiting,
			},
			{
				Name: "webhooks.lag", Unit: "s", Means: "how long the longest overdue webhook was not tried",
				Value: webhooks.Lag, Warn: 600, Problem: 3600,
				Advice: "Deliveries are due and not attempted. Is account running? See its log.",
			},
		}
		return nil
	})
	return figures, err
}
