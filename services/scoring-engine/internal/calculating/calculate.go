package calculating

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"golang.org/x/sync/errgroup"

	"puls.app/services/scoring-engine/internal/calculation"
	"puls.app/services/scoring-engine/internal/engine/segment"
)

// ErrCancelled is for a calculation that a person stopped; nothing of it is stored.
var ErrCancelled = errors.New("the calculation was cancelled")

// Run makes those calculations of a task that have no result yet. It may be repeated, and may run twice at once: each
// result is stored once.
func (c *Calculator) Run(ctx context.Context, task calculation.Task) error {
	if err := task.Check(); err != nil {
		return fmt.Errorf("check task: %w", err)
	}
	started := c.clock.Now()
	task.BeganAt = started
	scorings, databases, groups, err := c.lookUp(ctx, task)
	if err != nil || len(scorings) == 0 {
		return err
	}
	first, chunks, err := c.read(ctx, task, scorings, databases)
	if err != nil {
		return err
	}
	scorings, err = c.withData(ctx, task, scorings, databases, first)
	if err != nil || len(scorings) == 0 {
		return err
	}
	p := newPlan(task, scorings, databases, groups)
	p.shares, p.chunks = true, chunks
	leave, err := c.enter(ctx, p)
	if err != nil {
		return err
	}
	defer leave()
	read := c.clock.Now()
	scored, err := c.calculate(ctx, p, readyOf(p, first))
	if errors.Is(err, ErrCancelled) {
		c.log.InfoContext(ctx, "cancelled", "account", task.Account, "channel", task.Channel.String(),
			"date", task.Date.Format(time.DateOnly))
		return nil
	}
	if err != nil {
		return err
	}
	c.Telemetry.Calculated(ctx, task.Channel, scored, c.clock.Now().Sub(started))
	c.log.InfoContext(ctx, "calculated", "account", task.Account, "channel", task.Channel.String(),
		"date", task.Date.Format(time.DateOnly), "scorings", len(scorings), "chunks", len(p.chunks),
		"audience", read.Sub(started), "took", c.clock.Now().Sub(started))
	return nil
}

// lookUp returns the scorings of a task that have no result yet, and the databases of the whole task. The calculation
// of a small account mostly waits for responses, so independent requests run concurrently.
func (c *Calculator) lookUp(ctx context.Context, task calculation.Task) (
	scorings []calculation.Scoring, databases []calculation.Database, groups map[calculation.GroupID]string, err error,
) {
	asking, ctx := errgroup.WithContext(ctx)
	asking.Go(func() (err error) {
		scorings, err = c.pending(ctx, task)
		return err
	})
	asking.Go(func() (err error) {
		databases, groups, err = c.audience.Databases(ctx, task.Account, uidsOf(task.Scorings), groupsOf(task.Scorings))
		if err != nil {
			return fmt.Errorf("find databases: %w", err)
		}
		return nil
	})
	err = asking.Wait()
	return scorings, databases, groups, err
}

// read returns the first day with facts of each database, and the audience of their chunks.
func (c *Calculator) read(
	ctx context.Context, task calculation.Task, scorings []calculation.Scoring, databases []calculation.Database,
) (
	first map[calculation.DatabaseID]segment.Day, chunks []ChunkAudience, err error,
) {
	reading, ctx := errgroup.WithContext(ctx)
	reading.Go(func() (err error) {
		first, err = c.store.FirstSent(ctx, task.Channel, idsOf(databases))
		if err != nil {
			return fmt.Errorf("find first day: %w", err)
		}
		return nil
	})
	reading.Go(func() (err error) {
		chunks, err = c.chunks(ctx, task, scorings, databases)
		return err
	})
	err = reading.Wait()
	return first, chunks, err
}

// pending leaves out cancelled calculations and, unless requested by name, finished ones.
func (c *Calculator) pending(ctx context.Context, task calculation.Task) ([]calculation.Scoring, error) {
	ended, err := c.store.Ended(ctx, task)
	if err != nil {
		return nil, fmt.Errorf("look for results: %w", err)
	}
	var scorings []calculation.Scoring
	for _, s := range task.Scorings {
		before := ended[s.ID]
		switch {
		case before.Cancelled:
			continue
		case s.Again || before.FinishedAt.IsZero() || before.FinishedAt.Before(s.SettledAt):
			scorings = append(scorings, s)
			continue
		}
		// A person requested it after the schedule or another person had queued it: the calculation they watch is done.
		done := calculation.Progress{Stage: calculation.StageDone, Done: 1}
		err := c.store.SetProgress(ctx, task.Account, task.Key(s), s, done)
		if err != nil && !errors.Is(err, ErrCancelled) {
			return nil, fmt.Errorf("store existing calculations: %w", err)
		}
	}
	// In a fixed order: transactions that store the same results then wait for each other's rows in turn instead of
	// deadlocking.
	slices.SortFunc(scorings, func(a, b calculation.Scoring) int { return bytes.Compare(a.ID[:], b.ID[:]) })
	return scorings, nil
}

