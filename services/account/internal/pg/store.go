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
	keys          struct{ base } // and the sign-ins that they open
	mails         struct{ base }
	notifications struct{ base }
	registrations struct{ base } // and links of mails, attempts
	sessions      struct{ base } // and passwords
)

// base has what several subjects do in their transactions.
type base struct {
	db *pgdb.DB
	q  *db.Queries
}

// NewStore makes a store over an open database.
func NewStore(database *pgdb.DB) *Store {
	b := base{db: database, q: db.New()}
	return &Store{accounts{b}, clients{b}, keys{b}, mails{b}, notifications{b}, registrations{b}, sessions{b}}
}

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
