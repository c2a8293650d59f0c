package outbox

import (
	"context"
	"fmt"

	"puls.app/services/kit/telemetry"
)

// Figures returns the number of unpublished messages in a schema's outbox, and how long the oldest one has waited.
func Figures(ctx context.Context, q Querier) ([]telemetry.Figure, error) {
	var waiting, lag float64
	err := q.QueryRow(ctx, `SELECT (SELECT count(*) FROM outbox WHERE published_at IS NULL)::float8,
		coalesce((SELECT extract(epoch FROM now() - created_at) FROM outbox WHERE published_at IS NULL ORDER BY id LIMIT 1),
			0)::float8`).Scan(&waiting, &lag)
	if err != nil {
		return nil, fmt.Errorf("read how the outbox is: %w", err)
	}
	return []telemetry.Figure{
		{Name: "outbox.waiting", Unit: "{message}", Means: "messages that wait to be published", Value: waiting},
		{
			Name: "outbox.lag", Unit: "s", Means: "how long the oldest message has waited to be published", Value: lag,
			Warn: 60, Problem: 600,
			Advice: "Is NATS reachable, is its store full, is the service running? See its log. Nothing is lost.",
		},
	}, nil
}
