package core_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"puls.app/services/scoring-config/internal/core"
	"puls.app/services/spec"
)

func complete() core.Config {
	return core.Config{DaysAgo: 28, Mailing: &core.ChannelConfig{
		Weights: map[string]int{"or": 45, "ctr": 30, "delivery": 25}, Percentile: 90,
		Sources: []core.DataSource{{UID: "001", IncludedAll: true}},
	}}
}

func content(status core.Status, config core.Config) core.Content {
	return core.Content{Name: "Everybody", Status: status, Config: config}
}

func TestAHalfFilledDraftSavesButDoesNotLeaveDraft(t *testing.T) {
	half := complete()
	half.Mailing.Weights = map[string]int{"or": 45}
	s := &core.Scoring{Version: 1}
	require.NoError(t, s.Save(content(core.Draft, half), 1, core.Facts{}, time.Now()))
	require.ErrorIs(t, s.Save(content(core.Inactive, half), 2, core.Facts{}, time.Now()), core.ErrWeightsMissing)
	require.ErrorIs(t, s.SetStatus(core.Active, core.Facts{}, time.Now()), core.ErrWeightsMissing)
	require.Equal(t, core.Draft, s.Status)
}

func TestActivationRequiresACompleteScoring(t *testing.T) {
	for name, c := range map[string]struct {
		spoil func(*core.Config)
		want  error
	}{
		"a channel":         {func(c *core.Config) { c.Mailing = nil }, core.ErrChannelMissing},
		"weights of 100 %":  {func(c *core.Config) { c.Mailing.Weights["or"] = 46 }, core.ErrWeightsSum},
		"a percentile":      {func(c *core.Config) { c.Mailing.Percentile = 0 }, core.ErrPercentile},
		"somebody to judge": {func(c *core.Config) { c.Mailing.Sources = nil }, core.ErrSourcesMissing},
		"an included group": {func(c *core.Config) { c.Mailing.Sources[0].IncludedAll = false }, core.ErrSourcesMissing},
		"each uid once": {
			func(c *core.Config) { c.Mailing.Sources = append(c.Mailing.Sources, c.Mailing.Sources[0]) }, core.ErrUIDTwice,
		},
		"one property for uid": {func(c *core.Config) {
			c.Mailing.ExportTo = []core.PropertyRef{{UID: "001", ID: 1}, {UID: "001", ID: 2}}
		}, core.ErrUIDTwice},
	} {
		t.Run(name, func(t *testing.T) {
			config := complete()
			c.spoil(&config)
			s := &core.Scoring{Version: 1}
			require.ErrorIs(t, s.Save(content(core.Inactive, config), 1, core.Facts{}, time.Now()), c.want)
		})
	}
}

func TestAnActiveScoringChangesOnlyItsNameAndExports(t *testing.T) {
	s := &core.Scoring{Version: 1, Status: core.Inactive, Config: complete()}
	require.NoError(t, s.SetStatus(core.Active, core.Facts{}, time.Now()))
	require.ErrorIs(t, s.Save(content(core.Inactive, complete()), s.Version, core.Facts{}, time.Now()), core.ErrActive)
	exports := core.Exports{core.Mailing: {{UID: "001", ID: 7}}}
	require.NoError(t, s.Rename("New name", exports, s.Version, core.Facts{}, time.Now()))
	require.Equal(t, "New name", s.Name)
	require.Equal(t, 7, int(s.Config.Mailing.ExportTo[0].ID))
	require.Equal(t, complete().Mailing.Weights, s.Config.Mailing.Weights)
	require.ErrorIs(t, s.Rename("Stale", nil, 1, core.Facts{}, time.Now()), core.ErrVersionConflict)
}

func TestASavedScoringNeverBecomesADraftAgain(t *testing.T) {
	s := &core.Scoring{Version: 1, Status: core.Inactive, Config: complete()}
	require.ErrorIs(t, s.Save(content(core.Draft, complete()), s.Version, core.Facts{}, time.Now()), core.ErrBackToDraft)
	require.ErrorIs(t, s.SetStatus(core.Draft, core.Facts{}, time.Now()), core.ErrBackToDraft)
}

