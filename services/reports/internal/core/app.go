package core

import (
	"context"
	"slices"
	"time"

	"github.com/google/uuid"
)

// Store keeps summaries. Every method is limited to one account.
type Store interface {
	// Put keeps the summaries of one calculation in place of an older revision; a newer one stands. A repeat
	// changes nothing.
	Put(ctx context.Context, account AccountID, key Key, made Made, summaries []Summary) error
	// PutReceipts keeps what came of writing one revision's scores, in place of an older one's. A repeat changes nothing.
	PutReceipts(ctx context.Context, account AccountID, key Key, revision int, receipts []Receipt) error
	// Receipts returns those of one revision by uid and property.
	Receipts(ctx context.Context, account AccountID, key Key, revision int) ([]Receipt, error)
	// Dates returns the days with results, newest first; channel 0 means any.
	Dates(ctx context.Context, account AccountID, scoring uuid.UUID, channel Channel) ([]time.Time, error)
	// Newest returns the latest day with a result, or ErrNotFound.
	Newest(ctx context.Context, account AccountID, scoring uuid.UUID, channel Channel) (time.Time, error)
	// Summaries returns those of one calculation by uid; none when it does not exist.
	Summaries(ctx context.Context, account AccountID, key Key) ([]Summary, error)
	// NewestSummaries returns those of the newest calculation of every scoring and channel.
	NewestSummaries(ctx context.Context, account AccountID) ([]Summary, error)
}

// Scorings proves that a scoring exists.
type Scorings interface {
	// Get returns what the scoring is today, or an error with the reason SCORING_NOT_FOUND when the caller's account has
	// none of that id.
	Get(ctx context.Context, id uuid.UUID) (Scoring, error)
}

// App holds the use cases.
type App struct {
	store    Store
	scorings Scorings
	engine   Engine
	people   People
	pause    func(ctx context.Context, d time.Duration) error
}

// NewApp wires the use cases. Pause returns after a while, or with the error of a context that has ended.
func NewApp(
	store Store, scorings Scorings, engine Engine, people People, pause func(ctx context.Context, d time.Duration) error,
) *App {
	return &App{store: store, scorings: scorings, engine: engine, people: people, pause: pause}
}

// Calculated keeps the summaries of a finished calculation.
func (a *App) Calculated(ctx context.Context, account AccountID, key Key, made Made, summaries []Summary) error {
	return a.store.Put(ctx, account, key, made, summaries)
}

// ScoresWritten keeps what came of writing one revision's scores into properties, be its summaries here already or not.
func (a *App) ScoresWritten(
	ctx context.Context, account AccountID, key Key, revision int, receipts []Receipt,
) error {
	return a.store.PutReceipts(ctx, account, key, revision, receipts)
}

// Dates returns the days a scoring has results for, newest first.
func (a *App) Dates(ctx context.Context, account AccountID, scoring uuid.UUID, channel Channel) ([]time.Time, error) {
	if _, err := a.scorings.Get(ctx, scoring); err != nil {
		return nil, err
	}
	return a.store.Dates(ctx, account, scoring, channel)
}

// find completes a key: a missing channel is the scoring's first, a missing date its newest. It returns the summaries
// of that calculation and what the scoring is today, or ErrNotFound.
func (a *App) find(ctx context.Context, account AccountID, key Key) ([]Summary, Scoring, error) {
	scoring, err := a.scorings.Get(ctx, key.Scoring)
	if err != nil {
		return nil, nil, err
	}
	if key.Channel == 0 {
		key.Channel = scoring.First()
	}
	if key.Date.IsZero() {
		if key.Date, err = a.store.Newest(ctx, account, key.Scoring, key.Channel); err != nil {
			return nil, nil, err
		}
	}
	summaries, err := a.store.Summaries(ctx, account, key)
	if err == nil && len(summaries) == 0 {
		err = ErrNotFound
	}
	return summaries, scoring, err
}

// Report returns the sum of one calculation over some or all of its uids.
func (a *App) Report(ctx context.Context, account AccountID, key Key, uids []UID) (*Result, error) {
	summaries, scoring, err := a.find(ctx, account, key)
	if err != nil {
		return nil, err
	}
	result, err := Sum(summaries, uids)
	if err != nil {
		return nil, err
	}
	today, scored := scoring[result.Channel]
	result.ChangedSince = result.Config != nil && (!scored || !today.Same(*result.Config))
	result.Receipts, err = a.store.Receipts(ctx, account, result.Key, result.Revision)
	result.Receipts = slices.DeleteFunc(result.Receipts, func(r Receipt) bool {
		return len(uids) > 0 && !slices.Contains(uids, r.UID)
	})
	return result, err
}

// Newest returns the newest result of every scoring and channel; channels limits them.
func (a *App) Newest(ctx context.Context, account AccountID, channels []Channel) ([]*Result, error) {
	summaries, err := a.store.NewestSummaries(ctx, account)
	if err != nil {
		return nil, err
	}
	wanted := map[Channel]bool{Mailing: len(channels) == 0, SMS: len(channels) == 0, Web: len(channels) == 0}
	for _, channel := range channels {
		wanted[channel] = true
	}
	var results []*Result
	for start := 0; start < len(summaries); {
		end := start
		for end < len(summaries) && summaries[end].Key == summaries[start].Key {
			end++
		}
		if wanted[summaries[start].Channel] {
			result, err := Sum(summaries[start:end], nil)
			if err != nil {
				return nil, err
			}
			results = append(results, result)
		}
		start = end
	}
	return results, nil
}
