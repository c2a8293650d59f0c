package asking

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	"puls.app/services/scoring-engine/internal/calculation"
	"puls.app/services/scoring-engine/internal/engine/counting"
	"puls.app/services/scoring-engine/internal/engine/segment"
)

// SendingCounts are counts of sendings by kind, DayCounts those of one day.
type (
	SendingCounts = counting.SendingCounts
	DayCounts     = counting.DayCounts
)

// MessageCounts are the sendings of one message that belong to a day, or of all messages with a single contact
// together.
type MessageCounts struct {
	Database calculation.DatabaseID
	// ID is empty for messages with a single contact.
	ID string
	// Messages is the number of messages.
	Messages int
	Category uint8
	Counts   SendingCounts
}

// The days that include all facts.
const (
	firstOfAll = segment.Day(math.MinInt32)
	lastOfAll  = segment.Day(math.MaxInt32)
)

// dailyCounter counts the sendings of one database and channel by day, from all of its facts.
type dailyCounter struct {
	facts    Facts
	messages MessageReader
	workers  int
	counters calculation.Pool[counting.DayCounter]
}

// days counts sendings by day.
func (c *dailyCounter) days(
	ctx context.Context, channel calculation.Channel, database calculation.DatabaseID,
) ([]DayCounts, error) {
	sums := make([]counting.DayTotals, c.workers)
	err := c.view(ctx, channel, database, func(ctx context.Context, v dailyView) error {
		return v.count(ctx, func(worker int) counting.Days { return &sums[worker] })
	})
	for i := 1; i < len(sums); i++ {
		sums[0].Merge(&sums[i])
	}
	return sums[0].Days(), err
}

// categories counts sendings by category and day.
func (c *dailyCounter) categories(
	ctx context.Context, channel calculation.Channel, database calculation.DatabaseID,
) (map[uint8][]DayCounts, error) {
	sums := make([]counting.CategoryTotals, c.workers)
	err := c.view(ctx, channel, database, func(ctx context.Context, v dailyView) error {
		categories := &counting.KeyTable[uint8]{}
		err := c.names(ctx, channel, database, func(key uint64, _ []byte, category uint8) { categories.Add(key, category) })
		if err != nil {
			return err
		}
		for i := range sums {
			sums[i].Categories = categories
		}
		return v.count(ctx, func(worker int) counting.Days { return &sums[worker] })
	})
	for i := 1; i < len(sums); i++ {
		sums[0].Merge(&sums[i])
	}
	return sums[0].Days(), err
}

// names calls visit with every message of a database; of several entries of a message, the one that decides its
// category comes first.
func (c *dailyCounter) names(
	ctx context.Context, channel calculation.Channel, database calculation.DatabaseID, visit func(
		key uint64, id []byte, category uint8,
	),
) error {
	return c.facts.MessageBlocks(ctx, channel, database, firstOfAll, lastOfAll, func(block []byte) error {
		return c.messages.ReadMessages(block, visit)
	})
}

// messagesOf counts the sendings of one day by message, most sent first.
func (c *dailyCounter) messagesOf(
	ctx context.Context, channel calculation.Channel, database calculation.DatabaseID, day segment.Day,
) (list []MessageCounts, err error) {
	err = c.view(ctx, channel, database, func(ctx context.Context, v dailyView) error {
		// All contacts of a message are known only after every fact of it was read, so the first pass finds the day's
		// messages.
		wanted, err := v.sentOn(ctx, day)
		if err != nil {
			return err
		}
		sums := make([]*counting.MessageTotals, len(v.readers))
		for i := range sums {
			sums[i] = counting.NewMessageTotals(day, wanted)
		}
		if err := v.count(ctx, func(worker int) counting.Days { return sums[worker] }); err != nil {
			return err
		}
		for _, other := range sums[1:] {
			sums[0].Merge(other)
		}
		list, err = c.rows(ctx, channel, database, wanted, sums[0])
		return err
	})
	return list, err
}

