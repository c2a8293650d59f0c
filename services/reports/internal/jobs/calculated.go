// Package jobs takes the events that reports are drawn from.
package jobs

import (
	"context"

	scoringenginev1 "puls.app/proto/gen/go/puls/scoringengine/v1"
	"puls.app/services/event"
	"puls.app/services/kit/bus"
	"puls.app/services/reports/internal/core"
)

// Calculated is the consumer that keeps the figures of finished calculations.
func Calculated(app *core.App) bus.Consumer {
	return bus.Handle("reports-calculated", func(ctx context.Context, calculated *scoringenginev1.Calculated) error {
		result, err := event.ResultOf(calculated)
		if err != nil {
			return err
		}
		key := core.Key{Scoring: result.Scoring, Channel: core.Channel(result.Channel), Date: result.Date}
		made := core.Made{
			Revision: int(calculated.GetRevision()), At: result.At, Config: configOf(calculated.GetConfig()),
		}
		return app.Calculated(ctx, core.AccountID(result.Account), key, made, summaries(key, calculated))
	})
}

func summaries(key core.Key, event *scoringenginev1.Calculated) []core.Summary {
	list := make([]core.Summary, 0, len(event.GetDatabases()))
	for _, d := range event.GetDatabases() {
		list = append(list, core.Summary{
			Key: key, DatabaseID: core.DatabaseID(d.GetDatabaseId()), UID: core.UID(d.GetUid()), Histogram: d.GetHistogram(),
			New:   d.GetNewHistogram(),
			Known: d.GetKnownHistogram(), Excluded: d.GetExcluded(), References: event.GetReferences(),
			Samples: event.GetSamples(),
		})
	}
	return list
}

// configOf returns nil for an event from before results kept what they were made with.
func configOf(from *scoringenginev1.ResultConfig) *core.Config {
	if from == nil {
		return nil
	}
	config := &core.Config{
		Version: int(from.GetVersion()), Name: from.GetName(), DaysAgo: int(from.GetDaysAgo()),
		Percentile: int(from.GetPercentile()), Weights: map[string]int{},
	}
	for name, weight := range from.GetWeights() {
		config.Weights[name] = int(weight)
	}
	groups := func(from []*scoringenginev1.ResultGroup) []core.Group {
		list := make([]core.Group, 0, len(from))
		for _, g := range from {
			list = append(list, core.Group{ID: core.GroupID(g.GetId()), Name: g.GetName()})
		}
		return list
	}
	for _, source := range from.GetDataSources() {
		config.Sources = append(config.Sources, core.Source{
			UID: core.UID(source.GetUid()), IncludedAll: source.GetIncludedAll(),
			Included: groups(source.GetIncludedGroups()), Excluded: groups(source.GetExcludedGroups()),
		})
	}
	return config
}
