package asking

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/maypok86/otter/v2"
	"golang.org/x/sync/semaphore"

	"puls.app/services/scoring-engine/internal/calculation"
	"puls.app/services/scoring-engine/internal/engine/segment"
)

const (
	// keptBytes bounds the memory of cached counts.
	keptBytes = 64 << 20
	// countLimit bounds the duration of a count.
	countLimit = 5 * time.Minute
)

// keptKey is the cache key of a count.
type keptKey struct {
	channel  calculation.Channel
	database calculation.DatabaseID
	what     keptKind
	day      segment.Day // of keptMessages
}

type keptKind int

const (
	keptDays keptKind = iota
	keptCategories
	keptMessages
)

// keptOverhead is about the memory that a cache entry takes beside its value.
const keptOverhead = 200

// These functions estimate the size of cached values in bytes.

func dayBytes(days []DayCounts) int { return 32 * len(days) }

func categoryBytes(byCategory map[uint8][]DayCounts) (n int) {
	for _, days := range byCategory {
		n += dayBytes(days)
	}
	return n
}

func messageBytes(messages []MessageCounts) int {
	n := 72 * len(messages)
	for i := range messages {
		n += len(messages[i].ID)
	}
	return n
}

// keptCounts is a cache of counts, bounded by their bytes.
type keptCounts struct {
	looks *semaphore.Weighted
	// begun passes counts to run; ended is closed once run accepts no more.
	begun chan func(context.Context)
	ended chan struct{}
	cache *otter.Cache[keptKey, keptCount]
}

type keptCount struct {
	version FactVersion
	value   any
	bytes   int
}

func newKeptCounts(most uint64, looks *semaphore.Weighted) *keptCounts {
	return &keptCounts{
		looks: looks, begun: make(chan func(context.Context)), ended: make(chan struct{}),
		cache: otter.Must(&otter.Options[keptKey, keptCount]{
			MaximumWeight: most,
			Weigher:       func(_ keptKey, kept keptCount) uint32 { return uint32(kept.bytes + keptOverhead) },
		}),
	}
}

var errOver = errors.New("nothing is counted any more")

// run makes counts until ctx ends, and returns when all counts have ended.
func (k *keptCounts) run(ctx context.Context) {
	var counts sync.WaitGroup
	defer counts.Wait()
	defer close(k.ended)
	for {
		select {
		case count := <-k.begun:
			counts.Go(func() { count(ctx) })
		case <-ctx.Done():
			return
		}
	}
}

// begin waits for a slot until ctx ends. Once begun, a count continues without its caller.
func (k *keptCounts) begin(ctx context.Context, count func(context.Context) error) error {
	err := k.looks.Acquire(ctx, 1)
	if err != nil {
		return err
	}
	done := make(chan error, 1)
	select {
	case k.begun <- func(ctx context.Context) {
		defer k.looks.Release(1)
		ctx, cancel := context.WithTimeout(ctx, countLimit)
		defer cancel()
		done <- count(ctx)
	}:
		return <-done
	case <-k.ended:
		err = errOver
	case <-ctx.Done():
		err = ctx.Err()
	}
	k.looks.Release(1)
	return err
}

// keep returns the cached count for a version of the facts, or counts and caches it. Callers with the same key wait for
// a count in progress, which continues when its caller leaves.
func keep[T any](
	ctx context.Context, k *keptCounts, key keptKey, version FactVersion, bytes func(T) int,
	count func(context.Context) (T, error),
) (none T, err error) {
	load := func(ctx context.Context, _ keptKey) (kept keptCount, err error) {
		err = k.begin(ctx, func(ctx context.Context) error {
			value, err := count(ctx)
			kept = keptCount{version: version, value: value, bytes: bytes(value)}
			return err
		})
		return kept, err
	}
	for {
		kept, err := k.get(ctx, key, load)
		if err != nil {
			return none, err
		}
		if kept.version != version {
			k.cache.Invalidate(key)
			continue
		}
		counted, ok := kept.value.(T)
		if !ok {
			return none, fmt.Errorf("kept %T for %T", kept.value, none)
		}
		return counted, nil
	}
}

// get returns the cached count, of any version, or loads it. It returns early when ctx ends.
func (k *keptCounts) get(
	ctx context.Context, key keptKey, load otter.LoaderFunc[keptKey, keptCount],
) (keptCount, error) {
	var kept keptCount
	loaded := make(chan error, 1)
	go func() {
		var err error
		kept, err = k.cache.Get(ctx, key, load)
		loaded <- err
	}()
	select {
	case err := <-loaded:
		return kept, err
	case <-ctx.Done():
		return keptCount{}, ctx.Err()
	}
}
