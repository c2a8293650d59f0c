package core

import (
	"context"
	"log/slog"
	"slices"
	"sync"
	"time"

	"github.com/google/uuid"
)

// Notice is something about a result that asks for an action; its kind determines which fields are set.
type Notice struct {
	Kind string
	// Name is a reference, or a reason.
	Name  string
	Count int
	// Since and PossibleFrom are zero if there is no such day.
	Since, PossibleFrom time.Time
}

// The kinds of notices.
const (
	noticeSkipped  = "CHANNEL_SKIPPED"
	noticeStopped  = "SENDINGS_STOPPED"
	noticeJumped   = "EXCLUSIONS_JUMPED"
	noticeThin     = "REFERENCE_THIN"
	thinSample     = 30
	stoppedDays    = 7
	jumpContacts   = 30
	jumpPercent    = 5
	jumpDays       = 7 // back to the result that exclusions are compared with,
	jumpTolerance  = 3 // give or take
	noticePatience = 2 * time.Second
)

// Standing reads the state of calculations.
type Standing interface {
	// Skipped returns the last day on which a scoring's channel was not calculated, and the first day on which it can be.
	// Both are zero if the last calculation was not skipped, and the second if it is unknown.
	Skipped(ctx context.Context, account AccountID, scoring uuid.UUID, channel Channel) (
		on, possibleFrom time.Time, err error)
}

// notices returns the notices of a result, the most urgent first. A notice that fails or takes too long is left out and
// logged, so that a report does not wait for it. Nothing is logged if the request was cancelled.
func (a *App) notices(reader context.Context, account AccountID, shown Shown) []Notice {
	r := shown.Result
	ctx, cancel := context.WithTimeout(reader, noticePatience)
	defer cancel()
	try := func(find func(context.Context, AccountID, *Result) ([]Notice, error)) []Notice {
		found, err := find(ctx, account, r)
		if err != nil && reader.Err() == nil {
			a.log.WarnContext(ctx, "a notice of a report is left out", slog.Any("error", err))
		}
		return found
	}
	var skipped []Notice
	var group sync.WaitGroup
	group.Go(func() { skipped = try(a.skipped) })
	stopped := try(a.stopped)
	group.Wait()
	return slices.Concat(skipped, stopped, shown.jumped(), r.thin())
}

// skipped reports, for the newest result only, that its channel has not been calculated since.
func (a *App) skipped(ctx context.Context, account AccountID, r *Result) ([]Notice, error) {
	today, err := a.today(ctx, account)
	if err != nil || !r.Date.Before(today) { // no later day was calculated yet
		return nil, err
	}
	on, possibleFrom, err := a.engine.Skipped(ctx, account, r.Scoring, r.Channel)
	if err != nil || !on.After(r.Date) {
		return nil, err
	}
	newest, err := a.store.Newest(ctx, account, Key{Scoring: r.Scoring, Channel: r.Channel})
	if err != nil || newest.After(r.Date) {
		return nil, err
	}
	return []Notice{{Kind: noticeSkipped, Since: r.Date, PossibleFrom: possibleFrom}}, nil
}

func (a *App) stopped(ctx context.Context, _ AccountID, r *Result) ([]Notice, error) {
	asked := revised{Key: r.Key, revision: r.Revision}
	if _, sending := a.sending.GetIfPresent(asked); sending {
		return nil, nil
	}
	last, err := a.engine.LastDay(ctx, r.Channel, databasesOf(r.Parts), r.Date.AddDate(0, 0, -1))
	if err != nil || last.IsZero() {
		return nil, err
	}
	if r.Date.Before(last.AddDate(0, 0, stoppedDays)) {
		a.sending.Set(asked, struct{}{})
		return nil, nil
	}
	return []Notice{{Kind: noticeStopped, Since: last}}, nil
}

// Compared returns the day of the earlier result that exclusions are compared with, and the days from which the nearest
// result is taken. Compared is false for web, which has no exclusions.
func (k Key) Compared() (day time.Time, around Days, compared bool) {
	day = k.Date.AddDate(0, 0, -jumpDays)
	around = Days{Start: day.AddDate(0, 0, -jumpTolerance), End: day.AddDate(0, 0, jumpTolerance)}
	return day, around, k.Channel != Web
}

// jumped returns notices for the reasons for which many more contacts are excluded than in the earlier result. It
// compares the databases that both results judged.
func (s Shown) jumped() []Notice {
	var shared []Part
	then := map[string]int{}
	for _, part := range s.Parts {
		excluded, both := s.Before.Excluded[part.DatabaseID]
		if !both {
			continue
		}
		shared = append(shared, part)
		for reason, count := range excluded {
			then[reason] += count
		}
	}
	now := Sum(shared)
	everybody := now.Scored.Total() + now.ExcludedCount()
	var notices []Notice
	for _, reason := range s.Channel.Reasons() {
		more := now.Excluded[reason] - then[reason]
		if more >= jumpContacts && 100*more >= jumpPercent*everybody {
			notices = append(notices, Notice{Kind: noticeJumped, Name: reason, Count: more, Since: s.Before.Date})
		}
	}
	return notices
}

// thin returns notices for references with small samples that affect scores.
func (r *Result) thin() []Notice {
	var notices []Notice
	for _, name := range r.Channel.Weights() {
		sample, known := r.Samples[name]
		if known && sample < thinSample && (r.Config == nil || r.Config.Weights[name] > 0) {
			notices = append(notices, Notice{Kind: noticeThin, Name: name, Count: int(sample)})
		}
	}
	return notices
}
