// Package load sends requests of many sessions at constant rates with vegeta, and runs actions of more than one request
// in the same way. It collects their latencies and failures, and samples the program's metrics meanwhile.
package load

import (
	"context"
	"fmt"
	"net/http"
	"os"
	"slices"
	"strconv"
	"sync"
	"time"

	vegeta "github.com/tsenart/vegeta/v12/lib"

	"puls.app/tools/bench/internal/measure"
	"puls.app/tools/bench/internal/program"
)

// Stream is a series of requests or actions at a constant rate. It does not wait for earlier ones to end.
type Stream struct {
	// Rate may be zero: the workers then continue without a pause.
	Rate vegeta.Rate
	// Targets makes requests. If Do is set, it is called instead of a request; n counts from 0.
	Targets vegeta.Targeter
	Do      func(ctx context.Context, n int) error
	// Workers limits concurrent requests; 0 is no limit.
	Workers uint64
	// Each is called with every result, never concurrently within a run.
	Each func(*vegeta.Result)
}

// Run runs streams concurrently for a length of time, and returns when the last request has ended. With a length of 0
// it runs until ctx ends. Results that arrive after the end of ctx are dropped.
func Run(ctx context.Context, p *program.Program, length time.Duration, streams ...Stream) error {
	var mu sync.Mutex
	var doing sync.WaitGroup
	for _, s := range streams {
		doing.Go(func() {
			client := &http.Client{Transport: p.Transport(), Timeout: time.Minute} // its connections outlast the run
			if s.Do != nil {
				client = &http.Client{Transport: action(func(n int) error { return s.Do(ctx, n) })}
				s.Targets = vegeta.NewStaticTargeter(vegeta.Target{Method: http.MethodGet, URL: "http://action"})
			}
			options := []func(*vegeta.Attacker){vegeta.Client(client), vegeta.MaxBody(1 << 10)}
			if s.Workers > 0 {
				options = append(options, vegeta.MaxWorkers(s.Workers))
			}
			attacker := vegeta.NewAttacker(options...)
			defer context.AfterFunc(ctx, func() { attacker.Stop() })()
			began := time.Now()
			for result := range attacker.Attack(s.Targets, pacer{s.Rate, length}, length, "") {
				// Vegeta measures from the departure of a request. A late departure is part of the latency.
				if s.Rate.Freq > 0 && s.Workers == 0 {
					due := began.Add(time.Duration(result.Seq+1) * s.Rate.Per / time.Duration(s.Rate.Freq))
					result.Latency += max(0, result.Timestamp.Sub(due))
				}
				mu.Lock()
				if ctx.Err() == nil {
					s.Each(result)
				}
				mu.Unlock()
			}
		})
	}
	doing.Wait()
	return ctx.Err()
}

// action is a function that replaces a server.
type action func(n int) error

// RoundTrip implements http.RoundTripper.
func (a action) RoundTrip(req *http.Request) (*http.Response, error) {
	n, err := strconv.Atoi(req.Header.Get("X-Vegeta-Seq"))
	if err == nil {
		err = a(n)
	}
	if err != nil {
		return nil, err
	}
	return &http.Response{StatusCode: http.StatusOK, Body: http.NoBody, Request: req}, nil
}

// pacer stops an attack whose next hit is due after its end. Vegeta itself would wait for that hit.
type pacer struct {
	vegeta.Pacer
	length time.Duration
}

// Pace implements vegeta.Pacer.
func (p pacer) Pace(elapsed time.Duration, hits uint64) (wait time.Duration, stop bool) {
	wait, stop = p.Pacer.Pace(elapsed, hits)
	return wait, stop || p.length > 0 && elapsed+wait > p.length
}

// Every returns a rate of one per interval.
func Every(interval time.Duration) vegeta.Rate { return vegeta.Rate{Freq: 1, Per: interval} }

// PerSecond returns a rate of n per second, at least one.
func PerSecond(n int) vegeta.Rate { return vegeta.Rate{Freq: max(1, n), Per: time.Second} }

// Results are the metrics of some requests or actions, and the number of failures.
type Results struct {
	vegeta.Metrics
	Failed int
}

// Collect returns a function that adds results. Statuses from 400 on are failures, except for some.
func (r *Results) Collect(except ...uint16) func(*vegeta.Result) {
	return func(one *vegeta.Result) {
		r.Add(one, one.Code >= 200 && one.Code < 400 || slices.Contains(except, one.Code))
	}
}

// Add adds a result.
func (r *Results) Add(one *vegeta.Result, good bool) {
	r.Metrics.Add(one)
	if good {
		return
	}
	if r.Failed++; r.Failed <= 5 {
		fmt.Fprintf(os.Stderr, "bench: %s %s failed: status %d, %s %.200s\n",
			one.Method, one.URL, one.Code, one.Error, one.Body)
	}
}

// Quantile returns a quantile of the latencies in milliseconds, 0 without results.
func (r *Results) Quantile(q float64) float64 {
	if r.Requests == 0 {
		return 0
	}
	return float64(r.Latencies.Quantile(q)) / float64(time.Millisecond)
}

// String summarizes the results in a line.
func (r *Results) String() string {
	return fmt.Sprintf("%s done, %d failed; p50 %.1f ms, p99 %.1f ms, most %.0f ms; statuses %v",
		measure.Count(int(r.Requests)), r.Failed, r.Quantile(0.5), r.Quantile(0.99),
		float64(r.Latencies.Max)/float64(time.Millisecond), r.StatusCodes)
}
