package intake

import (
	"context"
	"time"

	"github.com/google/uuid"

	"puls.app/services/contacts/internal/contact"
)

// leadDays is how many days of events lead scoring needs.
const leadDays = 14

// WebTypes are the types of web events in display order.
func WebTypes() []string {
	return []string{"page_view", "product_view", "checkout_view", "payment_info", "purchase"}
}

// WebsiteStanding is a website and the counts of its events.
type WebsiteStanding struct {
	Website
	// Types are those of WebTypes, in their order.
	Types []TypeStanding
	// Days since the first event, by the account's clock, 14 at most.
	Days int
	// CompleteFrom is the local day, at midnight UTC, on which two weeks are complete; zero without events.
	CompleteFrom time.Time
	// Refused is how many events were unusable in the last 24 hours, LeftOut how many of them were of new visitors over
	// HourlyVisitors.
	Refused, LeftOut int
	// HourlyVisitors is the limit of new visitors per hour.
	HourlyVisitors int
}

// TypeStanding counts the events of a type.
type TypeStanding struct {
	Type string
	// LastAt is when the last one arrived; zero if none has.
	LastAt time.Time
	// Today counts since midnight of the account.
	Today int
}

// WebsiteStandings returns the websites of an account and the counts of their events, by uid and domain.
func (a *App) WebsiteStandings(ctx context.Context, account contact.AccountID) ([]WebsiteStanding, error) {
	websites, err := a.WebsiteStore.Websites(ctx, account)
	if err != nil || len(websites) == 0 {
		return nil, err
	}
	zone, err := contact.Location(ctx, a.Accounts, account)
	if err != nil {
		return nil, err
	}
	now := a.Now().In(zone)
	midnight := time.Date(now.Year(), now.Month(), now.Day(), 0, 0, 0, 0, zone)
	counts, err := a.EventStore.IntakeCounts(ctx, account, midnight, now.Add(-24*time.Hour))
	if err != nil {
		return nil, err
	}
	by := map[uuid.UUID][]Count{}
	for _, c := range counts {
		by[c.Source] = append(by[c.Source], c)
	}
	standings := make([]WebsiteStanding, len(websites))
	for i, w := range websites {
		standings[i] = w.standing(now, by[w.Client])
		standings[i].HourlyVisitors = a.Limits.NewVisitors
	}
	return standings, nil
}

// standing computes the counts of a website until now, by the account's clock.
func (w Website) standing(now time.Time, counts []Count) WebsiteStanding {
	s := WebsiteStanding{Website: w}
	for _, kind := range WebTypes() {
		s.Types = append(s.Types, TypeStanding{Type: kind})
	}
	for _, c := range counts {
		if c.Refused != "" {
			s.Refused += c.LastDay
			if c.Refused == refusedVisitor {
				s.LeftOut += c.LastDay
			}
			continue
		}
		for i := range s.Types {
			if s.Types[i].Type == c.Type {
				s.Types[i].LastAt, s.Types[i].Today = c.LastAt, c.Today
			}
		}
	}
	if w.Since != nil {
		first := dayOf(w.Since.In(now.Location()))
		s.CompleteFrom = first.AddDate(0, 0, leadDays)
		s.Days = min(max(int(dayOf(now).Sub(first)/(24*time.Hour)), 0), leadDays)
	}
	return s
}

// dayOf returns the day of a moment in its zone, at midnight UTC.
func dayOf(at time.Time) time.Time {
	return time.Date(at.Year(), at.Month(), at.Day(), 0, 0, 0, 0, time.UTC)
}

// watched is how many events are shown per poll; more than these are sampled.
const watched = 10

// RecentEvents returns the newest events of a source, the oldest of them first: 50 at most. After an event that was
// shown before, it returns the last ten, and the first of them has the number of skipped ones.
func (a *App) RecentEvents(
	ctx context.Context, account contact.AccountID, source uuid.UUID, after int64,
) ([]RecentEvent, error) {
	events, err := a.EventStore.RecentEvents(ctx, account, source, after)
	if err != nil || after == 0 || len(events) <= watched {
		return events, err
	}
	shown := events[len(events)-watched:]
	for _, e := range events[:len(events)-watched] {
		shown[0].Skipped += e.Skipped + 1
	}
	return shown, nil
}

// HasWebsite fails with ErrTrackingNotFound when the account tracks no website with the key.
func (a *App) HasWebsite(ctx context.Context, account contact.AccountID, client uuid.UUID) error {
	websites, err := a.WebsiteStore.Websites(ctx, account)
	if err != nil {
		return err
	}
	for _, w := range websites {
		if w.Client == client {
			return nil
		}
	}
	return ErrTrackingNotFound
}
