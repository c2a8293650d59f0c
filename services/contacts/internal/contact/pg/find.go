package pg

import (
	"context"
	"fmt"

	"puls.app/services/contacts/internal/contact"
	"puls.app/services/contacts/internal/engine/fact"
	"puls.app/services/contacts/internal/pg/db"
)

// Find hands the contacts that have one of the addresses to visit.
func Find(
	ctx context.Context, from db.DBTX, database contact.DatabaseID, kind fact.AddressKind, addresses []string,
	visit func(number int32, address string) error,
) error {
	if len(addresses) == 0 {
		return nil
	}
	var rows []db.FindByEmailRow
	var err error
	switch kind {
	case fact.ExternalID:
		var found []db.FindByExternalIDRow
		found, err = queries.FindByExternalID(ctx, from, db.FindByExternalIDParams{
			DatabaseID: int32(database), Addresses: addresses,
		})
		for _, row := range found {
			rows = append(rows, db.FindByEmailRow(row))
		}
	case fact.Email:
		rows, err = queries.FindByEmail(ctx, from, db.FindByEmailParams{DatabaseID: int32(database), Addresses: addresses})
	case fact.GSM:
		var found []db.FindByGSMRow
		found, err = queries.FindByGSM(ctx, from, db.FindByGSMParams{DatabaseID: int32(database), Addresses: addresses})
		for _, row := range found {
			rows = append(rows, db.FindByEmailRow(row))
		}
	}
	if err != nil {
		return fmt.Errorf("find contacts: %w", err)
	}
	for _, row := range rows {
		if err := visit(row.Number, row.Address); err != nil {
			return err
		}
	}
	return nil
}
