package readers

import (
	"context"
	"sync"
	"time"

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
	// giveWay is how long the newcomer waits for a place to become free, and look how often it looks for somebody to give
	// way.
	giveWay = 2 * time.Second
	look    = 100 * time.Millisecond
)

// Places are the streams that may be open at once.
type Places struct {
	limits Limits

	mu        sync.Mutex
	open      map[kind]int
	downloads map[*answer]bool
	// freed is closed and made anew whenever a download ends.
	freed chan struct{}
}

// kind is a kind of stream of an account.
type kind struct {
	account  int32
	download bool
}

// NewPlaces makes empty places.
func NewPlaces(limits Limits) *Places {
	return &Places{limits: limits, open: map[kind]int{}, downloads: map[*answer]bool{}, freed: make(chan struct{})}
}

// Take keeps a place for a stream of an account until ctx ends, or answers the fault that forbids it. When all places
// are taken, the reader that has read nothing for the longest time loses its own: otherwise those who read nothing
// would keep everybody else out.
func (p *Places) Take(ctx context.Context, account int32, download bool) error {
	reader, _ := ctx.Value(answerKey{}).(*answer)
	if reader == nil {
		reader = &answer{} // nobody waits for it
	}
	deadline := time.Now().Add(giveWay)
	for {
		freed, err := p.try(ctx, kind{account, download}, reader)
		if freed == nil || err != nil {
			return err
		}
		select {
		case <-freed:
		case <-time.After(look):
		case <-ctx.Done():
			return ctx.Err()
		}
		if time.Now().After(deadline) {
			return errDownloadsBusy
		}
	}
}

// try takes a place, or answers what to wait for after it made somebody give way.
func (p *Places) try(ctx context.Context, at kind, reader *answer) (freed <-chan struct{}, err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	switch {
	case at.download && p.open[at] >= p.limits.DownloadsPerAccount:
		return nil, errDownloadsLimit
	case !at.download && p.open[at] >= p.limits.WatchesPerAccount:
		return nil, errStreamsLimit
	case at.download && len(p.downloads) >= p.limits.Downloads:
		p.dropSlowest()
		return p.freed, nil
	}
	p.open[at]++
	if at.download {
		p.downloads[reader] = true
	}
	context.AfterFunc(ctx, func() { p.leave(at, reader) })
	return nil, nil
}

func (p *Places) leave(at kind, reader *answer) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.open[at]--; p.open[at] == 0 {
		delete(p.open, at)
	}
	if at.download {
		delete(p.downloads, reader)
		close(p.freed)
		p.freed = make(chan struct{})
	}
}

// dropSlowest ends the download whose reader has been waited for longest, if any has read nothing for long enough.
func (p *Places) dropSlowest() {
	now := time.Now()
	var slowest *answer
	longest := grace
	for reader := range p.downloads {
		if waits := reader.waits(now); waits >= longest {
			slowest, longest = reader, waits
		}
	}
	if slowest != nil {
		slowest.drop()
	}
}
