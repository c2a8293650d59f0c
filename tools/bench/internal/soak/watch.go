package soak

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"puls.app/tools/bench/internal/measure"
	"puls.app/tools/bench/internal/program"
)

// Look is what a program holds at a moment.
type Look struct {
	At time.Duration
	// Memory is that of the program, Heap what of it the Go runtime uses beside stacks, Goal at how much of that garbage
	// is collected, Postgres that of its database; bytes.
	Memory, Heap, Goal, Postgres            float64
	Goroutines, Threads, Files, Connections float64
}

// Watch looks every few seconds until ctx ends.
func Watch(ctx context.Context, p *program.Program, every time.Duration) (looks []Look, err error) {
	start := time.Now()
	ticker := time.NewTicker(every)
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			return looks, nil
		case <-ticker.C:
		}
		look, err := take(ctx, p)
		if ctx.Err() != nil {
			return looks, nil
		}
		if err != nil {
			return looks, err
		}
		look.At = time.Since(start)
		looks = append(looks, look)
	}
}

func take(ctx context.Context, p *program.Program) (l Look, err error) {
	memory, err := measure.Resident(p.PID())
	if err != nil {
		return l, err
	}
	threads, threadsErr := os.ReadDir(fmt.Sprintf("/proc/%d/task", p.PID()))
	files, filesErr := filepath.Glob(fmt.Sprintf("/proc/%d/fd/*", p.PID()))
	connections, connectionsErr := p.Connections(ctx)
	if err := errors.Join(threadsErr, filesErr, connectionsErr); err != nil {
		return l, fmt.Errorf("look at the program: %w", err)
	}
	l = Look{
		Memory: float64(memory), Threads: float64(len(threads)), Files: float64(len(files)),
		Connections: float64(connections), Postgres: float64(p.PostgresPeak()),
	}
	l.Goroutines, l.Heap, l.Goal, err = p.Runtime(ctx)
	return l, err
}

// Trend is how a figure went over a run once it was warm.
type Trend struct {
	// First and Last are its medians in the first and the last quarter.
	First, Last float64
	// Slope is the straight line through all looks, in percent of the mean an hour.
	Slope float64
}

// Change is from the first quarter to the last one, in percent.
func (t Trend) Change() float64 {
	if t.First == 0 {
		return 0
	}
	return 100 * (t.Last - t.First) / t.First
}

// TrendOf leaves out what was before warm.
func TrendOf(looks []Look, warm time.Duration, figure func(Look) float64) (t Trend) {
	var at, value measure.Sample
	for _, l := range looks {
		if l.At >= warm {
			at, value = append(at, l.At.Hours()), append(value, figure(l))
		}
	}
	if len(at) < 4 {
		return t
	}
	t.First, t.Last = value[:len(value)/4].Median(), value[len(value)-len(value)/4:].Median()
	t.Slope = slope(at, value)
	return t
}

// slope is that of least squares, in percent of the mean.
func slope(at, value []float64) float64 {
	var meanAt, mean float64
	for i := range at {
		meanAt, mean = meanAt+at[i]/float64(len(at)), mean+value[i]/float64(len(at))
	}
	var over, under float64
	for i := range at {
		over += (at[i] - meanAt) * (value[i] - mean)
		under += (at[i] - meanAt) * (at[i] - meanAt)
	}
	if under == 0 || mean == 0 {
		return 0
	}
	return 100 * over / under / mean
}
