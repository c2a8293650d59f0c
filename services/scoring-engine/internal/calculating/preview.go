package calculating

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"time"

	"golang.org/x/sync/semaphore"

	"puls.app/services/kit/fault"
	"puls.app/services/kit/perkey"
	"puls.app/services/reason"
	"puls.app/services/scoring-engine/internal/calculation"
	"puls.app/services/scoring-engine/internal/engine/segment"
)

// ErrPreviewBusy is for an account that already has a preview running.
var ErrPreviewBusy = fault.New(fault.Busy, reason.ScoringPreviewBusy,
	"the account has a preview running already; try again soon").After(time.Second)

// previewDays is the length of the longest window.
const previewDays = 91

// Preview is the result that one task would have.
type Preview struct {
	Channel calculation.Channel
	// PossibleFrom is the first day that can be calculated, or nil without any data.
	PossibleFrom *time.Time
	// DataDays are the days from the first fact to the day before the task's, previewDays at most.
	DataDays int
	// References and the histograms of Databases are empty without scores.
	References calculation.References
	Databases  []calculation.DatabaseFigures
}

// Previews computes the results that calculations would have, with the same arithmetic, and stores nothing.
type Previews struct {
	calculator *Calculator
	looks      *semaphore.Weighted
	accounts   *perkey.Limit[calculation.AccountID]
}

// NewPreviews returns the use case. looks admits LooksAtOnce.
func NewPreviews(calculator *Calculator, looks *semaphore.Weighted) *Previews {
	return &Previews{calculator: calculator, looks: looks, accounts: perkey.New[calculation.AccountID](1)}
}

// Preview returns the results that tasks of an account would have, in their order, with scores or with the audience
// alone. It waits for a free slot, stops when ctx ends, and returns ErrPreviewBusy while the account has another
// preview running in this process.
func (p *Previews) Preview(
	ctx context.Context, account calculation.AccountID, tasks []calculation.Task, scores bool,
) ([]Preview, error) {
	leave, err := p.enter(ctx, account)
	if err != nil {
		return nil, err
	}
	defer leave()
	var previews []Preview
	for _, task := range tasks {
		task.Account = account
		preview, err := p.calculator.preview(ctx, task, scores)
		if err != nil {
			return nil, err
		}
		previews = append(previews, preview)
	}
	return previews, nil
}

// enter waits for a free slot. It fails with ErrPreviewBusy while the account has a preview running.
func (p *Previews) enter(ctx context.Context, account calculation.AccountID) (leave func(), err error) {
	free, ok := p.accounts.TryEnter(account)
	if !ok {
		return nil, ErrPreviewBusy
	}
	if err := p.looks.Acquire(ctx, 1); err != nil {
		free()
		return nil, err
	}
	return func() { p.looks.Release(1); free() }, nil
}

// preview runs a task of one scoring like a calculation, up to storing its result.
func (c *Calculator) preview(ctx context.Context, task calculation.Task, scores bool) (Preview, error) {
	preview := Preview{Channel: task.Channel}
	if len(task.Scorings) != 1 || task.Channel.Weights() == nil {
		return preview, fmt.Errorf("preview %d scorings on channel %d", len(task.Scorings), task.Channel)
	}
	scoring := task.Scorings[0]
	if len(scoring.Sources) == 0 {
		return preview, nil
	}
	if !scoring.Weights.Whole(task.Channel) {
		scoring.Weights, scores = standIn(scoring.Weights, task.Channel), false
	}
	scorings := []calculation.Scoring{scoring}
	databases, _, err := c.audience.Databases(ctx, task.Account, uidsOf(scorings), nil)
	if err != nil {
		return preview, err
	}
	first, err := c.store.FirstSent(ctx, task.Channel, idsOf(databases))
	if err != nil {
		return preview, fmt.Errorf("find first day: %w", err)
	}
	p := newPlan(task, scorings, databases, nil)
	if begin := beginOf(scoring, databases, first); begin != nil {
		from := calculation.DateOf(*begin + minimumDays)
		preview.PossibleFrom = &from
		preview.DataDays = min(max(0, int(p.windows.D-*begin)), previewDays)
	}
	preview.References, preview.Databases, err = c.judge(ctx, p, lookedAt(p, first))
	analyse(preview.Databases, scores)
	if !scores {
		preview.References = nil
	}
	return preview, err
}

// lookedAt returns the ready databases or, if none is ready, all that have facts, as if they had enough.
func lookedAt(p *plan, first map[calculation.DatabaseID]segment.Day) map[calculation.DatabaseID]bool {
	ready := readyOf(p, first)
	if !slices.Contains(slices.Collect(maps.Values(ready)), true) {
		for id := range first {
			ready[id] = true
		}
	}
	return ready
}

// analyse counts the judged contacts, and removes their scores unless they are wanted.
func analyse(databases []calculation.DatabaseFigures, scores bool) {
	for i := range databases {
		d := &databases[i]
		for _, n := range d.Scores {
			d.Analysed += n
		}
		if !scores {
			d.Scores, d.New, d.Known = nil, nil, nil
		}
	}
}

// judge counts and scores the only scoring of a plan and stores nothing.
func (c *Calculator) judge(
	ctx context.Context, p *plan, ready map[calculation.DatabaseID]bool,
) (calculation.References, []calculation.DatabaseFigures, error) {
	chunks, err := c.chunks(ctx, p.task, p.scorings, p.databases)
	if err != nil {
		return nil, nil, err
	}
	p.chunks = chunks
	run, err := c.begin(p, ready)
	if err != nil {
		return nil, nil, err
	}
	defer run.release()
	if err := run.count(ctx, c.store); err != nil {
		return nil, nil, err
	}
	return run.score(ctx, 0, func(int, []byte) {})
}
