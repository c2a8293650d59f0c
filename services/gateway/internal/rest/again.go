package rest

import "sync"

// again bounds how many calls of a service are tried again, as gRPC's own throttling of retries does (its proposal A6):
// a service that does not answer for long would otherwise get twice the calls that people send.
type again struct {
	mu sync.Mutex
	// failed grows by one with each call that found nobody, and falls by a tenth with each other one.
	failed float64
}

const (
	// mostFailed bounds failed, so that a service which is back is trusted again after some hundred calls.
	mostFailed = 100
	// fewFailed is up to where calls are tried again: more than a database that restarts breaks off at once.
	fewFailed = 50
)

// allows notes what became of a call, and reports whether it failed and may be tried again.
func (a *again) allows(failed bool) bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	if !failed {
		a.failed = max(a.failed-0.1, 0)
		return false
	}
	a.failed = min(a.failed+1, mostFailed)
	return a.failed <= fewFailed
}
