package pg

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"puls.app/services/contacts/internal/core"
	"puls.app/services/contacts/internal/pg/db"
)

// noteImport keeps when the last file with rows of a database came. It goes before any other lock of the database.
func (s *Store) noteImport(
	ctx context.Context, tx pgx.Tx, account core.AccountID, database core.DatabaseID, id core.ImportID,
) error {
	return wrap("note import", s.q.NoteImport(ctx, tx, db.NoteImportParams{
		AccountID: int32(account), ID: int32(database), ImportID: id,
	}))
}

// RenameProperty gives a property another name if allow does.
func (s *Store) RenameProperty(
	ctx context.Context, account core.AccountID, id core.PropertyID, name string,
	allow func(p core.Property, taken []string) error,
) (property core.Property, err error) {
	err = s.db.InAccount(ctx, int32(account), func(tx pgx.Tx) error {
		if err := s.q.LockNumbers(ctx, tx, int32(account)); err != nil { // nobody else names a property meanwhile
			return fmt.Errorf("lock account: %w", err)
		}
		found, err := s.q.FindProperty(ctx, tx, db.FindPropertyParams{AccountID: int32(account), ID: int32(id)})
		if errors.Is(err, pgx.ErrNoRows) {
			return core.ErrPropertyNotFound
		}
		if err != nil {
			return fmt.Errorf("find property: %w", err)
		}
		property = core.Property{
			ID: id, Database: core.DatabaseID(found.DatabaseID), UID: found.Uid, Name: name, Number: found.IsNumber,
			Trait: found.IsTrait,
		}
		taken, err := s.q.ListOtherPropertyNames(ctx, tx, db.ListOtherPropertyNamesParams{
			DatabaseID: found.DatabaseID, ID: int32(id),
		})
		if err != nil {
			return fmt.Errorf("read names of properties: %w", err)
		}
		if err := allow(property, taken); err != nil {
			return err
		}
		rename := db.RenamePropertyParams{AccountID: int32(account), ID: int32(id), Name: name}
		return wrap("rename property", s.q.RenameProperty(ctx, tx, rename))
	})
	return property, err
}

// RemoveProperty deletes a property with its scores. Whoever writes these holds the property's row until they are
// there, so that it goes first.
func (s *Store) RemoveProperty(ctx context.Context, account core.AccountID, id core.PropertyID, now time.Time) error {
	return s.db.InAccount(ctx, int32(account), func(tx pgx.Tx) error {
		database, err := s.q.DeleteProperty(ctx, tx, db.DeletePropertyParams{AccountID: int32(account), ID: int32(id)})
		if errors.Is(err, pgx.ErrNoRows) {
			return core.ErrPropertyNotFound
		}
		if err != nil {
			return fmt.Errorf("delete property: %w", err)
		}
		fill := db.DeleteFillParams{DatabaseID: database, PropertyID: int32(id)}
		if err := s.q.DeleteFill(ctx, tx, fill); err != nil {
			return fmt.Errorf("delete fill: %w", err)
		}
		if err := s.q.DeletePropertyCells(ctx, tx, db.DeletePropertyCellsParams(fill)); err != nil {
			return fmt.Errorf("delete scores: %w", err)
		}
		return wrap("remember property", s.q.KeepRemovedProperty(ctx, tx, db.KeepRemovedPropertyParams{
			AccountID: int32(account), ID: int32(id), DatabaseID: database, RemovedAt: now,
		}))
	})
}

// ClearProperty deletes the values of a removed property.
func (s *Store) ClearProperty(ctx context.Context, before time.Time) (more bool, err error) {
	err = s.system(ctx, "clear property", func(tx pgx.Tx) error {
		p, err := s.q.FirstRemovedProperty(ctx, tx, before)
		if errors.Is(err, pgx.ErrNoRows) {
			return nil
		}
		if err != nil {
			return err
		}
		more = true
		// Whoever writes values holds the database.
		lock := db.LockDatabaseParams{AccountID: p.AccountID, ID: p.DatabaseID}
		if _, err := s.q.LockDatabase(ctx, tx, lock); err != nil {
			return fmt.Errorf("lock database: %w", err)
		}
		values := db.DeleteValuesParams{DatabaseID: p.DatabaseID, PropertyID: p.ID}
		if err := s.q.DeleteValues(ctx, tx, values); err != nil {
			return err
		}
		return s.q.ForgetRemovedProperty(ctx, tx, db.ForgetRemovedPropertyParams{AccountID: p.AccountID, ID: p.ID})
	})
	return more, err
}
