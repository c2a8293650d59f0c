package telemetry

import (
	"context"
	"errors"
	"log/slog"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

func TestFiguresAreReadAtMostEvery15Seconds(t *testing.T) {
	now, reads := time.Now(), 0
	var failure error
	g := &gauges{log: slog.New(slog.DiscardHandler), now: func() time.Time { return now }, read: func(
		context.Context,
	) ([]Figure, error) {
		reads++
		return []Figure{{Name: "waiting", Value: float64(reads)}}, failure
	}}
	value := func() float64 {
		if figures := g.figures(t.Context()); len(figures) == 1 {
			return figures[0].Value
		}
		return -1
	}
	require.InDelta(t, 1, value(), 0)
	now = now.Add(14 * time.Second)
	require.InDelta(t, 1, value(), 0)
	now = now.Add(time.Second)
	require.InDelta(t, 2, value(), 0)
	now, failure = now.Add(time.Minute), errors.New("the database is away")
	require.InDelta(t, -1, value(), 0, "an old value would say that all is well")
	require.InDelta(t, -1, value(), 0)
	require.Equal(t, 3, reads, "who fails is not asked more often either")
}
