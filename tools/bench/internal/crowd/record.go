package crowd

import (
	"fmt"
	"net/http"
	"os"
	"slices"
	"sync"
	"time"
)

// sample is one request; due is counted from the start of the run.
type sample struct {
	due, took time.Duration
	kind      kind
	status    int
	failed    bool
}

// Record is what became of the requests of a run.
type Record struct {
	mu      sync.Mutex
	samples []sample
	told    int
}

func (r *Record) add(s sample, err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.samples = append(r.samples, s)
	if s.failed && r.told < 5 {
		r.told++
		fmt.Fprintf(os.Stderr, "bench: request of kind %d failed: status %d, %v\n", s.kind, s.status, err)
	}
}

// Figures are what requests came to; milliseconds.
type Figures struct {
	Requests, Errors, NotModified, Refreshed int
	P50, P99, Most                           float64
}

// SignIns are what sign-ins of storms came to; milliseconds.
type SignIns struct {
	SignedIn, Waiting, Errors int
	SignedInP99, WaitingP99   float64
}

// Window is a part of a run, counted from its start.
type Window struct{ From, To time.Duration }

func (w Window) holds(s sample) bool { return s.due >= w.From && s.due < w.To }

// Without returns the figures of a whole run but for some windows of it.
func (r *Record) Without(windows ...Window) Figures {
	return r.figures(func(s sample) bool {
		return !slices.ContainsFunc(windows, func(w Window) bool { return w.holds(s) })
	})
}

// Within returns the figures of a window.
func (r *Record) Within(w Window) Figures { return r.figures(w.holds) }

// figures are those of everything but sign-ins.
func (r *Record) figures(chosen func(sample) bool) (f Figures) {
	var took []float64
	for _, s := range r.samples {
		if s.kind == signIn || !chosen(s) {
			continue
		}
		took = append(took, milliseconds(s.took))
		f.count(s)
	}
	f.P50, f.P99, f.Most = quantile(took, 0.5), quantile(took, 0.99), quantile(took, 1)
	return f
}

func (f *Figures) count(s sample) {
	f.Requests++
	switch {
	case s.failed:
		f.Errors++
	case s.kind == refresh:
		f.Refreshed++
	case s.status == http.StatusNotModified:
		f.NotModified++
	}
}

// SignIns returns what the sign-ins of a window came to.
func (r *Record) SignIns(w Window) (f SignIns) {
	var in, waiting []float64
	for _, s := range r.samples {
		switch {
		case s.kind != signIn || !w.holds(s):
		case s.failed:
			f.Errors++
		case s.status == http.StatusOK:
			in = append(in, milliseconds(s.took))
		default:
			waiting = append(waiting, milliseconds(s.took))
		}
	}
	f.SignedIn, f.SignedInP99 = len(in), quantile(in, 0.99)
	f.Waiting, f.WaitingP99 = len(waiting), quantile(waiting, 0.99)
	return f
}

func milliseconds(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }

// quantile returns the nearest-rank quantile, 0 of nothing. It sorts the list.
func quantile(list []float64, q float64) float64 {
	if len(list) == 0 {
		return 0
	}
	slices.Sort(list)
	at := int(q*float64(len(list))+0.999999) - 1
	return list[max(0, min(at, len(list)-1))]
}
