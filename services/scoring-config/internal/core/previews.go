package core

import (
	"context"
	"time"

	"puls.app/services/kit/perkey"
)

// queueing is how long a preview waits for the one before it.
const queueing = time.Second

// previews lets each account have one on the way.
type previews struct{ *perkey.Limit[AccountID] }

func newPreviews() previews { return previews{perkey.New[AccountID](1)} }

// enter waits for the account's place and returns how it is left. It fails with ErrPreviewBusy when that takes too
// long.
func (p previews) enter(ctx context.Context, account AccountID) (leave func(), err error) {
	wait, cancel := context.WithTimeout(ctx, queueing)
	defer cancel()
	leave, err = p.Enter(wait, account)
	if err != nil && ctx.Err() == nil {
		return nil, ErrPreviewBusy.After(queueing)
	}
	return leave, err
}
