package importing

import (
	"context"
	"time"

	"puls.app/services/contacts/internal/contact"
	"puls.app/services/kit/perkey"
)

const (
	// looksAtOnce is how many files are looked at at once, looksOfOne how many of an account.
	looksAtOnce, looksOfOne = 4, 2
	// lookWait is how long a look waits for others, and how long a refused caller is to wait.
	lookWait = 5 * time.Second
)

// looks bounds the files that are being looked at: each takes memory, and up to two seconds of a processor.
type looks struct {
	*perkey.Limit[contact.AccountID]
}

func newLooks() looks { return looks{perkey.NewWithin[contact.AccountID](looksOfOne, looksAtOnce)} }

// begin waits for a place, which ends with leave. It fails with ErrLooksBusy when the places stay taken.
func (l looks) begin(ctx context.Context, account contact.AccountID) (leave func(), err error) {
	waiting, cancel := context.WithTimeout(ctx, lookWait)
	defer cancel()
	if leave, err = l.Enter(waiting, account); err != nil {
		return nil, ErrLooksBusy.After(lookWait)
	}
	return leave, nil
}
