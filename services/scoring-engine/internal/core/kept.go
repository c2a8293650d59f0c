package core

import (
	"container/list"
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"golang.org/x/sync/singleflight"

	"puls.app/services/scoring-engine/internal/engine/segment"
)

const (
	// keptBytes is how much memory counts of days may take.
	keptBytes = 64 << 20
	// countLimit is how long a count may take that nobody waits for any more.
	countLimit = 5 * time.Minute
)

// keptKey names what was counted.
type keptKey struct {
	channel  Channel
	database DatabaseID
	what     keptWhat
	day      segment.Day // of keptMessages
}

type keptWhat int

const (
	keptDays keptWhat = iota
	keptCategories
	keptMessages
)

// keptOverhead is about what keeping anything takes beside the thing.
const keptOverhead = 200

// What is kept takes about so many bytes.

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

// keptCounts are counts in memory. What was asked for the longest time ago goes first.
type keptCounts struct {
	places Places
	// begun hands counts to run, ended is closed once it takes no more.
	begun   chan func(context.Context)
	ended   chan struct{}
	flights singleflight.Group
	mu      sync.Mutex
	most    int
	bytes   int
	order   *list.List // of *keptCount, last asked for in front
	byKey   map[keptKey]*list.Element
}

type keptCount struct {
	key     keptKey
	version FactVersion
	value   any
	bytes   int
}

func newKeptCounts(most int, places Places) *keptCounts {
	return &keptCounts{
		places: places, begun: make(chan func(context.Context)), ended: make(chan struct{}),
		most: most, order: list.New(), byKey: map[keptKey]*list.Element{},
	}
}

func (k *keptCounts) find(key keptKey, version FactVersion) (value any, ok bool) {
	k.mu.Lock()
	defer k.mu.Unlock()
	at := k.byKey[key]
	if at == nil {
		return nil, false
	}
	kept, ok := at.Value.(*keptCount)
	if !ok || kept.version != version {
		return nil, false
	}
	k.order.MoveToFront(at)
	return kept.value, true
}

func (k *keptCounts) put(kept *keptCount) {
	kept.bytes += keptOverhead
	k.mu.Lock()
	defer k.mu.Unlock()
	k.remove(k.byKey[kept.key])
	if kept.bytes > k.most {
		return
	}
	k.byKey[kept.key] = k.order.PushFront(kept)
	k.bytes += kept.bytes
	for k.bytes > k.most {
		k.remove(k.order.Back())
	}
}

func (k *keptCounts) remove(at *list.Element) {
	if at == nil {
		return
	}
	if kept, ok := k.order.Remove(at).(*keptCount); ok {
		delete(k.byKey, kept.key)
		k.bytes -= kept.bytes
	}
}

var (
	// errLeft is what those get who wait for a count whose asker has left before it began.
	errLeft = errors.New("whoever wanted to count has left")
	errOver = errors.New("nothing is counted any more")
)

// run does what is counted, until ctx ends, and returns when all of it has ended.
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

// begin waits for a place as long as ctx lasts. A count that has one goes on without its asker.
func (k *keptCounts) begin(ctx context.Context, count func(context.Context) error) error {
	leave, err := k.places.enter(ctx)
	if err != nil {
		return fmt.Errorf("%w: %w", errLeft, err)
	}
	done := make(chan error, 1)
	select {
	case k.begun <- func(ctx context.Context) {
		defer leave()
		ctx, cancel := context.WithTimeout(ctx, countLimit)
		defer cancel()
		done <- count(ctx)
	}:
		return <-done
	case <-k.ended:
		err = errOver
	case <-ctx.Done():
		err = fmt.Errorf("%w: %w", errLeft, ctx.Err())
	}
	leave()
	return err
}

// keep returns what is kept of a version of the facts, or counts and keeps it. Who asks for the same meanwhile waits
// for that count, and whoever leaves finds it the next time.
func keep[T any](
	ctx context.Context, k *keptCounts, key keptKey, version FactVersion, bytes func(T) int,
	count func(context.Context) (T, error),
) (none T, err error) {
	value, ok := k.find(key, version)
	for !ok {
		flight := k.flights.DoChan(fmt.Sprint(key, version), func() (any, error) {
			if value, ok := k.find(key, version); ok { // of a flight that has just ended
				return value, nil
			}
			var value T
			err := k.begin(ctx, func(ctx context.Context) (err error) {
				if value, err = count(ctx); err == nil {
					k.put(&keptCount{key: key, version: version, value: value, bytes: bytes(value)})
				}
				return err
			})
			return value, err
		})
		select {
		case counted := <-flight:
			value, err = counted.Val, counted.Err
		case <-ctx.Done():
			return none, ctx.Err()
		}
		if ok = err == nil; !ok && (!errors.Is(err, errLeft) || ctx.Err() != nil) {
			return none, err
		}
	}
	counted, ok := value.(T)
	if !ok {
		return none, fmt.Errorf("kept %T for %T", value, none)
	}
	return counted, nil
}
