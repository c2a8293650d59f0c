package readers

import (
	"context"
	"errors"
	"math"
	"time"

	"puls.app/services/gateway/internal/places"
	"puls.app/services/kit/fault"
	"puls.app/services/reason"
)

// Limits bound the streams that are open at once: each holds what waits for its reader.
type Limits struct {
	// Downloads of all accounts, and of one.
	Downloads, DownloadsPerAccount int
	// WatchesPerAccount are the other streams of one account, such as a calculation's progress in every open page.
	WatchesPerAccount int
}

var (
	errDownloadsLimit = fault.New(
		fault.Busy, reason.DownloadsLimit, "this account has as many downloads open as it may; wait for one to end",
	)
	errStreamsLimit = fault.New(
		fault.Busy, reason.StreamsLimit, "this account has as many streams open as it may; close one",
	)
	errDownloadsBusy = fault.New(
		fault.Unavailable, reason.DownloadsBusy, "too many downloads are open at the moment; try again soon",
	)
)

const (
	// grace is how long a reader may read nothing when somebody else waits for its place.
	grace = time.Second
	// giveWay is how long the newcomer waits for a place to become free.
	giveWay = 2 * time.Second
)

// Places are the streams that may be open at once.
type Places struct{ downloads, watches *places.Places[int32] }

// NewPlaces makes empty places.
func NewPlaces(limits Limits) *Places {
	return &Places{
		downloads: places.New[int32](places.Limits{
			All: int64(limits.Downloads), Each: int64(limits.DownloadsPerAccount), Grace: grace, Patience: giveWay,
		}),
		watches: places.New[int32](places.Limits{All: math.MaxInt64, Each: int64(limits.WatchesPerAccount)}),
	}
}

// Take keeps a place for a stream of an account until ctx ends, or answers the fault that forbids it. When all places
// are taken, the reader that has read nothing for the longest time loses its own: otherwise those who read nothing
// would keep everybody else out.
func (p *Places) Take(ctx context.Context, account int32, download bool) error {
	of, limit := p.watches, errStreamsLimit
	if download {
		of, limit = p.downloads, errDownloadsLimit
	}
	reader, _ := ctx.Value(answerKey{}).(*answer)
	if reader == nil {
		reader = &answer{} // nobody waits for it
	}
	switch err := of.Take(ctx, account, reader, 1); {
	case errors.Is(err, places.ErrOwn):
		return limit
	case errors.Is(err, places.ErrAll):
		return errDownloadsBusy
	case err != nil:
		return err
	}
	context.AfterFunc(ctx, func() { of.Leave(reader) })
	return nil
}
