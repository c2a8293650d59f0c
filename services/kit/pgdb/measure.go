package pgdb

import (
	"context"
	"fmt"

	"github.com/exaring/otelpgx"
	"github.com/jackc/pgx/v5/pgxpool"
	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/metric"
)

// measure records a pool's connections and the time for which work waited for one.
func measure(pool *pgxpool.Pool, name attribute.KeyValue) error {
	if err := otelpgx.RecordStats(pool, otelpgx.WithStatsAttributes(name)); err != nil {
		return fmt.Errorf("record the pool's figures: %w", err)
	}
	of := metric.WithAttributeSet(attribute.NewSet(name))
	_, err := otel.Meter("puls.app/services/kit/pgdb").Float64ObservableCounter(
		"puls.pool.waited", metric.WithUnit("s"), metric.WithDescription("time for which work waited for a connection"),
		metric.WithFloat64Callback(func(_ context.Context, o metric.Float64Observer) error {
			o.Observe(pool.Stat().EmptyAcquireWaitTime().Seconds(), of)
			return nil
		}),
	)
	return err
}
