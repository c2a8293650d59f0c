package core

import (
	"context"
	"fmt"
	"log/slog"
	"sync/atomic"
	"time"

	"golang.org/x/sync/errgroup"

	"puls.app/services/scoring-engine/internal/engine/segment"
)

// Calculator runs tasks.
type Calculator struct {
	store    Store
	audience Audience
	workers  int
	clock    Clock
	log      *slog.Logger
	pools    *pools
}

// NewCalculator returns a calculator that counts on so many workers at once.
func NewCalculator(store Store, audience Audience, workers int, clock Clock, log *slog.Logger) *Calculator {
	return &Calculator{store: store, audience: audience, workers: workers, clock: clock, log: log, pools: newPools()}
}

// Run calculates what of a task has no result yet. It may be repeated and may run twice at once: each result is kept
// once.
func (c *Calculator) Run(ctx context.Context, task Task) error {
	if err := task.check(); err != nil {
		return fmt.Errorf("check task: %w", err)
	}
	started := c.clock.Now()
	scorings, err := c.pending(ctx, task)
	if err != nil || len(scorings) == 0 {
		return err
	}
	databases, groups, err := c.audience.Databases(ctx, task.Account, uidsOf(scorings), groupsOf(scorings))
	if err != nil {
		return fmt.Errorf("find databases: %w", err)
	}
	first, err := c.store.FirstSent(ctx, task.Channel, idsOf(databases))
	if err != nil {
		return fmt.Errorf("find first day: %w", err)
	}
	scorings, err = c.withData(ctx, task, scorings, databases, first)
	if err != nil || len(scorings) == 0 {
		return err
	}
	chunks, err := c.audience.Chunks(ctx, AudienceRequest{
		Account: task.Account, Channel: task.Channel, Day: DayOf(task.Date),
		Databases: idsOf(databases), Groups: groupsOf(scorings),
	})
	if err != nil {
		return fmt.Errorf("read audience: %w", err)
	}
	p := newPlan(task, scorings, databases, groups, chunks)
	read := c.clock.Now()
	if err := c.calculate(ctx, p, first); err != nil {
		return err
	}
	c.log.InfoContext(ctx, "calculated", "account", task.Account, "channel", task.Channel.String(),
		"date", task.Date.Format(time.DateOnly), "scorings", len(scorings), "chunks", len(chunks),
		"audience", read.Sub(started), "took", c.clock.Now().Sub(started))
	return nil
}

func idsOf(databases []Database) []DatabaseID {
	ids := make([]DatabaseID, 0, len(databases))
	for _, d := range databases {
		ids = append(ids, d.ID)
	}
	return ids
}

// pending leaves out what is finished, unless it was asked for by name.
func (c *Calculator) pending(ctx context.Context, task Task) ([]Scoring, error) {
	var scorings []Scoring
	for _, s := range task.Scorings {
		if !s.Again {
			at, err := c.store.Finished(ctx, task.Key(s))
			if err != nil {
				return nil, fmt.Errorf("look for a result: %w", err)
			}
			if !at.IsZero() && !at.Before(s.SettledAt) {
				continue
			}
		}
		scorings = append(scorings, s)
	}
	return scorings, nil
}

// withData leaves out scorings whose first sending is too recent, and notes why and when they will be calculated.
func (c *Calculator) withData(
	ctx context.Context, task Task, scorings []Scoring, databases []Database, first map[DatabaseID]segment.Day,
) ([]Scoring, error) {
	latest := DayOf(task.Date) - minimumDays
	var ready []Scoring
	for _, s := range scorings {
		var begin *segment.Day
		for _, source := range s.Sources {
			for _, d := range databases {
				if day, has := first[d.ID]; has && d.UID == source.UID && (begin == nil || day < *begin) {
					begin = &day
				}
			}
		}
		if begin != nil && *begin <= latest {
			ready = append(ready, s)
			continue
		}
		skipped := Progress{Stage: StageSkipped, Reason: TooLittleData}
		if begin != nil {
			from := DateOf(*begin + minimumDays)
			skipped.PossibleFrom = &from
		}
		if err := c.store.SetProgress(ctx, task.Account, task.Key(s), skipped); err != nil {
			return nil, fmt.Errorf("note what was skipped: %w", err)
		}
	}
	return ready, nil
}

func (c *Calculator) calculate(ctx context.Context, p *plan, first map[DatabaseID]segment.Day) error {
	workers := max(1, min(c.workers, len(p.chunks)/2))
	var m method = newSendings(p, c.pools, workers)
	if p.task.Channel == Web {
		ready := map[DatabaseID]bool{}
		for id, day := range first {
			ready[id] = day <= p.windows.D-minimumDays
		}
		v, err := newVisits(p, c.pools, workers, ready)
		if err != nil {
			return err
		}
		m = v
	}
	defer m.release()
	noted, err := c.count(ctx, p, m, workers)
	if err != nil {
		return err
	}
	if noted {
		c.note(ctx, p, Progress{Stage: StageScoring, Done: 1})
	}
	for i, scoring := range p.scorings {
		if err := c.finish(ctx, p, m, i, workers); err != nil {
			return fmt.Errorf("scoring %s: %w", scoring.ID, err)
		}
	}
	return nil
}

