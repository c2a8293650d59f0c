package core

import (
	"container/list"
	"context"
	"errors"
	"fmt"
	"sync"

	"golang.org/x/sync/singleflight"

	"puls.app/services/scoring-engine/internal/engine/segment"
)

// keptBytes is how much memory counts of days may take.
const keptBytes = 64 << 20

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

func newKeptCounts(most int) *keptCounts {
	return &keptCounts{most: most, order: list.New(), byKey: map[keptKey]*list.Element{}}
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

// errLeft is what those get who wait for a count whose asker has left.
var errLeft = errors.New("whoever counted has left")

// keep returns what is kept of a version of the facts, or counts and keeps it. Who asks for the same meanwhile waits
// for that count; when its asker leaves, another one counts.
func keep[T any](
	ctx context.Context, k *keptCounts, key keptKey, version FactVersion, bytes func(T) int,
	count func(context.Context) (T, error),
) (none T, err error) {
	value, ok := k.find(key, version)
	for !ok {
		value, err, _ = k.flights.Do(fmt.Sprint(key, version), func() (any, error) {
			if value, ok := k.find(key, version); ok { // of a flight that has just ended
				return value, nil
			}
			value, err := count(ctx)
			if err != nil && ctx.Err() != nil {
				return nil, fmt.Errorf("%w: %w", errLeft, err)
			}
			if err == nil {
				k.put(&keptCount{key: key, version: version, value: value, bytes: bytes(value)})
			}
			return value, err
		})
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
