package importing

import (
	"context"
	"time"

	"puls.app/services/contacts/internal/contact"
	"puls.app/services/kit/perkey"
)

const (
	// looksAtOnce is how many files are inspected at once, looksOfOne how many of one account.
	looksAtOnce, looksOfOne = 4, 2
	// lookWait is how long an inspection waits for a place, and how long a refused caller should wait.
	lookWait = 5 * time.Second
)

// looks bounds the concurrent inspections of files: each takes memory and up to two seconds of CPU time.
type looks struct {
	*perkey.Limit[contact.AccountID]
}

func newLooks() looks { return looks{perkey.NewWithin[contact.AccountID](looksOfOne, looksAtOnce)} }

// begin waits for a place; leave frees it. It fails with ErrLooksBusy when no place becomes free in time.
func (l looks) begin(ctx context.Context, account contact.AccountID) (leave func(), err error) {
	waiting, cancel := context.WithTimeout(ctx, lookWait)
	defer cancel()
	if leave, err = l.Enter(waiting, account); err != nil {
		return nil, ErrLooksBusy.After(lookWait)
	}
	return leave, nil
}
