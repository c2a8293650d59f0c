// Package pg stores the service's data in Postgres. Calls of signed-in users run in their account. The system role is
// for callers without a session, for moves between accounts, for the operator, and for background work.
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

// Store implements the stores of core, each subject by a type of its own.
type Store struct {
	accounts
	clients
	keys
	mails
	notifications
	registrations
	sessions
}

type (
	accounts      struct{ base }
	clients       struct{ base } // and the audit log
	keys          struct{ base } // and their one-time tokens
	mails         struct{ base }
	notifications struct{ base }
	registrations struct{ base } // and links of mails, attempts
	sessions      struct{ base } // and passwords
)

// base is embedded by all stores: database and queries, and steps that several transactions share.
type base struct {
	db *pgdb.DB
	q  *db.Queries
}

// NewStore returns a store over an open database.
func NewStore(database *pgdb.DB) *Store {
	b := base{db: database, q: db.New()}
	return &Store{accounts{b}, clients{b}, keys{b}, mails{b}, notifications{b}, registrations{b}, sessions{b}}
}

// constraint returns the name of the constraint that a statement violated.
func constraint(err error) string {
	var broken *pgconn.PgError
	if errors.As(err, &broken) {
		return broken.ConstraintName
	}
	return ""
}

// orElse returns instead for "no rows", and wraps any other err with doing.
func orElse(err, instead error, doing string) error {
	if err == nil {
		return nil
	}
	if errors.Is(err, pgx.ErrNoRows) {
		return instead
	}
	return wrap(err, doing)
}

// wrap adds the failed operation to err; nil stays nil.
func wrap(err error, doing string) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%s: %w", doing, err)
}

// oneRow returns instead if a statement changed no row.
func oneRow(rows int64, err, instead error, doing string) error {
	if err == nil && rows == 0 {
		return instead
	}
	return wrap(err, doing)
}
