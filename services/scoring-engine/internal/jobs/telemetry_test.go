package jobs_test

import (
	"testing"

	"github.com/stretchr/testify/require"
	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/sdk/metric"
	"go.opentelemetry.io/otel/sdk/metric/metricdata"

	"puls.app/services/scoring-engine/internal/jobs"
)

func TestTheCountersOfNightsBeginAtZero(t *testing.T) {
	reader := metric.NewManualReader()
	otel.SetMeterProvider(metric.NewMeterProvider(metric.WithReader(reader)))
	jobs.Nightly(nil, nil)
	var told metricdata.ResourceMetrics
	require.NoError(t, reader.Collect(t.Context(), &told))
	values := map[string]int64{}
	for _, scope := range told.ScopeMetrics {
		for _, instrument := range scope.Metrics {
			if sum, ok := instrument.Data.(metricdata.Sum[int64]); ok {
				values[instrument.Name] = sum.DataPoints[0].Value
			}
		}
	}
	require.Equal(t, map[string]int64{"puls.nights": 0, "puls.night.tasks": 0}, values)
}
