package asking

import (
	"cmp"
	"context"
	"slices"

	"golang.org/x/sync/semaphore"

	"puls.app/services/scoring-engine/internal/calculation"
	"puls.app/services/scoring-engine/internal/engine/counting"
	"puls.app/services/scoring-engine/internal/engine/segment"
)

// CategoryFilter limits sendings to messages of one category; nil is no limit.
type CategoryFilter *uint8

// Daily counts sendings by day, from the present facts. It caches counts in memory until other facts arrive.
type Daily struct {
	facts   Facts
	counter dailyCounter
	kept    *keptCounts
}

// NewDaily returns the use case. It counts with as many workers as a calculator, up to lookWorkers, and shares the
// LooksAtOnce slots with previews. It counts only while Run runs.
func NewDaily(facts Facts, messages MessageReader, workers int, looks *semaphore.Weighted) *Daily {
	return &Daily{
		facts: facts, kept: newKeptCounts(keptBytes, looks),
		counter: dailyCounter{
			facts: facts, messages: messages, workers: min(workers, lookWorkers),
			counters: calculation.Pool[counting.DayCounter]{Make: counting.NewDayCounter},
		},
	}
}

// Run makes the requested counts until ctx ends. A count continues when its caller leaves, so that the next caller
// finds it.
func (d *Daily) Run(ctx context.Context) error {
	d.kept.run(ctx)
	return nil
}

// Days returns the days from start to end on which databases have sendings, oldest first.
func (d *Daily) Days(
	ctx context.Context, channel calculation.Channel, databases []calculation.DatabaseID, start, end segment.Day,
	only CategoryFilter,
) ([]DayCounts, error) {
	sums := map[segment.Day]SendingCounts{}
	err := d.each(ctx, channel, databases, func(database calculation.DatabaseID, version FactVersion) error {
		list, err := d.daysOf(ctx, channel, database, version, only)
		for _, day := range list {
			if day.Day >= start && day.Day <= end {
				sum := sums[day.Day]
				sum.Add(&day.Counts)
				sums[day.Day] = sum
			}
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	list := make([]DayCounts, 0, len(sums))
	for day, counts := range sums {
		list = append(list, DayCounts{Day: day, Counts: counts})
	}
	slices.SortFunc(list, func(a, b DayCounts) int { return cmp.Compare(a.Day, b.Day) })
	return list, nil
}

// each calls visit once with each database and the version of its facts.
func (d *Daily) each(
	ctx context.Context, channel calculation.Channel, databases []calculation.DatabaseID, visit func(
		calculation.DatabaseID, FactVersion,
	) error,
) error {
	databases = slices.Clone(databases)
	slices.Sort(databases)
	databases = slices.Compact(databases)
	versions, err := d.facts.Versions(ctx, channel, databases)
	if err != nil {
		return err
	}
	for _, database := range databases {
		if err := visit(database, versions[database]); err != nil {
			return err
		}
	}
	return nil
}

// daysOf returns the days of one database, ascending.
func (d *Daily) daysOf(
	ctx context.Context, channel calculation.Channel, database calculation.DatabaseID, version FactVersion,
	only CategoryFilter,
) ([]DayCounts, error) {
	key := keptKey{channel: channel, database: database}
	if only == nil {
		return keep(ctx, d.kept, key, version, dayBytes, func(ctx context.Context) ([]DayCounts, error) {
			return d.counter.days(ctx, channel, database)
		})
	}
	key.what = keptCategories
	byCategory, err := keep(ctx, d.kept, key, version, categoryBytes,
		func(ctx context.Context) (map[uint8][]DayCounts, error) {
			return d.counter.categories(ctx, channel, database)
		})
	return byCategory[*only], err
}

// Messages returns the messages with sendings on a day, most sent first. Callers must not change them.
func (d *Daily) Messages(
	ctx context.Context, channel calculation.Channel, databases []calculation.DatabaseID, day segment.Day,
	only CategoryFilter,
) ([]MessageCounts, error) {
	var lists [][]MessageCounts
	err := d.each(ctx, channel, databases, func(database calculation.DatabaseID, version FactVersion) error {
		key := keptKey{channel: channel, database: database, what: keptMessages, day: day}
		list, err := keep(ctx, d.kept, key, version, messageBytes, func(ctx context.Context) ([]MessageCounts, error) {
			return d.counter.messagesOf(ctx, channel, database, day)
		})
		lists = append(lists, list)
		return err
	})
	if err != nil {
		return nil, err
	}
	if len(lists) == 1 && only == nil {
		return lists[0], nil
	}
	var all []MessageCounts
	for _, list := range lists {
		for _, m := range list {
			if only == nil || m.Category == *only {
				all = append(all, m)
			}
		}
	}
	if len(lists) > 1 { // those of a single database are in order already
		slices.SortFunc(all, compareMessages)
	}
	return all, nil
}

// LastDay returns the last day, up to a given one, with a sending or, for web, an event; ok is false if there is none.
func (d *Daily) LastDay(
	ctx context.Context, channel calculation.Channel, databases []calculation.DatabaseID, until segment.Day,
) (last segment.Day, ok bool, err error) {
	if channel == calculation.Web {
		return d.facts.LastVisit(ctx, databases, until)
	}
	err = d.each(ctx, channel, databases, func(database calculation.DatabaseID, version FactVersion) error {
		list, err := d.daysOf(ctx, channel, database, version, nil)
		for _, day := range list {
			if day.Day <= until && (!ok || day.Day > last) {
				last, ok = day.Day, true
			}
		}
		return err
	})
	return last, ok, err
}
