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

// Limits bound the streams that are open at once: each holds the part that its client has not read yet.
type Limits struct {
	// Downloads bounds the downloads of all accounts, DownloadsPerAccount those of one account.
	Downloads           int `env:"DOWNLOADS" envDefault:"48"`
	DownloadsPerAccount int `env:"DOWNLOADS_PER_ACCOUNT" envDefault:"4"`
	// WatchesPerAccount bounds the other streams of one account, such as a calculation's progress in every open page.
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
	// grace is how long a client may read nothing while another download waits.
	grace = time.Second
	// giveWay is how long a new download waits for room.
	giveWay = 2 * time.Second
)

// Limiter bounds the streams that are open at once.
type Limiter struct {
	downloads *quota.Quota[int32]
	watches   *perkey.Limit[int32]
}

// NewLimiter returns a limiter.
func NewLimiter(limits Limits) *Limiter {
	return &Limiter{
		downloads: quota.New[int32](quota.Limits{
			All: int64(limits.Downloads), Each: int64(limits.DownloadsPerAccount), Grace: grace, Patience: giveWay,
		}),
		watches: perkey.New[int32](int64(limits.WatchesPerAccount)),
	}
}

// Take admits a stream of an account until ctx ends, or returns the fault that forbids it. When no more downloads may
// be open, the client that has read nothing for the longest time loses its download: stalled clients must not keep out
// all others.
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
		reader = &answer{} // no wait is tracked
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
