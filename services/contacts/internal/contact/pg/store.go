// Package pg stores the data of package contact in Postgres.
package pg

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"puls.app/services/contacts/internal/contact"
	"puls.app/services/contacts/internal/pg/db"
	"puls.app/services/kit/pgdb"
)

// Wrap adds the failed operation to an error; nil stays nil.
func Wrap(doing string, err error) error {
	if err != nil {
		return fmt.Errorf("%s: %w", doing, err)
	}
	return nil
}

// Int32s converts ids for parameters of statements.
func Int32s[T ~int32](ids []T) []int32 {
	plain := make([]int32, len(ids))
	for i, id := range ids {
		plain[i] = int32(id)
	}
	return plain
}

// Violates reports whether err comes from a constraint.
func Violates(err error, constraint string) bool {
	var failure *pgconn.PgError
	return errors.As(err, &failure) && failure.ConstraintName == constraint
}

// System runs work in a transaction of the service itself, which sees the rows of all accounts.
func (s Base) System(ctx context.Context, doing string, work func(tx pgx.Tx) error) error {
	if err := s.DB.AsSystem(ctx, work); err != nil {
		return fmt.Errorf("%s: %w", doing, err)
	}
	return nil
}

// InDatabase runs work with the id of a uid of the account.
func (s Base) InDatabase(
	ctx context.Context, account contact.AccountID, uid string, work func(tx pgx.Tx, database contact.DatabaseID) error,
) error {
	return s.DB.InAccount(ctx, int32(account), func(tx pgx.Tx) error {
		database, err := findDatabase(ctx, tx, account, uid)
		if err != nil {
			return err
		}
		return work(tx, database)
	})
}

func findDatabase(
	ctx context.Context, q pgdb.Querier, account contact.AccountID, uid string,
) (contact.DatabaseID, error) {
	database, err := queries.FindDatabase(ctx, q, db.FindDatabaseParams{AccountID: int32(account), Uid: uid})
	if errors.Is(err, pgx.ErrNoRows) {
		return 0, contact.ErrDatabaseNotFound
	}
	return contact.DatabaseID(database), Wrap("find database", err)
}

// queries are those of sqlc. They have no state: each gets its transaction as an argument.
var queries = db.New()

// Base is embedded by the stores of the service. It runs their transactions.
type Base struct{ DB *pgdb.DB }

// Store stores databases, groups, properties, contacts with their bitmaps, and the event log.
type Store struct {
	Base
	// ErasureKey keys the hashes of erased addresses.
	ErasureKey []byte
}

// NewStore returns a store. Erased addresses can be recognised only with the erasure key.
func NewStore(database *pgdb.DB, erasureKey []byte) *Store {
	return &Store{Base: Base{database}, ErasureKey: erasureKey}
}
