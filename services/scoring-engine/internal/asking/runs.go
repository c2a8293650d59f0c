package asking

import (
	"context"
	"time"

	"github.com/google/uuid"

	"puls.app/services/scoring-engine/internal/calculation"
)

// RunFilter says which runs of an account are wanted; the zero value wants all.
type RunFilter struct {
	Scoring uuid.UUID
	Channel calculation.Channel
	Outcome calculation.RunOutcome
	Reason  calculation.Reason
	// First and Last bound the days that were calculated, both included; a zero one does not.
	First, Last time.Time
	// Page counts from 1.
	Page, Size int
}

// Check returns ErrRange, which names the field of the first day.
func (f RunFilter) Check() error {
	if !f.Last.IsZero() && f.First.After(f.Last) {
		return calculation.ErrRange.WithField("start", calculation.ErrRange.Detail)
	}
	return nil
}

// Current is a calculation that waits or runs.
type Current struct {
	Key calculation.Key
	// Name is what the scoring is called.
	Name     string
	Progress calculation.Progress
	// NotedAt is when that was noted.
	NotedAt time.Time
}

// Runs knows how calculations ended, and which have not.
type Runs interface {
	// ListRuns returns a page, newest first, and how many there are on all pages.
	ListRuns(
		ctx context.Context, account calculation.AccountID, filter RunFilter,
	) (page []calculation.Run, total int, err error)
	// ListCurrent returns what waits or runs, what is furthest first; of the filter it heeds the scoring, the channel and
	// the days.
	ListCurrent(ctx context.Context, account calculation.AccountID, filter RunFilter) ([]Current, error)
	// Cancel stops what waits or runs of a scoring, of one day or, when it is zero, of all, and returns how many
	// calculations that is. None of them leaves a result.
	Cancel(ctx context.Context, account calculation.AccountID, scoring uuid.UUID, day, now time.Time) (int, error)
}
