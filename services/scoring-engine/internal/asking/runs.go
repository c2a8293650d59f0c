package asking

import (
	"context"
	"time"

	"github.com/google/uuid"

	"puls.app/services/scoring-engine/internal/calculation"
)

// RunFilter selects runs of an account; the zero value selects all.
type RunFilter struct {
	Scoring uuid.UUID
	Channel calculation.Channel
	Outcome calculation.RunOutcome
	Reason  calculation.Reason
	// First and Last bound the generated dates, both included; a zero date is no bound.
	First, Last time.Time
	// Page counts from 1.
	Page, Size int
}

// Check returns ErrRange, with the field of the first day.
func (f RunFilter) Check() error {
	if !f.Last.IsZero() && f.First.After(f.Last) {
		return calculation.ErrRange.WithField("start", calculation.ErrRange.Detail)
	}
	return nil
}

// Current is a waiting or running calculation.
type Current struct {
	Key calculation.Key
	// Name is the name of the scoring.
	Name     string
	Progress calculation.Progress
	// NotedAt is when the progress was recorded.
	NotedAt time.Time
}

// Runs reads the runs of calculations, and reads and cancels current calculations.
type Runs interface {
	// ListRuns returns a page, the newest day and of a day the newest run first, and the number of runs on all pages.
	ListRuns(
		ctx context.Context, account calculation.AccountID, filter RunFilter,
	) (page []calculation.Run, total int, err error)
	// ListCurrent returns waiting and running calculations, the furthest first. It applies only the scoring, the channel
	// and the days of the filter.
	ListCurrent(ctx context.Context, account calculation.AccountID, filter RunFilter) ([]Current, error)
	// Cancel stops the waiting and running calculations of a scoring, of one day or, if it is zero, of all, and returns
	// their number. None of them leaves a result.
	Cancel(ctx context.Context, account calculation.AccountID, scoring uuid.UUID, day, now time.Time) (int, error)
}