// batchChunks is how many chunks a worker takes at a time.
const batchChunks = 4

// count reads and counts every chunk once, for all scorings. It reports whether it took so long that progress was
// noted.
func (c *Calculator) count(ctx context.Context, p *plan, m method, workers int) (noted bool, err error) {
	var next, done atomic.Int64
	stop := c.report(ctx, p, &done)
	defer func() { noted = stop() }()
	return false, c.store.View(ctx, p.task.Channel, workers, func(readers []SegmentView) error {
		group, ctx := errgroup.WithContext(ctx)
		for worker := range workers {
			group.Go(func() error {
				for {
					from := int(next.Add(batchChunks)) - batchChunks
					if from >= len(p.chunks) {
						return nil
					}
					to := min(from+batchChunks, len(p.chunks))
					if err := countBatch(ctx, p, m, readers[worker], worker, from, to); err != nil {
						return err
					}
					done.Add(int64(to - from))
				}
			})
		}
		return group.Wait()
	})
}

func countBatch(ctx context.Context, p *plan, m method, reader SegmentView, worker, from, to int) error {
	ids := make([]ChunkID, 0, batchChunks)
	for _, chunk := range p.chunks[from:to] {
		ids = append(ids, chunk.ChunkID)
	}
	at := from
	err := reader.Read(ctx, ids, p.windows.First(), p.windows.D-1, func(id ChunkID, segments []segment.Segment) error {
		for ; p.chunks[at].ChunkID != id; at++ { // chunks without segments are counted too
			if err := m.count(worker, at, nil); err != nil {
				return err
			}
		}
		at++
		return m.count(worker, at-1, segments)
	})
	if err != nil {
		return fmt.Errorf("read segments: %w", err)
	}
	for ; at < to; at++ {
		if err := m.count(worker, at, nil); err != nil {
			return err
		}
	}
	return nil
}

// reportEvery is how often a long count is noted; short ones never are.
const reportEvery = 500 * time.Millisecond

// report notes how far a count is until stop is called, which reports whether it noted anything.
func (c *Calculator) report(ctx context.Context, p *plan, done *atomic.Int64) (stop func() (noted bool)) {
	ctx, cancel := context.WithCancel(ctx)
	ended := make(chan struct{})
	noted := false
	go func() {
		defer close(ended)
		for c.clock.Pause(ctx, reportEvery) == nil {
			noted = true
			c.note(ctx, p, Progress{Stage: StageCounting, Done: float64(done.Load()) / float64(max(1, len(p.chunks)))})
		}
	}()
	return func() bool { cancel(); <-ended; return noted }
}

func (c *Calculator) note(ctx context.Context, p *plan, progress Progress) {
	for _, s := range p.scorings {
		if err := c.store.SetProgress(ctx, p.task.Account, p.task.Key(s), progress); err != nil && ctx.Err() == nil {
			c.log.WarnContext(ctx, "progress could not be noted", "error", err)
		}
	}
}

// finish scores every chunk for one scoring and keeps the result.
func (c *Calculator) finish(ctx context.Context, p *plan, m method, scoring, workers int) error {
	references, err := m.settle(scoring)
	if err != nil {
		return err
	}
	cells := make([][]byte, len(p.chunks))
	var next atomic.Int64
	var group errgroup.Group
	for worker := range workers {
		group.Go(func() error {
			for chunk := int(next.Add(1)) - 1; chunk < len(p.chunks); chunk = int(next.Add(1)) - 1 {
				cells[chunk] = m.score(worker, chunk, scoring)
			}
			return nil
		})
	}
	if err := group.Wait(); err != nil {
		return fmt.Errorf("score: %w", err)
	}
	s := p.scorings[scoring]
	result := Result{
		Account: p.task.Account, Key: p.task.Key(s), Scoring: s, GroupNames: p.groups,
		References: references, Databases: m.figures(scoring),
	}
	at := 0
	_, err = c.store.Commit(ctx, result, c.clock.Now(), func() (ChunkID, []byte, bool) {
		for at < len(cells) && len(cells[at]) == 0 {
			at++
		}
		if at == len(cells) {
			return ChunkID{}, nil, false
		}
		at++
		return p.chunks[at-1].ChunkID, cells[at-1], true
	})
	if err != nil {
		return fmt.Errorf("keep result: %w", err)
	}
	return nil
}

// Fail notes that a task was given up.
func (c *Calculator) Fail(ctx context.Context, task Task) error {
	if err := c.store.Fail(ctx, task, CalculationFailed, c.clock.Now()); err != nil {
		return fmt.Errorf("note failure: %w", err)
	}
	return nil
}
