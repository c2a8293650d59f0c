package importing

import (
	"context"
	"sync"
	"time"

	"puls.app/services/contacts/internal/contact"
)

const (
	// looksAtOnce is how many files are looked at at once, looksOfOne how many of an account.
	looksAtOnce, looksOfOne = 4, 2
	// lookWait is how long a look waits for others, and how long whoever is refused is to wait.
	lookWait = 5 * time.Second
)

// looks are the files that are being looked at: each takes memory, and up to two seconds of a processor.
type looks struct {
	places chan struct{}
	mu     sync.Mutex
	of     map[contact.AccountID]int
}

func newLooks() *looks {
	return &looks{places: make(chan struct{}, looksAtOnce), of: map[contact.AccountID]int{}}
}

// begin waits for a place, which ends with leave. It fails with ErrLooksBusy while the account has as many as it may,
// and when those of others stay taken.
func (l *looks) begin(ctx context.Context, account contact.AccountID) (leave func(), err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.of[account] == looksOfOne {
		return nil, ErrLooksBusy.After(lookWait)
	}
	l.of[account]++
	l.mu.Unlock()
	waiting, cancel := context.WithTimeout(ctx, lookWait)
	defer cancel()
	select {
	case l.places <- struct{}{}:
	case <-waiting.Done():
		err = ErrLooksBusy.After(lookWait)
	}
	l.mu.Lock()
	if err != nil {
		l.end(account)
		return nil, err
	}
	return func() {
		<-l.places
		l.mu.Lock()
		defer l.mu.Unlock()
		l.end(account)
	}, nil
}

func (l *looks) end(account contact.AccountID) {
	if l.of[account]--; l.of[account] == 0 {
		delete(l.of, account)
	}
}
