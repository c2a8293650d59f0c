package core

import (
	"context"
	"slices"
	"time"

	"github.com/google/uuid"

	"puls.app/services/figure"
	"puls.app/services/spec"
)

// Ask selects figures of a result.
type Ask struct {
	// Key may lack channel and date: these default to the first channel and the newest day.
	Key Key
	// UIDs limits the figures to some of the result's uids; empty means all.
	UIDs     []UID
	Visitors Visitors
}

// Report is a result as shown to users.
type Report struct {
	*Result
	// Figures are the sum over the uids.
	Figures
	// ChangedSince is set if the scoring's calculation would be different today.
	ChangedSince bool
	// Receipts are the receipts of the uids.
	Receipts []Receipt
	// Notices are the notices of all uids, the most urgent first.
	Notices []Notice
}

// Shown is a stored result with the data that a report shows beside it.
type Shown struct {
	*Result
	// Receipts are those of the result's revision, by uid and property.
	Receipts []Receipt
	// Before has the exclusions of the result nearest to the day of Key.Compared, the earlier of two; empty if there is
	// none.
	Before Exclusions
}

// Exclusions counts the excluded contacts of a result by database and reason.
type Exclusions struct {
	Date     time.Time
	Excluded map[DatabaseID]map[string]int
}

// Figures returns one result, and its sum over some or all of its uids.
func (a *App) Figures(ctx context.Context, account AccountID, ask Ask) (*Result, Figures, error) {
	result, err := a.find(ctx, account, ask.Key)
	if err != nil {
		return nil, Figures{}, err
	}
	parts, err := result.Of(ask.UIDs)
	return result, Sum(parts), err
}

// Report returns one result with everything that is shown beside it.
func (a *App) Report(ctx context.Context, account AccountID, ask Ask) (*Report, error) {
	scoring, err := a.scoring(ctx, &ask.Key)
	if err != nil {
		return nil, err
	}
	shown, err := a.store.Shown(ctx, account, ask.Key)
	if err != nil {
		return nil, missing(err, ask.Key, "generatedDate")
	}
	whole := shown.Result
	if err := ask.Visitors.allowed(whole.Channel); err != nil {
		return nil, err
	}
	result := whole.Only(ask.Visitors)
	parts, err := result.Of(ask.UIDs)
	if err != nil {
		return nil, err
	}
	r := &Report{Result: result, Figures: Sum(parts)}
	today, scored := scoring[r.Channel]
	r.ChangedSince = r.Config != nil && (!scored || !today.Same(*r.Config))
	r.Receipts = slices.DeleteFunc(shown.Receipts, func(receipt Receipt) bool {
		return len(ask.UIDs) > 0 && !slices.Contains(ask.UIDs, receipt.UID)
	})
	r.Notices = a.notices(ctx, account, shown)
	return r, nil
}

// Newest is the newest result of a scoring on a channel.
type Newest struct {
	Key
	Scored, Known figure.Tally
	// ComparedDate is the day of the newest result at least a week older, zero without one, and Compared its scores.
	ComparedDate time.Time
	Compared     figure.Tally
}

// Newest returns the newest result of every scoring; channels limits them.
func (a *App) Newest(ctx context.Context, account AccountID, channels []Channel) ([]Newest, error) {
	return a.store.NewestResults(ctx, account, anyOf(channels))
}

func anyOf(channels []Channel) []Channel {
	if len(channels) == 0 {
		return spec.Channels()
	}
	return channels
}

// Week is the sum over one ISO week's results of a scoring's channel.
type Week struct {
	Scoring uuid.UUID
	Channel Channel
	Monday  time.Time
	// Sum and Count are the sum and the number of the scores.
	Sum, Count int
}

const (
	// weeksBack and monthsBack are how many weeks and months averages show by default, including the present one.
	weeksBack  = 13
	monthsBack = 12
)

// Weeks returns the averages of every scoring for the last weeks, up to today in the account's timezone.
func (a *App) Weeks(ctx context.Context, account AccountID, channels []Channel) ([]Week, error) {
	today, err := a.today(ctx, account)
	if err != nil {
		return nil, err
	}
	this := monday(today)
	mondays := Days{Start: this.AddDate(0, 0, -7*(weeksBack-1)), End: this}
	return a.store.Weeks(ctx, account, anyOf(channels), mondays)
}
