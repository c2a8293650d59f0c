package jobs

import (
	"context"

	scoringenginev1 "puls.app/proto/gen/go/puls/scoringengine/v1"
	"puls.app/services/contacts/internal/audience"
	"puls.app/services/contacts/internal/contact"
	"puls.app/services/contacts/internal/engine/fact"
	"puls.app/services/event"
	"puls.app/services/kit/bus"
)

// Calculated is the consumer of results that writes their scores into properties.
func Calculated(app *audience.App) bus.Consumer {
	return bus.Handle("contacts-calculated", func(ctx context.Context, calculated *scoringenginev1.Calculated) error {
		result, err := event.ResultOf(calculated)
		if err != nil {
			return err
		}
		of := audience.Calculation{
			Account: contact.AccountID(result.Account), Scoring: result.Scoring, Channel: fact.Channel(result.Channel),
			Date: result.Date, Revision: int(calculated.GetRevision()), MadeAt: result.At,
			Name: calculated.GetConfig().GetName(),
		}
		return app.WriteScores(ctx, of, fills(calculated))
	})
}

func fills(calculated *scoringenginev1.Calculated) []audience.Fill {
	scored := map[string]int32{}
	for _, database := range calculated.GetDatabases() {
		for _, n := range database.GetHistogram() {
			scored[database.GetUid()] += n
		}
	}
	var list []audience.Fill
	for _, property := range calculated.GetConfig().GetExportTo() {
		list = append(list, audience.Fill{
			UID: property.GetUid(), Property: contact.PropertyID(property.GetPropertyId()), Scored: scored[property.GetUid()],
		})
	}
	return list
}