// rows names the messages that have sendings, and sums up those with a single contact.
func (c *dailyCounter) rows(
	ctx context.Context, channel calculation.Channel, database calculation.DatabaseID, wanted *counting.KeyTable[uint32],
	totals *counting.MessageTotals,
) ([]MessageCounts, error) {
	var list []MessageCounts
	var singles [1 << 8]MessageCounts
	named := make([]bool, wanted.Len())
	err := c.names(ctx, channel, database, func(key uint64, id []byte, category uint8) {
		place, ok := wanted.Find(key)
		if !ok || named[place] {
			return
		}
		named[place] = true
		row := totals.Row(place)
		switch {
		case row.Counts[segment.Sent] == 0:
		case row.Contacts == 1:
			single := &singles[category]
			single.Messages++
			single.Counts.Add(&row.Counts)
		default:
			list = append(list, MessageCounts{
				Database: database, ID: string(id), Messages: 1, Category: category, Counts: row.Counts,
			})
		}
	})
	if err != nil {
		return nil, err
	}
	if slices.Contains(named, false) {
		return nil, fmt.Errorf("database %d has sendings of messages without an id", database)
	}
	for category, single := range singles {
		if single.Messages > 0 {
			single.Database, single.Category = database, uint8(category)
			list = append(list, single)
		}
	}
	slices.SortFunc(list, compareMessages)
	return list, nil
}

// dailyView is one view of all segments of a database and channel.
type dailyView struct {
	counter *dailyCounter
	chunks  []calculation.ChunkID
	readers []calculation.SegmentView
}

// view opens a view of a database.
func (c *dailyCounter) view(
	ctx context.Context, channel calculation.Channel, database calculation.DatabaseID, work func(
		context.Context, dailyView,
	) error,
) error {
	chunks, err := c.facts.Chunks(ctx, channel, database)
	if err != nil {
		return err
	}
	workers := max(1, min(c.workers, len(chunks)))
	return c.facts.View(ctx, channel, workers, func(readers []calculation.SegmentView) error {
		return work(ctx, dailyView{counter: c, chunks: chunks, readers: readers})
	})
}

// count counts every chunk into the sums of its worker.
func (v *dailyView) count(ctx context.Context, into func(worker int) counting.Days) error {
	counters := make([]*counting.DayCounter, len(v.readers))
	for i := range counters {
		counters[i] = v.counter.counters.Get()
		defer v.counter.counters.Put(counters[i])
	}
	return v.each(ctx, firstOfAll, lastOfAll, func(worker int, segments []segment.Segment) error {
		return counters[worker].Count(segments, into(worker))
	})
}

// sentOn assigns a place to every message that has a sending on a day.
func (v *dailyView) sentOn(ctx context.Context, day segment.Day) (*counting.KeyTable[uint32], error) {
	parts := make([]counting.KeyTable[uint32], len(v.readers))
	err := v.each(ctx, day, day, func(worker int, segments []segment.Segment) error {
		for i := range segments {
			if err := counting.SentOn(&segments[i], day, func(key uint64) { parts[worker].Add(key, 0) }); err != nil {
				return err
			}
		}
		return nil
	})
	wanted := &counting.KeyTable[uint32]{}
	for i := range parts {
		parts[i].Each(func(key uint64) { wanted.Add(key, uint32(wanted.Len())) })
	}
	return wanted, err
}

// each reads those segments of every chunk that have days between first and last.
func (v *dailyView) each(
	ctx context.Context, first, last segment.Day, work func(worker int, segments []segment.Segment) error,
) error {
	return eachChunk(ctx, v.readers, v.chunks, first, last, func(
		worker int, _ calculation.ChunkID, segments []segment.Segment,
	) error {
		return work(worker, segments)
	})
}

// compareMessages orders messages by their sendings, most first.
func compareMessages(a, b MessageCounts) int {
	return cmp.Or(cmp.Compare(b.Counts[segment.Sent], a.Counts[segment.Sent]), cmp.Compare(a.Database, b.Database),
		cmp.Compare(a.ID, b.ID), cmp.Compare(a.Category, b.Category))
}
