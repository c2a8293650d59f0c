package pg

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"

	"puls.app/services/contacts/internal/pg/db"
	"puls.app/services/kit/outbox"
	"puls.app/services/kit/pgdb"
	"puls.app/services/kit/telemetry"
)

// Figures returns the metrics of the service.
func Figures(ctx context.Context, database *pgdb.DB) (figures []telemetry.Figure, err error) {
	err = database.AsSystem(ctx, func(tx pgx.Tx) error {
		imports, err := db.New().ImportsWaiting(ctx, tx)
		if err != nil {
			return fmt.Errorf("count imports: %w", err)
		}
		intakes, err := db.New().IntakesWaiting(ctx, tx)
		if err != nil {
			return fmt.Errorf("count events of intakes: %w", err)
		}
		if figures, err = outbox.Figures(ctx, tx); err != nil {
			return err
		}
		figures = append(figures, waitingFigures(imports, intakes)...)
		return nil
	})
	return figures, err
}

func waitingFigures(imports db.ImportsWaitingRow, intakes db.IntakesWaitingRow) []telemetry.Figure {
	return []telemetry.Figure{
		{Name: "imports.waiting", Unit: "{import}", Means: "imports that are not finished", Value: imports.Waiting},
		{
			Name: "imports.lag", Unit: "s", Means: "how long ago the oldest import that is not finished came",
			Value: imports.Lag, Warn: 3600, Problem: 6 * 3600,
			Advice: "Are contacts and scoring-engine, which stores the rows of imports, running? See their logs.",
		},
		{
			Name: "intakes.waiting", Unit: "{event}", Means: "events of websites and mail providers that wait to be read",
			Value: intakes.Events,
		},
		{
			Name: "intakes.lag", Unit: "s", Means: "how long the oldest of those events has waited", Value: intakes.Lag,
			Warn: 60, Problem: 900,
			Advice: "Does contacts run, is its disk full, is it slow? With PULS_LIMIT_INTAKE_EVENTS waiting, senders are refused.",
		},
		{
			Name: "intakes.aside", Unit: "{body}", Means: "bodies of websites and mail providers that ended the program twice",
			Value: intakes.Aside, Warn: 1,
			Advice: "They are kept for a week. Once a version reads them, set set_aside_at of contacts.intake_bodies to null.",
		},
	}
}
