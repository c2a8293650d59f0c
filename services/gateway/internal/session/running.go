package session

import (
	"context"
	"net/http"
	"sync"
	"time"

	"puls.app/services/kit/auth"
	"puls.app/services/kit/fault"
	"puls.app/services/kit/rpc"
	"puls.app/services/reason"
)

// lastWords is how long a cancelled call may take to send its error.
const lastWords = 100 * time.Millisecond

var errEnded = fault.New(fault.Unauthenticated, reason.TokenInvalid, "the session ended meanwhile")

// running tracks the calls in flight, so that a download or a stream ends with its session.
type running struct {
	mu    sync.Mutex
	calls map[*call]struct{}
}

type call struct {
	id      auth.Identity
	cancel  context.CancelCauseFunc
	conn    *http.ResponseController
	refused bool
}

// follow returns the request with a context that ends with the session, and a function to call when the request has
// been answered.
func (r *running) follow(w http.ResponseWriter, req *http.Request, id auth.Identity) (*http.Request, func()) {
	ctx, cancel := context.WithCancelCause(req.Context())
	c := &call{id: id, cancel: cancel, conn: http.NewResponseController(w)}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.calls[c] = struct{}{}
	return req.WithContext(ctx), func() {
		r.mu.Lock()
		defer r.mu.Unlock()
		delete(r.calls, c)
		cancel(nil)
	}
}

// end cuts off the calls whose identity is refused. A call that is found for the first time has until the next poll to
// finish: a logout must not cut itself off.
func (r *running) end(refused func(auth.Identity) bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for c := range r.calls {
		switch {
		case !refused(c.id):
			c.refused = false
		case !c.refused:
			c.refused = true
		default:
			c.cancel(rpc.Refusal(errEnded))
			// A handler that waits for the client to read or to send would not notice otherwise. A test's recorder has no
			// deadlines.
			_ = c.conn.SetReadDeadline(time.Now())
			_ = c.conn.SetWriteDeadline(time.Now().Add(lastWords))
		}
	}
}
