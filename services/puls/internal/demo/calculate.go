package demo

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"time"

	"puls.app/services/kit/loop"
)

const (
	// resultsWithin bounds the wait for today's results, and for those of earlier weeks, each.
	resultsWithin = 3 * time.Minute
	askEvery      = 250 * time.Millisecond
	// minimumDays is the number of days with data before a calculated day.
	minimumDays = 14
)

// loadScorings makes the scorings, switches them on and waits for their results.
func (l *Loader) loadScorings(ctx context.Context) error {
	l.Tell("Loading the demo account: scorings…")
	var active []string
	for i, s := range l.shelf.scorings() {
		var made struct {
			ID string `json:"id"`
		}
		if err := l.client.call(
			ctx, http.MethodPost, "protected/scoring/scorings", l.state.key(fmt.Sprintf("scoring-%d", i), 1), s, &made,
		); err != nil {
			return err
		}
		if s.status == statusDraft {
			continue
		}
		status := map[string]int{"newStatus": s.status}
		if err := l.client.call(
			ctx, http.MethodPost, "protected/scoring/scorings/"+made.ID+":setStatus", "", status, nil,
		); err != nil {
			return err
		}
		if s.status == statusActive {
			active = append(active, made.ID)
		}
	}
	today, err := l.calculateToday(ctx, active)
	if err != nil {
		return err
	}
	if err := l.waitReports(ctx, active, today); err != nil {
		return err
	}
	return l.waitHistory(ctx, active)
}

// calculateToday requests results at once, instead of waiting for the night, and returns their day.
func (l *Loader) calculateToday(ctx context.Context, scorings []string) (today string, err error) {
	if err := l.Nightly(ctx); err != nil {
		return "", err
	}
	for _, id := range scorings {
		var answer struct {
			GeneratedDate string `json:"generatedDate"`
		}
		if err := l.client.call(
			ctx, http.MethodPost, "protected/scoring/scorings/"+id+":calculate", "", struct{}{}, &answer,
		); err != nil {
			return "", err
		}
		today = answer.GeneratedDate
	}
	deadline := time.Now().Add(resultsWithin)
	for _, id := range scorings {
		if err := l.waitCalculated(ctx, id, today, deadline); err != nil {
			return "", err
		}
	}
	return today, nil
}

// waitCalculated waits until every channel of a scoring has a result for a day, or will have none.
func (l *Loader) waitCalculated(ctx context.Context, id, date string, deadline time.Time) error {
	for {
		channels, err := l.client.progress(ctx, id, date)
		if err != nil && !later(err) {
			return err
		}
		waits := len(channels) == 0
		for _, c := range channels {
			switch c.Stage {
			case "done", "skipped":
			case "failed":
				return fmt.Errorf("calculation of scoring %s, %s, for %s: %s", id, c.ScoringType, date, c.Reason)
			default:
				waits = true
			}
		}
		if !waits {
			return nil
		}
		if time.Now().After(deadline) {
			return fmt.Errorf("scoring %s has no result for %s after %s: %w", id, date, resultsWithin, context.DeadlineExceeded)
		}
		if err := loop.Pause(ctx, askEvery); err != nil {
			return err
		}
	}
}

// waitReports waits until today's results are in reports, which is shortly after they were calculated.
func (l *Loader) waitReports(ctx context.Context, scorings []string, today string) error {
	deadline := time.Now().Add(resultsWithin)
	for _, id := range scorings {
		for {
			var answer struct {
				Items []string `json:"items"`
			}
			if err := l.client.call(
				ctx, http.MethodGet, "protected/scoring/scorings/"+id+":generatedDateList", "", nil, &answer,
			); err != nil {
				return err
			}
			if slices.Contains(answer.Items, today) {
				break
			}
			if time.Now().After(deadline) {
				return fmt.Errorf("scoring %s has no report for %s: %w", id, today, context.DeadlineExceeded)
			}
			if err := loop.Pause(ctx, askEvery); err != nil {
				return err
			}
		}
	}
	return nil
}

// waitHistory waits for the earlier Mondays that have enough data. They are calculated in the background anyway, so a
// delay is no failure.
func (l *Loader) waitHistory(ctx context.Context, scorings []string) error {
	deadline := time.Now().Add(resultsWithin)
	for number := Days - 1; number >= minimumDays; number-- {
		if l.data.calendar.weekday(number) != time.Monday {
			continue
		}
		date := l.data.calendar.date(number).Format(time.DateOnly)
		for _, id := range scorings {
			if err := l.waitCalculated(ctx, id, date, deadline); err != nil && ctx.Err() == nil {
				l.Tell("Loading the demo account: earlier weeks go on in the background (%v)", err)
				return nil
			}
		}
	}
	return ctx.Err()
}
