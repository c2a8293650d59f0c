package rpc

import (
	scoringenginev1 "puls.app/proto/gen/go/puls/scoringengine/v1"
	"puls.app/services/event"
	"puls.app/services/reports/internal/core"
)

// CalculationOf reads what the engine says of a finished calculation, by its event or when it is asked.
func CalculationOf(calculated *scoringenginev1.Calculated) (core.Calculation, error) {
	result, err := event.ResultOf(calculated)
	if err != nil {
		return core.Calculation{}, err
	}
	c := core.Calculation{
		Account: core.AccountID(result.Account),
		Key:     core.Key{Scoring: result.Scoring, Channel: core.Channel(result.Channel), Date: result.Date},
		Made: core.Made{
			Revision: int(calculated.GetRevision()), At: result.At, Config: configOf(calculated.GetConfig()),
		},
		References: calculated.GetReferences(), Samples: calculated.GetSamples(),
	}
	if m := calculated.GetMachines(); m != nil {
		c.Machines = &core.Machines{
			Sent: m.GetSentCount(), Opened: m.GetOpenedCount(), Clicked: m.GetClickedCount(),
			MachineOpened: m.GetMachineOpenedCount(), MachineClicked: m.GetMachineClickedCount(),
		}
	}
	for _, d := range calculated.GetDatabases() {
		c.Summaries = append(c.Summaries, core.Summary{
			DatabaseID: core.DatabaseID(d.GetDatabaseId()), UID: core.UID(d.GetUid()), Histogram: d.GetHistogram(),
			New: d.GetNewHistogram(), Known: d.GetKnownHistogram(), Excluded: d.GetExcluded(),
		})
	}
	return c, nil
}

// configOf returns nil for a result from before results kept what they were made with.
func configOf(from *scoringenginev1.ResultConfig) *core.Config {
	if from == nil {
		return nil
	}
	config := &core.Config{
		Version: int(from.GetVersion()), Name: from.GetName(), DaysAgo: int(from.GetDaysAgo()),
		Percentile: int(from.GetPercentile()), Weights: map[string]int{}, LeaveOutMachines: from.GetLeaveOutMachines(),
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
