package core_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"puls.app/services/kit/fault"
	"puls.app/services/scoring-config/internal/core"
)

// guided returns a complete guided scoring of e-mails.
func guided(shares []int, types ...string) core.Content {
	return core.Content{
		Name: "Guided", Status: core.Inactive, ByWizard: true, Config: complete(),
		Predefined: &core.Predefined{Mailing: shares, MailingTypes: types},
	}
}

func TestSharesMakeTheWeights(t *testing.T) {
	for _, c := range []struct {
		shares []int
		want   map[string]int
	}{
		{[]int{20, 20, 20, 20, 20}, map[string]int{"or": 45, "ctr": 30, "delivery": 25}},
		{[]int{100, 0, 0, 0, 0}, map[string]int{"or": 40, "ctr": 45, "delivery": 15}},
		{[]int{60, 0, 30, 0, 10}, map[string]int{"or": 40, "ctr": 43, "delivery": 17}},
		// 47.5, 17.5 and 35 round to 48, 18 and 35: the largest loses the excess.
		{[]int{0, 0, 0, 0, 100}, map[string]int{"or": 40, "ctr": 25, "delivery": 35}},
		{[]int{0, 50, 0, 50, 0}, map[string]int{"or": 52, "ctr": 18, "delivery": 30}},
	} {
		require.Equal(t, c.want, core.Derive(core.Mailing, c.shares), "%v", c.shares)
	}
	require.Equal(t, map[string]int{"ctr": 25, "delivery": 75}, core.Derive(core.SMS, []int{25, 25, 25, 25}))
	require.Equal(t, map[string]int{"ctr": 41, "delivery": 59}, core.Derive(core.SMS, []int{0, 20, 80, 0}))
	for a := range 101 { // the weights of every pair of shares add up
		for _, shares := range [][]int{{a, 100 - a, 0, 0, 0}, {0, 0, a, 100 - a, 0}, {a, 0, 0, 0, 100 - a}} {
			weights := core.Derive(core.Mailing, shares)
			require.Equal(t, 100, weights["or"]+weights["ctr"]+weights["delivery"])
		}
	}
}

func TestAGuidedScoringTakesItsWeightsFromItsShares(t *testing.T) {
	s := &core.Scoring{Version: 1, ByWizard: true}
	content := guided([]int{100, 0, 0, 0, 0})
	content.Config.Mailing.Weights = map[string]int{"or": 1, "ctr": 1, "delivery": 98}
	require.NoError(t, s.Save(content, 1, core.Facts{}, time.Now()))
	require.Equal(t, map[string]int{"or": 40, "ctr": 45, "delivery": 15}, s.Config.Mailing.Weights)
}

func TestSharesAreCompleteOutsideDrafts(t *testing.T) {
	for name, c := range map[string]struct {
		content core.Content
		field   string
	}{
		"over 100":             {guided([]int{50, 70, 0, 0, 0}), "predefinedConfigSelection.mailing"},
		"under 100":            {guided([]int{50, 20, 0, 0, 0}), "predefinedConfigSelection.mailing"},
		"two instead of five":  {guided([]int{50, 50}), "predefinedConfigSelection.mailing"},
		"none":                 {guided(nil), "predefinedConfigSelection.mailing"},
		"of a type that rests": {guided([]int{50, 50, 0, 0, 0}, "sales"), "predefinedConfigSelection.mailing[1]"},
	} {
		t.Run(name, func(t *testing.T) {
			s := &core.Scoring{Version: 1, ByWizard: true}
			err := s.Save(c.content, 1, core.Facts{}, time.Now())
			require.ErrorIs(t, err, core.ErrShares)
			require.Equal(t, c.field, fault.From(err).Fields[0].Name)
			c.content.Status = core.Draft
			require.NoError(t, s.Save(c.content, 1, core.Facts{}, time.Now()), "a half-filled draft saves")
			require.ErrorIs(t, s.SetStatus(core.Inactive, core.Facts{}, time.Now()), core.ErrShares)
		})
	}
	s := &core.Scoring{Version: 1, ByWizard: true}
	require.NoError(t, s.Save(guided([]int{50, 50, 0, 0, 0}, "sales", "info", "education"), 1, core.Facts{}, time.Now()))
}

