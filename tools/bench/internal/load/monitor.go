package load

import (
	"context"
	"errors"
	"math"
	"time"

	"github.com/montanaflynn/stats"
	vegeta "github.com/tsenart/vegeta/v12/lib"

	"puls.app/tools/bench/internal/measure"
	"puls.app/tools/bench/internal/program"
)

// Monitor stores samples of a program's metrics during runs.
type Monitor struct {
	began   time.Time
	at      []time.Duration
	figures []map[string]float64
	failed  bool
}

// Files counts open files and sockets of the program. Unlike the other metrics it comes from the kernel.
const Files = "open_files"

// Sample samples the metrics at intervals.
func (m *Monitor) Sample(p *program.Program, interval time.Duration) Stream {
	return Stream{Rate: Every(interval), Workers: 1, Do: func(ctx context.Context, _ int) error {
		figures, err := p.Metrics(ctx)
		use, useErr := measure.UsageOf(p.PID())
		if err := errors.Join(err, useErr); err != nil {
			return err
		}
		if m.began.IsZero() {
			m.began = time.Now()
		}
		figures[Files] = float64(use.Files)
		m.at, m.figures = append(m.at, time.Since(m.began)), append(m.figures, figures)
		return nil
	}, Each: func(r *vegeta.Result) { m.failed = m.failed || r.Error != "" }}
}

// of returns the samples of a metric from a moment on, by hours.
func (m *Monitor) of(name string, from time.Duration) (series stats.Series) {
	for i, at := range m.at {
		if at >= from {
			series = append(series, stats.Coordinate{X: at.Hours(), Y: m.figures[i][name]})
		}
	}
	return series
}

// Most returns the greatest sample of a metric, NaN if sampling failed or there is none.
func (m *Monitor) Most(name string) float64 {
	if m.failed || len(m.at) == 0 {
		return math.NaN()
	}
	most := 0.0
	for _, sample := range m.of(name, 0) {
		most = max(most, sample.Y)
	}
	return most
}

// Slope returns the slope of the regression line through a metric from a moment on, in percent of its mean per hour. It
// is NaN if sampling failed or there are too few samples.
func (m *Monitor) Slope(name string, from time.Duration) float64 {
	line, err := stats.LinearRegression(m.of(name, from))
	if err != nil || m.failed {
		return math.NaN()
	}
	first, last := line[0], line[len(line)-1]
	return 100 * (last.Y - first.Y) / (last.X - first.X) / ((first.Y + last.Y) / 2)
}

// Growth returns the growth of a metric from the first quarter of its samples to the last, from a moment on; percent.
func (m *Monitor) Growth(name string, from time.Duration) float64 {
	var sample measure.Sample
	for _, one := range m.of(name, from) {
		sample = append(sample, one.Y)
	}
	return sample.Growth()
}
