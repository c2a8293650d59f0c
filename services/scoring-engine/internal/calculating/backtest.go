package calculating

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/sync/errgroup"

	"puls.app/services/scoring-engine/internal/calculation"
	"puls.app/services/scoring-engine/internal/engine/counting"
	"puls.app/services/scoring-engine/internal/engine/scoring"
	"puls.app/services/scoring-engine/internal/engine/segment"
)

// BacktestWeeks is the largest number of weeks in a backtest.
const BacktestWeeks = 13

// liftWeeks is the number of weeks after a day until its lift is known.
const liftWeeks = calculation.LiftDays / 7

// BacktestWeek is the result that one day would have had.
type BacktestWeek struct {
	Date time.Time
	// Sides are the changed configuration and, if there is one, the configuration before the change.
	Sides []BacktestSide
}

// BacktestSide is the result that one configuration would have had on one day.
type BacktestSide struct {
	// Enough reports that a calculation of the day would not have been skipped.
	Enough bool
	// References and the histograms of Databases are empty if the weights are not whole. New contacts are not counted,
	// since the audience is the present one.
	References calculation.References
	Databases  []calculation.DatabaseFigures
	// Lift is the engagement of scored contacts on the day and the 13 days after it; nil before these are over, or without
	// scores.
	Lift *scoring.Lift
}

// Backtest holds the results that configurations would have had, newest day first.
type Backtest struct {
	Weeks []BacktestWeek
	// Moves counts the pairs of standings on the newest day, before and with the change, as scoring.Movement does; nil
	// unless both sides have scores.
	Moves []int32
}

// Backtest returns the results that the first scoring of an account's task, and the second if there is one, would have
// had on the task's day and on the same weekday of earlier weeks. It uses the present audience and the facts of one
// view. It waits, stops and refuses like Preview.
func (p *Previews) Backtest(
	ctx context.Context, account calculation.AccountID, task calculation.Task, weeks int,
) (Backtest, error) {
	leave, err := p.enter(ctx, account)
	if err != nil {
		return Backtest{}, err
	}
	defer leave()
	task.Account = account
	return p.calculator.backtest(ctx, task, weeks)
}

// backtest is a backtest in progress.
type backtest struct {
	*Calculator
	chunks   []ChunkAudience
	counters []*counting.Counter
	// days are the plans, newest first; ready says, for each day and scoring, which databases may be counted.
	days  []*plan
	ready [][]map[calculation.DatabaseID]bool
	// runs are the runs of the days; nil before a day is counted and after its counts are released.
	runs []*run
	// lifted is the index of the window in a day's counts that yields the lift of the day liftWeeks before.
	lifted int
	// whole says of each scoring whether it has scores.
	whole []bool
	out   Backtest
}

func (c *Calculator) backtest(ctx context.Context, task calculation.Task, weeks int) (Backtest, error) {
	sides := len(task.Scorings)
	if sides < 1 || sides > 2 || task.Channel.Weights() == nil || weeks < 1 || weeks > BacktestWeeks {
		return Backtest{}, fmt.Errorf("backtest %d scorings on channel %d over %d weeks", sides, task.Channel, weeks)
	}
	b := &backtest{Calculator: c}
	scorings := slices.Clone(task.Scorings)
	for i := range scorings {
		b.whole = append(b.whole, scorings[i].Weights.Whole(task.Channel))
		if !b.whole[i] {
			scorings[i].Weights = standIn(scorings[i].Weights, task.Channel)
		}
	}
	databases, _, err := c.audience.Databases(ctx, task.Account, uidsOf(scorings), nil)
	if err != nil {
		return Backtest{}, err
	}
	first, err := c.store.FirstSent(ctx, task.Channel, idsOf(databases))
	if err != nil {
		return Backtest{}, fmt.Errorf("find first day: %w", err)
	}
	for week := range weeks {
		day := task
		day.Date = task.Date.AddDate(0, 0, -7*week)
		p := newPlan(day, scorings, databases, nil)
		if week < weeks-liftWeeks {
			b.lifted = p.countOver(calculation.LiftDays)
		}
		b.plan(p, first)
	}
	b.runs = make([]*run, weeks)
	newest := b.days[0]
	if newest.chunks, err = c.chunks(ctx, newest.task, newest.scorings, newest.databases); err != nil {
		return Backtest{}, err
	}
	for _, p := range b.days {
		p.chunks = newest.chunks
	}
	b.chunks = newest.chunks
	b.counters = c.Pools.TakeCounters(c.workersFor(newest))
	defer c.Pools.PutCounters(b.counters)
	defer func() {
		for day := range b.runs {
			b.release(day)
		}
	}()
	err = c.store.View(ctx, task.Channel, len(b.counters), func(readers []calculation.SegmentView) error {
		for from, size := 0, b.atOnce(); from < weeks; from += size {
			if err := b.judge(ctx, readers, from, min(from+size, weeks)); err != nil {
				return err
			}
		}
		return nil
	})
	return b.out, err
}

// plan adds a day.
func (b *backtest) plan(p *plan, first map[calculation.DatabaseID]segment.Day) {
	kept := b.Retention.ResultsFrom(b.clock.Now())
	week := BacktestWeek{Date: p.task.Date}
	var ready []map[calculation.DatabaseID]bool
	for _, s := range p.scorings {
		begin := beginOf(s, p.databases, first)
		enough := begin != nil && *begin <= p.windows.D-minimumDays && !p.task.Date.Before(kept)
		week.Sides = append(week.Sides, BacktestSide{Enough: enough})
		own := maps.Clone(first)
		maps.DeleteFunc(own, func(id calculation.DatabaseID, _ segment.Day) bool { return p.source(s, id) == nil })
		ready = append(ready, lookedAt(p, own))
	}
	b.days, b.ready, b.out.Weeks = append(b.days, p), append(b.ready, ready), append(b.out.Weeks, week)
}

