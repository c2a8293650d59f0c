package core

import (
	"context"
	"time"

	"puls.app/services/kit/perkey"
)

// queueing is how long a preview waits for the previous one.
const queueing = time.Second

// previews allows each account one preview at a time.
type previews struct{ *perkey.Limit[AccountID] }

func newPreviews() previews { return previews{perkey.New[AccountID](1)} }

// enter waits for the account's turn and returns the function that ends it. It fails with ErrPreviewBusy if the wait
// takes longer than queueing.
func (p previews) enter(ctx context.Context, account AccountID) (leave func(), err error) {
	wait, cancel := context.WithTimeout(ctx, queueing)
	defer cancel()
	leave, err = p.Enter(wait, account)
	if err != nil && ctx.Err() == nil {
		return nil, ErrPreviewBusy.After(queueing)
	}
	return leave, err
}
