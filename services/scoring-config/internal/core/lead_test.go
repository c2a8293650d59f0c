package core_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"puls.app/services/scoring-config/internal/core"
)

func TestLeadScoringNeedsAWebsiteAndATrackedEvent(t *testing.T) {
	all := core.Web.Weights()
	web := core.Content{Name: "Lead", Status: core.Inactive, Config: core.Config{DaysAgo: 14, Web: &core.ChannelConfig{
		Weights: map[string]int{"page_view": 40, "purchase": 60}, Percentile: 90, Sources: []core.DataSource{{UID: "001"}},
	}}}
	for name, c := range map[string]struct {
		lead core.Lead
		want error
	}{
		"nothing":              {core.Lead{}, core.ErrWebsitesMissing},
		"no website":           {core.Lead{Types: all}, core.ErrWebsitesMissing},
		"no events":            {core.Lead{Websites: 1}, core.ErrEventsMissing},
		"a weight too many":    {core.Lead{Websites: 1, Types: []string{"page_view"}}, core.ErrEventUntracked},
		"what the weights say": {core.Lead{Websites: 1, Types: []string{"page_view", "purchase"}}, nil},
		"everything":           {core.Lead{Websites: 2, Types: all}, nil},
	} {
		t.Run(name, func(t *testing.T) {
			facts := core.Facts{Lead: c.lead}
			s := &core.Scoring{Version: 1}
			draft := web
			draft.Status = core.Draft
			require.NoError(t, s.Save(draft, 1, facts, time.Now()), "a draft may be made before")
			require.ErrorIs(t, s.SetStatus(core.Active, facts, time.Now()), c.want)
			require.ErrorIs(t, (&core.Scoring{Version: 1}).Save(web, 1, facts, time.Now()), c.want)
		})
	}
}

func TestTrackedEventsAreSplitEvenly(t *testing.T) {
	for _, c := range []struct {
		types []string
		want  map[string]int
	}{
		{nil, map[string]int{}},
		{[]string{"purchase"}, map[string]int{"purchase": 100}},
		{[]string{"page_view", "product_view"}, map[string]int{"page_view": 40, "product_view": 60}},
		{[]string{"page_view", "purchase"}, map[string]int{"page_view": 50, "purchase": 50}},
		{
			[]string{"page_view", "product_view", "purchase"},
			map[string]int{"page_view": 33, "product_view": 33, "purchase": 34},
		},
		{
			core.Web.Weights(),
			map[string]int{"page_view": 20, "product_view": 20, "checkout_view": 20, "payment_info": 20, "purchase": 20},
		},
	} {
		require.Equal(t, c.want, core.Lead{Types: c.types}.Shares())
	}
}

func TestLeadScoringIsCompleteTwoWeeksAfterTheFirstEvent(t *testing.T) {
	warsaw, err := time.LoadLocation("Europe/Warsaw")
	require.NoError(t, err)
	lead := core.Lead{Since: time.Date(2026, 11, 1, 23, 30, 0, 0, time.UTC)}
	require.Equal(t, "2026-11-16", lead.CompleteFrom(core.Clock{Zone: warsaw}).Format(time.DateOnly))
	require.True(t, core.Lead{}.CompleteFrom(core.Clock{Zone: warsaw}).IsZero())
}
