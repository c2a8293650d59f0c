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
			Revision: int(calculated.GetRevision()), At: result.At,
		},
		References: calculated.GetReferences(), Samples: calculated.GetSamples(),
	}
	if made := calculated.GetConfig(); made != nil { // a version before kept none
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