// atOnce returns the number of days counted at once. A contact takes four bytes of a window, a visitor ten, in memory
// that may have grown by half as much again. The counts that earlier days need for their lift are held beside these.
func (b *backtest) atOnce() int {
	p := b.days[0]
	each := 4
	if p.task.Channel == calculation.Web {
		each = 16
	}
	day := p.policies() * len(b.chunks) * len(p.windows.DaysAgo) * segment.ChunkContacts * each
	return max(1, b.TallyBudget/max(1, day)-liftWeeks)
}

// judge counts the days in [from, to) in one reading, and scores them.
func (b *backtest) judge(ctx context.Context, readers []calculation.SegmentView, from, to int) error {
	for day := from; day < to; day++ {
		r, err := b.beginWith(b.days[day], b.ready[day], b.counters)
		if err != nil {
			return err
		}
		b.runs[day] = r
	}
	if err := b.count(ctx, readers, b.runs[from:to]); err != nil {
		return err
	}
	for day := from; day < to; day++ {
		if err := b.score(ctx, day); err != nil {
			return err
		}
		if day >= liftWeeks {
			b.release(day - liftWeeks)
		}
	}
	return nil
}

// release returns a day's memory to the pools.
func (b *backtest) release(day int) {
	if r := b.runs[day]; r != nil {
		r.release()
		b.runs[day] = nil
	}
}

// count reads every chunk once for all runs.
func (b *backtest) count(ctx context.Context, readers []calculation.SegmentView, runs []*run) error {
	var next atomic.Int64
	group, ctx := errgroup.WithContext(ctx)
	for worker, reader := range readers {
		group.Go(func() error {
			for at := int(next.Add(1)) - 1; at < len(b.chunks); at = int(next.Add(1)) - 1 {
				if err := b.countChunk(ctx, reader, worker, at, runs); err != nil {
					return fmt.Errorf("backtest chunk %d of database %d: %w", b.chunks[at].Chunk, b.chunks[at].Database, err)
				}
			}
			return nil
		})
	}
	return group.Wait()
}

// countChunk counts a chunk from its facts: a fold cannot serve a window that ends before its horizon, which is close
// to the present.
func (b *backtest) countChunk(ctx context.Context, reader calculation.SegmentView, worker, at int, runs []*run) error {
	count := func(segments []segment.Segment) error {
		for _, r := range runs {
			if err := ctx.Err(); err != nil {
				return err
			}
			if err := r.method.count(worker, at, calculation.ChunkFacts{Segments: segments}); err != nil {
				return err
			}
		}
		return nil
	}
	found := false
	first, last := runs[0].plan.windows.First(), runs[0].plan.windows.D-1
	for _, r := range runs {
		first = min(first, r.plan.windows.First())
	}
	err := reader.Read(ctx, []calculation.ChunkID{b.chunks[at].ChunkID}, first, last,
		func(_ calculation.ChunkID, segments []segment.Segment) error {
			found = true
			return count(segments)
		})
	if err == nil && !found { // chunks without segments are counted too
		err = count(nil)
	}
	return err
}

// score computes a day's result and, for the newest day, the moves.
func (b *backtest) score(ctx context.Context, day int) error {
	r := b.runs[day]
	var cells [2][][]byte
	for i := range b.out.Weeks[day].Sides {
		side := &b.out.Weeks[day].Sides[i]
		cells[i] = make([][]byte, len(b.chunks))
		lift := b.lift(day, i)
		references, databases, err := r.score(ctx, i, func(chunk int, scored []byte) {
			if day == 0 {
				cells[i][chunk] = scored
			}
			if lift != nil {
				lift.add(chunk, scored)
			}
		})
		if err != nil {
			return err
		}
		analyse(databases, b.whole[i])
		for d := range databases {
			databases[d].New = nil
		}
		if side.Databases = databases; b.whole[i] {
			side.References = references
		}
		if lift != nil {
			side.Lift = &lift.sum
		}
	}
	if day > 0 || slices.Contains(b.whole, false) || len(b.whole) < 2 {
		return nil
	}
	moves := scoring.NewMovement(r.plan.task.Channel == calculation.Web)
	for chunk := range b.chunks {
		moves.Add(cells[1][chunk], cells[0][chunk])
	}
	b.out.Moves = moves.Counts()
	return nil
}

// backtestLift measures the lift of one scoring's scores on a day, from the counts of the following weeks.
type backtestLift struct {
	after         *run
	which, window int
	mu            sync.Mutex
	sum           scoring.Lift
}

// lift returns the measurement of a day; nil if the following weeks are not over, or without scores.
func (b *backtest) lift(day, which int) *backtestLift {
	if day < liftWeeks || !b.whole[which] {
		return nil
	}
	return &backtestLift{after: b.runs[day-liftWeeks], which: which, window: b.lifted}
}

// add adds a chunk's cells; it is safe for concurrent use.
func (l *backtestLift) add(chunk int, cells []byte) {
	var part scoring.Lift
	l.after.method.lift(chunk, l.which, l.window, cells, &part)
	l.mu.Lock()
	defer l.mu.Unlock()
	l.sum.Merge(&part)
}
