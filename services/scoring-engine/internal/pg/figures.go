package pg

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"

	"puls.app/services/kit/outbox"
	"puls.app/services/kit/pgdb"
	"puls.app/services/kit/telemetry"
	"puls.app/services/scoring-engine/internal/pg/db"
)

// Figures returns the service's figures for operators.
func Figures(ctx context.Context, database *pgdb.DB) (figures []telemetry.Figure, err error) {
	err = database.AsSystem(ctx, func(tx pgx.Tx) error {
		tasks, err := db.New().TasksWaiting(ctx, tx)
		if err != nil {
			return fmt.Errorf("count tasks: %w", err)
		}
		if figures, err = outbox.Figures(ctx, tx); err != nil {
			return err
		}
		figures = append(figures, taskFigures(tasks)...)
		return nil
	})
	return figures, err
}

func taskFigures(tasks db.TasksWaitingRow) []telemetry.Figure {
	return []telemetry.Figure{
		{Name: "tasks.waiting", Unit: "{task}", Means: "calculations that wait in the queue, or run", Value: tasks.Waiting},
		{
			Name: "tasks.failing", Unit: "{task}", Means: "of those, calculations that have failed and are tried again",
			Value: tasks.Failing, Warn: 1,
			Advice: "See the log of scoring-engine; after five attempts they are in `puls dead-letters`.",
		},
		{
			Name: "tasks.lag", Unit: "s", Means: "how long the oldest calculation has waited", Value: tasks.Lag,
			Warn: 2 * 3600, Problem: 6 * 3600,
			Advice: "Does scoring-engine run? A night that takes longer than this wants more replicas of it.",
		},
	}
}
