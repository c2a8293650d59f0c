package rpc

import (
	scoringenginev1 "puls.app/proto/gen/go/puls/scoringengine/v1"
	"puls.app/services/event"
	"puls.app/services/reports/internal/core"
)

// CalculationOf decodes a finished calculation, from the engine's event or response.
func CalculationOf(calculated *scoringenginev1.Calculated) (core.Calculation, error) {
	result, err := event.ResultOf(calculated)
	if err != nil {
		return core.Calculation{}, err
	}
	c := core.Calculation{
		Account: core.AccountID(result.Account),
		Key:     core.Key{Scoring: result.Scoring, Channel: core.Channel(result.Channel), Date: result.Date},
		Made: core.Made{
			Revision: int(calculated.GetRevision()), At: result.At,
		},
		References: calculated.GetReferences(), Samples: calculated.GetSamples(),
	}
	if made := calculated.GetConfig(); made != nil { // older versions did not store it
		config := event.SpecOf(made)
		c.Config = &config
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
