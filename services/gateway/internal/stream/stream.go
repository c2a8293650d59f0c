package stream

import (
	"context"
	"errors"
	"time"

	"puls.app/services/gateway/internal/quota"
	"puls.app/services/kit/fault"
	"puls.app/services/kit/perkey"
	"puls.app/services/reason"
)

// Limits bound the streams that are open at once: each holds the part that waits for its reader.
type Limits struct {
	// Downloads of all accounts, and of one.
	Downloads           int `env:"DOWNLOADS" envDefault:"48"`
	DownloadsPerAccount int `env:"DOWNLOADS_PER_ACCOUNT" envDefault:"4"`
	// WatchesPerAccount are the other streams of one account, such as a calculation's progress in every open page.
	WatchesPerAccount int `env:"WATCHES_PER_ACCOUNT" envDefault:"64"`
}

var (
	errDownloadsLimit = fault.New(
		fault.Busy, reason.DownloadsLimit, "the account has reached its limit of open downloads; wait for one to end",
	)
	errStreamsLimit = fault.New(
		fault.Busy, reason.StreamsLimit, "the account has reached its limit of open streams; close one",
	)
	errDownloadsBusy = fault.New(
		fault.Unavailable, reason.DownloadsBusy, "too many downloads are open at the moment; try again soon",
	)
)

const (
	// grace is how long a reader may read nothing when another waits.
	grace = time.Second
	// giveWay is how long the newcomer waits.
	giveWay = 2 * time.Second
)

// Limiter bounds the streams that are open at once.
type Limiter struct {
	downloads *quota.Quota[int32]
	watches   *perkey.Limit[int32]
}

// NewLimiter makes a limiter.
func NewLimiter(limits Limits) *Limiter {
	return &Limiter{
		downloads: quota.New[int32](quota.Limits{
			All: int64(limits.Downloads), Each: int64(limits.DownloadsPerAccount), Grace: grace, Patience: giveWay,
		}),
		watches: perkey.New[int32](int64(limits.WatchesPerAccount)),
	}
}

// Take admits a stream of an account until ctx ends, or answers the fault that forbids it. When no more downloads may
// be open, the reader that has read nothing for the longest time loses its own: readers that stand still must not keep
// all others out.
func (l *Limiter) Take(ctx context.Context, account int32, download bool) error {
	if !download {
		leave, ok := l.watches.TryEnter(account)
		if !ok {
			return errStreamsLimit
		}
		context.AfterFunc(ctx, leave)
		return nil
	}
	reader, _ := ctx.Value(answerKey{}).(*answer)
	if reader == nil {
		reader = &answer{} // nobody waits for it
	}
	switch err := l.downloads.Take(ctx, account, reader, 1); {
	case errors.Is(err, quota.ErrOwn):
		return errDownloadsLimit
	case errors.Is(err, quota.ErrAll):
		return errDownloadsBusy
	case err != nil:
		return err
	}
	context.AfterFunc(ctx, func() { l.downloads.Leave(reader) })
	return nil
}
