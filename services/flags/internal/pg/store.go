// Package pg stores flags in Postgres. A change and the time of the set's last change are one transaction.
package pg

import (
	"context"
	"embed"
	"encoding/json"
	"fmt"
	"io/fs"

	"github.com/jackc/pgx/v5"

	"puls.app/services/flags/internal/core"
	"puls.app/services/flags/internal/pg/db"
	"puls.app/services/kit/pgdb"
)

// Schema is the schema of this service.
const Schema = "flags"

//go:embed migrations/*.sql
var files embed.FS

// Migrations returns the goose files.
func Migrations() fs.FS { return pgdb.Migrations(files) }

// Store implements core.Store.
type Store struct {
	db *pgdb.DB
	q  *db.Queries
}

// NewStore returns a store.
func NewStore(database *pgdb.DB) *Store { return &Store{db: database, q: db.New()} }

// Set returns all flags as of one moment.
func (s *Store) Set(ctx context.Context) (core.Set, error) {
	var set core.Set
	err := s.db.Snapshot(ctx, func(tx pgx.Tx) error {
		changed, err := s.q.GetChangedAt(ctx, tx)
		if err != nil {
			return fmt.Errorf("get last change: %w", err)
		}
		rows, err := s.q.ListFlags(ctx, tx)
		if err != nil {
			return fmt.Errorf("list flags: %w", err)
		}
		set = core.Set{ChangedAt: changed, Flags: make([]core.Flag, 0, len(rows))}
		for _, row := range rows {
			flag, err := fromRow(row)
			if err != nil {
				return err
			}
			set.Flags = append(set.Flags, flag)
		}
		return nil
	})
	return set, err
}

// Save adds or replaces a flag.
func (s *Store) Save(ctx context.Context, flag core.Flag) error {
	rules, err := json.Marshal(flag.Rules)
	if err != nil {
		return fmt.Errorf("write rules: %w", err)
	}
	return s.db.AsSystem(ctx, func(tx pgx.Tx) error {
		if err := s.q.LockSet(ctx, tx); err != nil {
			return fmt.Errorf("lock flags: %w", err)
		}
		changed, err := s.q.SaveFlag(ctx, tx, db.SaveFlagParams{
			Name: string(flag.Name), DefaultValue: flag.DefaultValue, Rules: rules, Description: flag.Description,
		})
		if err != nil {
			return fmt.Errorf("save flag: %w", err)
		}
		return s.touch(ctx, tx, changed)
	})
}

// Delete removes a flag.
func (s *Store) Delete(ctx context.Context, name core.Name) error {
	return s.db.AsSystem(ctx, func(tx pgx.Tx) error {
		if err := s.q.LockSet(ctx, tx); err != nil {
			return fmt.Errorf("lock flags: %w", err)
		}
		changed, err := s.q.DeleteFlag(ctx, tx, string(name))
		if err != nil {
			return fmt.Errorf("delete flag: %w", err)
		}
		if changed == 0 {
			return core.ErrNotFound
		}
		return s.touch(ctx, tx, changed)
	})
}

func (s *Store) touch(ctx context.Context, tx pgx.Tx, changed int64) error {
	if changed == 0 {
		return nil
	}
	if err := s.q.TouchSet(ctx, tx); err != nil {
		return fmt.Errorf("note change: %w", err)
	}
	return nil
}

func fromRow(row db.Flag) (core.Flag, error) {
	flag := core.Flag{
		Name: core.Name(row.Name), DefaultValue: row.DefaultValue, Description: row.Description, UpdatedAt: row.UpdatedAt,
	}
	if err := json.Unmarshal(row.Rules, &flag.Rules); err != nil {
		return core.Flag{}, fmt.Errorf("read rules of %s: %w", row.Name, err)
	}
	return flag, nil
}
