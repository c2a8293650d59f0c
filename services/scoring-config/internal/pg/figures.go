package pg

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"

	"puls.app/services/kit/pgdb"
	"puls.app/services/kit/telemetry"
	"puls.app/services/scoring-config/internal/pg/db"
)

// Figures returns the service's health figures.
func Figures(ctx context.Context, database *pgdb.DB) (figures []telemetry.Figure, err error) {
	err = database.AsSystem(ctx, func(tx pgx.Tx) error {
		nights, err := db.New().ScoringsBehind(ctx, tx)
		if err != nil {
			return fmt.Errorf("count scorings: %w", err)
		}
		figures = []telemetry.Figure{
			{Name: "scorings.active", Unit: "{scoring}", Means: "scorings that are switched on", Value: nights.Active},
			{
				Name: "scorings.behind", Unit: "{scoring}", Value: nights.Behind, Warn: 1,
				Means:  "of those, scorings that had results and have none of the last two nights",
				Advice: "Does `puls nightly` run every hour? Run it: up to 14 missed nights are caught up. The pages show missing data.",
			},
		}
		return nil
	})
	return figures, err
}
