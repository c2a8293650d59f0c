package intake

import (
	"context"
	"fmt"
	"sync"
	"time"

	"github.com/google/uuid"

	"puls.app/services/contacts/internal/contact"
)

// Limits bound the bodies that wait to be read; 0 means the default for production.
type Limits struct {
	// Events and Bytes of one account, and of all accounts together.
	Events, Bytes       int64
	AllEvents, AllBytes int64
	// NewVisitors is how many new visitors a website may bring in an hour.
	NewVisitors int
}

func (l Limits) orUsual() Limits {
	if l.Events == 0 {
		l.Events = 500_000
	}
	if l.Bytes == 0 {
		l.Bytes = 256 << 20
	}
	if l.NewVisitors == 0 {
		l.NewVisitors = 20_000
	}
	if l.AllEvents == 0 {
		l.AllEvents = 4 * l.Events
	}
	if l.AllBytes == 0 {
		l.AllBytes = 4 * l.Bytes
	}
	return l
}

const (
	// bodyCost is the overhead of a body in bytes, so that many small ones are bounded too.
	bodyCost = 1 << 10
	// commitBodies and commitBytes bound one transaction.
	commitBodies = 500
	commitBytes  = 16 << 20
	// backlogAge is how old the sums of waiting bodies may be. Other replicas add to them unseen meanwhile, so the limits
	// are exceeded by at most the bodies that arrive in that time.
	backlogAge = 200 * time.Millisecond
	// intakeWait is how long a sender should wait before a retry when the system is behind.
	intakeWait = 5 * time.Second
)

// arrival is a body whose sender waits for an answer.
type arrival struct {
	body *Body
	// kept is set on a body that was stored before.
	kept bool
	done chan error
}

// gate stores arriving bodies. Bodies that arrive during a transaction share the next one, so that many share the cost
// of a commit, which waits for the disk.
type gate struct {
	store  BodyStore
	limits Limits
	room   func(bytes int64) bool
	now    func() time.Time
	// kept signals that bodies wait; it does not block.
	kept func()

	mu      sync.Mutex
	waiting []*arrival
	bytes   int
	busy    bool

	// Used only by the goroutine that commits:
	backlog map[contact.AccountID]Backlog
	all     Backlog
	asOf    time.Time
}

// receive returns once the body is stored. It fails with ErrIntakeBusy, with ErrIntakeKey for an unknown website, and
// with ErrIntakeSignature when the proof was used for another body. A sender that disconnects early does not know
// whether its body was stored. It may send it again: events take effect once.
func (g *gate) receive(ctx context.Context, body *Body) error {
	if !g.room(int64(len(body.Body))) {
		return ErrBusy.After(time.Minute)
	}
	a := &arrival{body: body, done: make(chan error, 1)}
	g.mu.Lock()
	if g.bytes > 4*commitBytes { // the database stores them slower than they arrive
		g.mu.Unlock()
		return ErrBusy.After(intakeWait)
	}
	g.waiting = append(g.waiting, a)
	g.bytes += len(body.Body)
	first := !g.busy
	g.busy = true
	g.mu.Unlock()
	if first {
		go g.commit(context.WithoutCancel(ctx))
	}
	select {
	case err := <-a.done:
		return err
	case <-ctx.Done():
		return ctx.Err()
	}
}

// commit stores arriving bodies until no more arrive.
func (g *gate) commit(ctx context.Context) {
	for {
		group := g.take()
		if len(group) == 0 {
			return
		}
		for i, err := range g.keep(ctx, group) {
			group[i].done <- err
		}
	}
}

// take returns the bodies that have waited longest; none ends the commit.
func (g *gate) take() []*arrival {
	g.mu.Lock()
	defer g.mu.Unlock()
	n, size := 0, 0
	for n < len(g.waiting) && n < commitBodies && size < commitBytes {
		size += len(g.waiting[n].body.Body)
		n++
	}
	group := g.waiting[:n:n]
	g.waiting, g.bytes = g.waiting[n:], g.bytes-size
	g.busy = n > 0
	return group
}

// keep stores a group and returns the result for each sender.
func (g *gate) keep(ctx context.Context, group []*arrival) []error {
	errs := make([]error, len(group))
	if err := g.keepAllowed(ctx, group, errs); err != nil {
		for i := range errs {
			if errs[i] == nil {
				errs[i] = err
			}
		}
	}
	return errs
}

func (g *gate) keepAllowed(ctx context.Context, group []*arrival, errs []error) error {
	if err := g.findWebsites(ctx, group, errs); err != nil {
		return err
	}
	if err := g.findRepeats(ctx, group, errs); err != nil {
		return err
	}
	if err := g.readBacklog(ctx); err != nil {
		return err
	}
	var bodies []*Body
	for i, a := range group {
		if errs[i] != nil || a.kept {
			continue
		}
		if errs[i] = g.admit(a.body); errs[i] == nil {
			bodies = append(bodies, a.body)
		}
	}
	if len(bodies) == 0 {
		return nil
	}
	if err := g.store.KeepBodies(ctx, bodies); err != nil {
		g.asOf = time.Time{} // the admitted bodies were not stored
		return fmt.Errorf("keep bodies: %w", err)
	}
	g.kept()
	return nil
}

// findWebsites sets the sources of the bodies of websites, whose senders know only the key.
func (g *gate) findWebsites(ctx context.Context, group []*arrival, errs []error) error {
	var clients []uuid.UUID
	for _, a := range group {
		if a.body.Source.Kind == Web {
			clients = append(clients, a.body.Source.ID)
		}
	}
	if len(clients) == 0 {
		return nil
	}
	found, err := g.store.FindWebsites(ctx, clients)
	if err != nil {
		return fmt.Errorf("find websites: %w", err)
	}
	for i, a := range group {
		if a.body.Source.Kind != Web {
			continue
		}
		website, known := found[a.body.Source.ID]
		if !known {
			errs[i] = ErrKey
			continue
		}
		a.body.Source = website.Source
		a.body.Note += " " + website.Domain // the website may be gone when the body is read
	}
	return nil
}

func (g *gate) readBacklog(ctx context.Context) error {
	if g.now().Sub(g.asOf) < backlogAge {
		return nil
	}
	backlogs, err := g.store.Backlogs(ctx)
	if err != nil {
		return fmt.Errorf("sum up waiting bodies: %w", err)
	}
	g.backlog, g.all, g.asOf = map[contact.AccountID]Backlog{}, Backlog{}, g.now()
	for _, b := range backlogs {
		b.Bytes += int64(b.Bodies) * bodyCost
		g.backlog[b.Account] = b
		g.all.Events, g.all.Bytes = g.all.Events+b.Events, g.all.Bytes+b.Bytes
	}
	return nil
}

// admit adds a body to the waiting ones, unless a limit is reached.
func (g *gate) admit(body *Body) error {
	events, bytes := int64(body.Events), int64(len(body.Body))+bodyCost
	own := g.backlog[body.Source.Account]
	if own.Events+events > g.limits.Events || own.Bytes+bytes > g.limits.Bytes ||
		g.all.Events+events > g.limits.AllEvents || g.all.Bytes+bytes > g.limits.AllBytes {
		return ErrBusy.After(intakeWait)
	}
	own.Events, own.Bytes = own.Events+events, own.Bytes+bytes
	g.all.Events, g.all.Bytes = g.all.Events+events, g.all.Bytes+bytes
	g.backlog[body.Source.Account] = own
	return nil
}
