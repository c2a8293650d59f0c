package core

import (
	"slices"
	"time"

	"puls.app/services/kit/fault"
)

// leadDays is the number of days of events that lead scoring needs.
const leadDays = 14

// Lead is the data that an account's lead scoring depends on.
type Lead struct {
	// Websites is the number of tracked websites, Since the time of their first event; zero without events.
	Websites int
	Since    time.Time
	// Types are the tracked event types, in the order of the channel's weights.
	Types []string
}

// Check returns why lead scoring is not available, or nil.
func (l Lead) Check() *fault.Fault {
	switch {
	case l.Websites == 0:
		return ErrWebsitesMissing
	case len(l.Types) == 0:
		return ErrEventsMissing
	default:
		return nil
	}
}

// Shares returns an even split between the tracked types, in percent: the last one takes the remainder. Page views and
// product views alone are split 40 to 60.
func (l Lead) Shares() map[string]int {
	shares := map[string]int{}
	if slices.Equal(l.Types, []string{"page_view", "product_view"}) {
		return map[string]int{"page_view": 40, "product_view": 60}
	}
	for i, name := range l.Types {
		shares[name] = 100 / len(l.Types)
		if i == len(l.Types)-1 {
			shares[name] = 100 - i*(100/len(l.Types))
		}
	}
	return shares
}

// CompleteFrom returns the first local day with two weeks of events before it, at midnight UTC; zero without events.
func (l Lead) CompleteFrom(clock Clock) time.Time {
	if l.Since.IsZero() {
		return time.Time{}
	}
	return clock.Day(l.Since).AddDate(0, 0, leadDays)
}

// wrongLead requires that a website scoring can have visitors, and weights only for tracked event types.
func (c Config) wrongLead(lead Lead) []fault.Field {
	if c.Web == nil {
		return nil
	}
	if missing := lead.Check(); missing != nil {
		return []fault.Field{wrong(missing, "config.web", nil)}
	}
	var fields []fault.Field
	for _, name := range Web.Weights() {
		if c.Web.Weights[name] > 0 && !slices.Contains(lead.Types, name) {
			fields = append(fields, wrong(ErrEventUntracked, "config.web.weights["+name+"]", nil))
		}
	}
	return fields
}