func TestOwnWeightsNeverBecomeGuided(t *testing.T) {
	s := &core.Scoring{Version: 1, ByWizard: true}
	content := guided([]int{100, 0, 0, 0, 0})
	content.ByWizard = false
	require.NoError(t, s.Save(content, 1, core.Facts{}, time.Now()))
	content.ByWizard = true
	require.ErrorIs(t, s.Save(content, 2, core.Facts{}, time.Now()), core.ErrBackToGuided)
	require.False(t, s.ByWizard)
}

func TestAWebsiteScoringOfOneUIDHasAllItsVisitors(t *testing.T) {
	content := core.Content{
		Name: "Lead", Config: core.Config{DaysAgo: 14, Web: &core.ChannelConfig{Sources: []core.DataSource{{UID: "001"}}}},
	}
	s := &core.Scoring{Version: 1}
	require.NoError(t, s.Save(content, 1, core.Facts{}, time.Now()))
	require.True(t, s.Config.Web.Sources[0].IncludedAll)
	content.Config.Web.Sources = []core.DataSource{{UID: "001"}, {UID: "002"}}
	require.NoError(t, s.Save(content, 2, core.Facts{Own: "007"}, time.Now()))
	require.Equal(t, []core.DataSource{{UID: "007", IncludedAll: true}}, s.Config.Web.Sources, "two without a mark")
}

func TestAPropertyReceivesTheScoresOfOneChannelOnly(t *testing.T) {
	seven := core.PropertyRef{UID: "001", ID: 7}
	filled := func(properties ...core.PropertyRef) core.Config {
		config := complete()
		config.Mailing.ExportTo = properties
		return config
	}
	both := filled(seven)
	both.SMS = &core.ChannelConfig{
		Weights: map[string]int{"ctr": 25, "delivery": 75}, Percentile: 90,
		Sources: []core.DataSource{{UID: "001", IncludedAll: true}}, ExportTo: []core.PropertyRef{seven},
	}
	other := &core.Scoring{Status: core.Inactive, Config: filled(seven)}
	for name, c := range map[string]struct {
		config core.Config
		facts  core.Facts
	}{
		"of texts":           {filled(seven), core.Facts{Bad: core.BadNames{Texts: map[core.PropertyRef]bool{seven: true}}}},
		"of an unscored uid": {filled(core.PropertyRef{UID: "002", ID: 7}), core.Facts{}},
		"of another scoring": {filled(seven), core.Facts{Others: []*core.Scoring{other}}},
		"of another channel": {both, core.Facts{}},
	} {
		t.Run(name, func(t *testing.T) {
			s := &core.Scoring{Version: 1}
			require.ErrorIs(t, s.Save(content(core.Inactive, c.config), 1, c.facts, time.Now()), core.ErrPropertyUnusable)
			require.NoError(t, s.Save(content(core.Draft, c.config), 1, c.facts, time.Now()), "a draft may be half-filled")
			require.ErrorIs(t, s.SetStatus(core.Active, c.facts, time.Now()), core.ErrPropertyUnusable)
		})
	}
	s := &core.Scoring{Version: 1}
	require.NoError(t, s.Save(content(core.Inactive, filled(seven)), 1, core.Facts{}, time.Now()))
	require.NoError(t, s.SetStatus(core.Active, core.Facts{}, time.Now()))
	exports := core.Exports{core.Mailing: {seven}}
	require.ErrorIs(
		t, s.Rename("", exports, 0, core.Facts{Others: []*core.Scoring{other}}, time.Now()), core.ErrPropertyUnusable,
	)
	require.NoError(t, s.Rename("", exports, 0, core.Facts{}, time.Now()))
	require.Equal(t, "Everybody", s.Name)
}
