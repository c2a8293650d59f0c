package program

import (
	"context"
	"errors"
	"fmt"
	"net/http"

	"github.com/prometheus/common/expfmt"
	"github.com/prometheus/common/model"
)

// Names of metrics.
const (
	// Memory is the memory of the Go runtime, stacks included; bytes.
	Memory = "go_memory_used_bytes"
	// Goroutines counts goroutines.
	Goroutines = "go_goroutine_count"
	// Connections counts open connections to Postgres.
	Connections = "pgxpool_total_connections"
)

// Metrics returns the gauges and counters of the program, each summed over its labels.
func (p *Program) Metrics(ctx context.Context) (figures map[string]float64, err error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+p.admin+"/metrics", nil)
	if err != nil {
		return nil, fmt.Errorf("make request: %w", err)
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		return nil, fmt.Errorf("read metrics: %w", err)
	}
	parser := expfmt.NewTextParser(model.UTF8Validation)
	families, err := parser.TextToMetricFamilies(res.Body)
	if err := errors.Join(err, res.Body.Close()); err != nil {
		return nil, fmt.Errorf("read metrics: %w", err)
	}
	figures = map[string]float64{}
	for name, family := range families {
		for _, metric := range family.GetMetric() {
			figures[name] += metric.GetGauge().GetValue() + metric.GetCounter().GetValue()
		}
	}
	return figures, nil
}
