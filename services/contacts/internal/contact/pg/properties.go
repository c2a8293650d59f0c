package pg

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"puls.app/services/contacts/internal/contact"
	"puls.app/services/contacts/internal/pg/db"
)

// RenameProperty renames a property if allow permits it.
func (s *Store) RenameProperty(
	ctx context.Context, account contact.AccountID, id contact.PropertyID, name string,
	allow func(p contact.Property, taken []string) error,
) (property contact.Property, err error) {
	err = s.DB.InAccount(ctx, int32(account), func(tx pgx.Tx) error {
		if err := queries.LockNumbers(ctx, tx, int32(account)); err != nil { // names do not change meanwhile
			return fmt.Errorf("lock account: %w", err)
		}
		found, err := queries.FindProperty(ctx, tx, db.FindPropertyParams{AccountID: int32(account), ID: int32(id)})
		if errors.Is(err, pgx.ErrNoRows) {
			return contact.ErrPropertyNotFound
		}
		if err != nil {
			return fmt.Errorf("find property: %w", err)
		}
		property = contact.Property{
			ID: id, Database: contact.DatabaseID(found.DatabaseID), UID: found.Uid, Name: name, Number: found.IsNumber,
			Trait: found.IsTrait,
		}
		taken, err := queries.ListOtherPropertyNames(ctx, tx, db.ListOtherPropertyNamesParams{
			DatabaseID: found.DatabaseID, ID: int32(id),
		})
		if err != nil {
			return fmt.Errorf("read names of properties: %w", err)
		}
		if err := allow(property, taken); err != nil {
			return err
		}
		rename := db.RenamePropertyParams{AccountID: int32(account), ID: int32(id), Name: name}
		return Wrap("rename property", queries.RenameProperty(ctx, tx, rename))
	})
	return property, err
}

// RemoveProperty deletes a property with its scores. Writers of scores lock the property's row until they commit, so
// the row is deleted first.
func (s *Store) RemoveProperty(
	ctx context.Context, account contact.AccountID, id contact.PropertyID, now time.Time,
) error {
	return s.DB.InAccount(ctx, int32(account), func(tx pgx.Tx) error {
		database, err := queries.DeleteProperty(ctx, tx, db.DeletePropertyParams{AccountID: int32(account), ID: int32(id)})
		if errors.Is(err, pgx.ErrNoRows) {
			return contact.ErrPropertyNotFound
		}
		if err != nil {
			return fmt.Errorf("delete property: %w", err)
		}
		fill := db.DeleteFillParams{DatabaseID: database, PropertyID: int32(id)}
		if err := queries.DeleteFill(ctx, tx, fill); err != nil {
			return fmt.Errorf("delete fill: %w", err)
		}
		if err := queries.DeletePropertyCells(ctx, tx, db.DeletePropertyCellsParams(fill)); err != nil {
			return fmt.Errorf("delete scores: %w", err)
		}
		return Wrap("remember property", queries.KeepRemovedProperty(ctx, tx, db.KeepRemovedPropertyParams{
			AccountID: int32(account), ID: int32(id), DatabaseID: database, RemovedAt: now,
		}))
	})
}

// ClearProperty deletes the values of a removed property.
func (s *Store) ClearProperty(ctx context.Context, before time.Time) (more bool, err error) {
	err = s.System(ctx, "clear property", func(tx pgx.Tx) error {
		p, err := queries.FirstRemovedProperty(ctx, tx, before)
		if errors.Is(err, pgx.ErrNoRows) {
			return nil
		}
		if err != nil {
			return err
		}
		more = true
		// Writers of values hold the lock of the database.
		lock := db.LockDatabaseParams{AccountID: p.AccountID, ID: p.DatabaseID}
		if _, err := queries.LockDatabase(ctx, tx, lock); err != nil {
			return fmt.Errorf("lock database: %w", err)
		}
		values := db.DeleteValuesParams{DatabaseID: p.DatabaseID, PropertyID: p.ID}
		if err := queries.DeleteValues(ctx, tx, values); err != nil {
			return err
		}
		return queries.ForgetRemovedProperty(ctx, tx, db.ForgetRemovedPropertyParams{AccountID: p.AccountID, ID: p.ID})
	})
	return more, err
}
