package pg

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"

	"puls.app/services/contacts/internal/contact"
	"puls.app/services/contacts/internal/engine/fact"
	"puls.app/services/contacts/internal/pg/db"
)

// ColumnOf names the column of a kind of address; statements are made from these names alone.
func ColumnOf(kind fact.AddressKind) string {
	return [fact.AddressKinds]string{"external_id", "email", "gsm"}[kind]
}

// contactsBy is not sqlc's, since the column of the addresses varies.
const contactsBy = `SELECT number, coalesce(external_id, ''), coalesce(email, ''), coalesce(gsm, ''), created_at, created_day
	FROM contact_addresses WHERE database_id = $1 AND %s = ANY ($2)`

// ContactsBy returns the rows of contacts that have one of the addresses.
func ContactsBy(
	ctx context.Context, tx pgx.Tx, database contact.DatabaseID, kind fact.AddressKind, addresses []string,
) ([]db.PageWholeContactsRow, error) {
	if len(addresses) == 0 {
		return nil, nil
	}
	rows, err := tx.Query(ctx, fmt.Sprintf(contactsBy, ColumnOf(kind)), int32(database), addresses)
	if err != nil {
		return nil, fmt.Errorf("find contacts: %w", err)
	}
	return pgx.CollectRows(rows, pgx.RowToStructByPos[db.PageWholeContactsRow])
}

// Find hands the contacts that have one of the addresses to visit.
func Find(
	ctx context.Context, tx pgx.Tx, database contact.DatabaseID, kind fact.AddressKind, addresses []string,
	visit func(number int32, address string) error,
) error {
	rows, err := ContactsBy(ctx, tx, database, kind, addresses)
	if err != nil {
		return err
	}
	for _, row := range rows {
		address := [fact.AddressKinds]string{row.ExternalID, row.Email, row.Gsm}[kind]
		if err := visit(row.Number, address); err != nil {
			return err
		}
	}
	return nil
}
