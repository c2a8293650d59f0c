// Package pg keeps what the service owns in Postgres. What is done for somebody who is signed in runs in their
// account; the system role is for those whom nobody knows yet, for going from one account into another, for the
// operator, and for background work.
package pg

import (
	"embed"
	"errors"
	"fmt"
	"io/fs"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"puls.app/services/account/internal/pg/db"
	"puls.app/services/kit/pgdb"
)

// Schema is the name of the service's schema.
const Schema = "account"

//go:embed migrations/*.sql
var files embed.FS

// Migrations returns the goose files.
func Migrations() fs.FS { return pgdb.Migrations(files) }

// Store implements the stores of core.
type Store struct {
	db *pgdb.DB
	q  *db.Queries
}

// NewStore makes a store over an open database.
func NewStore(database *pgdb.DB) *Store { return &Store{db: database, q: db.New()} }

// constraint returns the name of the constraint that a statement broke.
func constraint(err error) string {
	var broken *pgconn.PgError
	if errors.As(err, &broken) {
		return broken.ConstraintName
	}
	return ""
}

// orElse returns instead for "no rows", and any other err with what was being done.
func orElse(err, instead error, doing string) error {
	if err == nil {
		return nil
	}
	if errors.Is(err, pgx.ErrNoRows) {
		return instead
	}
	return wrap(err, doing)
}

// wrap adds what was being done when err happened; nil stays nil.
func wrap(err error, doing string) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%s: %w", doing, err)
}

// oneRow returns instead when a statement changed nothing.
func oneRow(rows int64, err, instead error, doing string) error {
	if err == nil && rows == 0 {
		return instead
	}
	return wrap(err, doing)
}