func TestASecondActivationKeepsTheFirstOnesMoment(t *testing.T) {
	s := &core.Scoring{Version: 1, Status: core.Inactive, Config: complete()}
	first := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	require.NoError(t, s.SetStatus(core.Active, core.Facts{}, first))
	require.NoError(t, s.SetStatus(core.Inactive, core.Facts{}, first.AddDate(0, 1, 0)))
	require.NoError(t, s.SetStatus(core.Active, core.Facts{}, first.AddDate(0, 2, 0)))
	require.Equal(t, first, *s.FirstActivatedAt)
	require.Equal(t, first.AddDate(0, 2, 0), *s.ActivatedAt)
}

func TestEqualSharesOfAllTypesGiveTheCustomDefaults(t *testing.T) {
	for _, channel := range spec.Messages() {
		defaults := core.DefaultsOf(channel)
		require.Len(t, defaults.ByCategory, len(channel.Categories()))
		mean := make([]int, len(channel.Weights()))
		for _, weights := range defaults.ByCategory {
			sum := 0
			for i, weight := range weights {
				sum += weight
				mean[i] += weight
			}
			require.Equal(t, 100, sum)
		}
		for i := range mean {
			mean[i] /= len(defaults.ByCategory)
		}
		require.Equal(t, defaults.Custom, mean)
	}
	require.Equal(t, []int{45, 30, 25}, core.DefaultsOf(core.Mailing).Custom)
	require.Equal(t, []int{25, 75}, core.DefaultsOf(core.SMS).Custom)
}

func TestAllGroupsOfAUIDAreTheWholeUIDHoweverTheyAreSaved(t *testing.T) {
	marked := func() core.Config {
		config := complete()
		config.Mailing.Sources = []core.DataSource{{UID: "001", Included: []int32{4, 5}, Excluded: []int32{5}}}
		return config
	}
	whole := []core.DataSource{{UID: "001", IncludedAll: true, Excluded: []int32{5}}}
	three := core.Facts{Own: "007", Bad: core.BadNames{GroupCounts: map[string]int{"001": 3}}}
	two := core.Facts{Own: "007", Bad: core.BadNames{GroupCounts: map[string]int{"001": 2}}}
	s := &core.Scoring{Version: 1}
	require.NoError(t, s.Save(content(core.Inactive, marked()), 1, three, time.Now()))
	require.Equal(t, marked().Mailing.Sources, s.Config.Mailing.Sources)
	require.NoError(t, s.SetStatus(core.Active, two, time.Now()), "the third was deleted meanwhile")
	require.Equal(t, whole, s.Config.Mailing.Sources)
	require.NoError(t, s.SetStatus(core.Inactive, three, time.Now()))
	require.NoError(t, s.SetStatus(core.Active, three, time.Now()), "a third was made meanwhile")
	require.Equal(t, whole, s.Config.Mailing.Sources)

	s = &core.Scoring{Version: 1}
	require.NoError(t, s.Save(content(core.Draft, marked()), 1, two, time.Now()))
	require.Equal(t, whole, s.Config.Mailing.Sources)
	unmarked := complete()
	unmarked.Mailing.Sources = nil
	require.NoError(t, s.Save(content(core.Draft, unmarked), 2, two, time.Now()))
	require.Equal(t, []core.DataSource{{UID: "007", IncludedAll: true}}, s.Config.Mailing.Sources)
	nobody := complete()
	nobody.Mailing.Sources = []core.DataSource{{UID: "001", Excluded: []int32{5}}}
	require.NoError(t, s.Save(content(core.Draft, nobody), 3, two, time.Now()))
	require.Empty(t, s.Config.Mailing.Sources)
	require.ErrorIs(t, s.SetStatus(core.Active, two, time.Now()), core.ErrSourcesMissing, "nobody is not everybody")
}