// withData leaves out scorings whose first sending is too recent or whose facts may have been removed. For these it
// records the reason and the first day that can be calculated.
func (c *Calculator) withData(
	ctx context.Context, task calculation.Task, scorings []calculation.Scoring, databases []calculation.Database,
	first map[calculation.DatabaseID]segment.Day,
) ([]calculation.Scoring, error) {
	latest := calculation.DayOf(task.Date) - minimumDays
	kept := c.Retention.ResultsFrom(c.clock.Now())
	var ready []calculation.Scoring
	for _, s := range scorings {
		begin := beginOf(s, databases, first)
		if begin != nil && *begin <= latest && !task.Date.Before(kept) {
			ready = append(ready, s)
			continue
		}
		skipped := task.RunOf(s, c.clock.Now())
		skipped.Outcome, skipped.Reason = calculation.RunSkipped, calculation.NoData
		if begin != nil {
			skipped.Reason = calculation.TooLittleData
			from := calculation.DateOf(*begin + minimumDays)
			if from.Before(kept) {
				from = kept
			}
			skipped.PossibleFrom = &from
		}
		if err := c.store.EndRun(ctx, skipped); err != nil && !errors.Is(err, ErrCancelled) {
			return nil, fmt.Errorf("store skipped calculations: %w", err)
		}
	}
	return ready, nil
}

// calculate returns the number of contacts that now have a score, over all scorings.
func (c *Calculator) calculate(
	ctx context.Context, p *plan, ready map[calculation.DatabaseID]bool,
) (scored int, err error) {
	run, err := c.begin(p, ready)
	if err != nil {
		return 0, err
	}
	defer run.release()
	counting, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	stop := c.report(ctx, run, func() { cancel(ErrCancelled) })
	err = run.count(counting, c.store)
	if noted := stop(); err == nil && noted {
		c.note(ctx, p, calculation.Progress{Stage: calculation.StageScoring, Done: 1})
	}
	if cause := context.Cause(counting); err != nil && errors.Is(cause, ErrCancelled) {
		return 0, cause
	}
	if err != nil {
		return 0, err
	}
	var made []Made
	for i, scoring := range p.scorings {
		result, err := c.score(ctx, run, i)
		if err != nil {
			return 0, fmt.Errorf("scoring %s: %w", scoring.ID, err)
		}
		if made = append(made, result); len(made)*len(p.chunks) < keptTogether && i < len(p.scorings)-1 {
			continue
		}
		contacts, err := c.keep(ctx, made)
		if err != nil {
			return 0, err
		}
		scored, made = scored+contacts, made[:0]
	}
	return scored, nil
}

// keptTogether is how many chunks of cells the results of one commit have at least, 2 MiB: for small results the commit
// is most of the work.
const keptTogether = 32

// reportEvery is how often the progress of a long count is stored; that of a short one never is.
const reportEvery = 500 * time.Millisecond

// report stores the progress of a count until stop is called; stop reports whether anything was stored. report calls
// cancelled once people have stopped all of the count's calculations.
func (c *Calculator) report(ctx context.Context, run *run, cancelled func()) (stop func() (noted bool)) {
	ctx, cancel := context.WithCancel(ctx)
	ended := make(chan struct{})
	noted := false
	go func() {
		defer close(ended)
		for c.clock.Pause(ctx, reportEvery) == nil {
			noted = true
			if !c.note(ctx, run.plan, calculation.Progress{Stage: calculation.StageCounting, Done: run.done()}) {
				cancelled()
				return
			}
		}
	}()
	return func() bool { cancel(); <-ended; return noted }
}

// note stores the progress of all scorings, and reports whether any of them is still wanted.
func (c *Calculator) note(ctx context.Context, p *plan, progress calculation.Progress) (wanted bool) {
	for _, s := range p.scorings {
		err := c.store.SetProgress(ctx, p.task.Account, p.task.Key(s), s, progress)
		if errors.Is(err, ErrCancelled) {
			continue
		}
		wanted = true
		if err != nil && ctx.Err() == nil {
			c.log.WarnContext(ctx, "progress could not be noted", "error", err)
		}
	}
	return wanted
}

// score scores every chunk for one scoring.
func (c *Calculator) score(ctx context.Context, run *run, scoring int) (Made, error) {
	p := run.plan
	cells := make([][]byte, len(p.chunks))
	references, databases, err := run.score(ctx, scoring, func(chunk int, scored []byte) { cells[chunk] = scored })
	if err != nil {
		return Made{}, err
	}
	s := p.scorings[scoring]
	s.Spec = s.Named(p.groups)
	result := calculation.Result{
		Account: p.task.Account, Key: p.task.Key(s), Scoring: s,
		References: references, Databases: databases, Machines: run.method.machines(scoring),
		BeganAt: p.task.BeganAt, Tries: p.task.Tries, Chunks: len(p.chunks),
	}
	at := 0
	return Made{Result: result, Cells: func() (calculation.ChunkID, []byte, bool) {
		for at < len(cells) && len(cells[at]) == 0 {
			at++
		}
		if at == len(cells) {
			return calculation.ChunkID{}, nil, false
		}
		at++
		return p.chunks[at-1].ChunkID, cells[at-1], true
	}}, nil
}

// keep stores results, and returns the number of contacts with a score in those that were stored.
func (c *Calculator) keep(ctx context.Context, made []Made) (scored int, err error) {
	now := c.clock.Now()
	kept, err := c.store.Commit(ctx, made, now)
	if err != nil {
		return 0, fmt.Errorf("keep results: %w", err)
	}
	for i, is := range kept {
		if is {
			scored += made[i].Result.Run(now).Scored
		}
	}
	return scored, nil
}

// Fail records that a task was given up, which removes it from the queue. Scorings whose results an earlier try stored
// did not fail.
func (c *Calculator) Fail(ctx context.Context, task calculation.Task) (err error) {
	if task.Scorings, err = c.pending(ctx, task); err != nil {
		return err
	}
	if err := c.store.Fail(ctx, task, calculation.CalculationFailed, c.clock.Now()); err != nil {
		return fmt.Errorf("note failure: %w", err)
	}
	return nil
}
