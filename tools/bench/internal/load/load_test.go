package load

import (
	"context"
	"errors"
	"math"
	"net/http"
	"net/http/httptest"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	vegeta "github.com/tsenart/vegeta/v12/lib"

	"puls.app/tools/bench/internal/program"
)

// targets makes requests to a server that responds with a status after a while.
func targets(t *testing.T, status int, after time.Duration) vegeta.Targeter {
	t.Helper()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		<-time.After(after)
		w.WriteHeader(status)
	}))
	t.Cleanup(server.Close)
	return vegeta.NewStaticTargeter(vegeta.Target{Method: http.MethodGet, URL: server.URL})
}

func TestASlowServerIsAskedNoLessOften(t *testing.T) {
	var results Results
	require.NoError(t, Run(t.Context(), &program.Program{}, 500*time.Millisecond, Stream{
		Rate: PerSecond(50), Targets: targets(t, http.StatusOK, 300*time.Millisecond), Each: results.Collect(),
	}))
	require.InDelta(t, 25, results.Requests, 1)
	require.Zero(t, results.Failed)
	require.GreaterOrEqual(t, results.Quantile(0.5), 300.0)
}

func TestALateDepartureIsPartOfTheLatency(t *testing.T) {
	var results Results
	slow := targets(t, http.StatusOK, 0)
	require.NoError(t, Run(t.Context(), &program.Program{}, 200*time.Millisecond, Stream{
		Rate: PerSecond(100), Each: results.Collect(), Targets: func(target *vegeta.Target) error {
			<-time.After(100 * time.Millisecond) // the sender itself
			return slow(target)
		},
	}))
	require.GreaterOrEqual(t, results.Quantile(0.5), 100.0)
}

func TestAnswersAreGoodByTheirStatus(t *testing.T) {
	for status, failed := range map[int]bool{200: false, 304: false, 429: false, 502: true} {
		var results Results
		require.NoError(t, Run(t.Context(), &program.Program{}, 50*time.Millisecond, Stream{
			Rate: PerSecond(100), Targets: targets(t, status, 0), Each: results.Collect(429),
		}))
		require.NotZero(t, results.Requests)
		require.Equal(t, failed, results.Failed > 0)
	}
}

func TestWorkersLimitActions(t *testing.T) {
	var results Results
	var now, most atomic.Int64
	require.NoError(t, Run(t.Context(), &program.Program{}, 300*time.Millisecond, Stream{
		Rate: PerSecond(100), Workers: 1, Each: results.Collect(), Do: func(_ context.Context, n int) error {
			most.Store(max(most.Load(), now.Add(1)))
			defer now.Add(-1)
			<-time.After(20 * time.Millisecond)
			if n == 3 {
				return errors.New("the fourth fails")
			}
			return nil
		},
	}))
	require.EqualValues(t, 1, most.Load())
	require.Less(t, int(results.Requests), 30)
	require.Equal(t, 1, results.Failed)
	require.Contains(t, results.Errors[0], "the fourth fails")
}

func TestARunEndsWithItsContext(t *testing.T) {
	ctx, stop := context.WithTimeout(t.Context(), 100*time.Millisecond)
	defer stop()
	var results Results
	require.ErrorIs(t, Run(ctx, &program.Program{}, 0, Stream{
		Rate: PerSecond(100), Targets: targets(t, http.StatusOK, 0), Each: results.Collect(),
	}), context.DeadlineExceeded)
	require.NotZero(t, results.Requests)
}

func TestARunDoesNotWaitForAHitAfterItsEnd(t *testing.T) {
	var results Results
	began := time.Now()
	require.NoError(t, Run(t.Context(), &program.Program{}, 50*time.Millisecond, Stream{
		Rate: Every(time.Hour), Each: results.Collect(), Do: func(context.Context, int) error { return nil },
	}))
	require.Less(t, time.Since(began), time.Minute)
	require.Zero(t, results.Requests)
}

func TestGrowthIsSeen(t *testing.T) {
	w := Monitor{}
	for minute := range 60 {
		w.at = append(w.at, time.Duration(minute)*time.Minute)
		w.figures = append(w.figures, map[string]float64{"same": 7, "grows": 100 + float64(minute), "warm": 500})
		if minute < 10 {
			w.figures[minute]["warm"] = 0
		}
	}
	require.InDelta(t, 0, w.Slope("same", 0), 1e-9)
	require.InDelta(t, 60/1.295, w.Slope("grows", 0), 0.1)
	require.InDelta(t, 0, w.Slope("warm", 10*time.Minute), 1e-9)
	require.InDelta(t, 159, w.Most("grows"), 0)
	require.InDelta(t, 100*45/107.0, w.Growth("grows", 0), 0.1)
	w.failed = true
	require.True(t, math.IsNaN(w.Most("same")), "sampling failed")
	require.True(t, math.IsNaN(w.Slope("same", 0)))
	require.True(t, math.IsNaN((&Monitor{}).Slope("same", 0)), "no samples")
}
