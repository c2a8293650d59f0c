// Package pg keeps accounts and users in Postgres.
package pg

import (
	"context"
	"embed"
	"errors"
	"fmt"
	"io/fs"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"puls.app/services/account/internal/core"
	"puls.app/services/account/internal/pg/db"
	"puls.app/services/kit/pgdb"
)

// Schema is the name of the service's schema.
const Schema = "account"

//go:embed migrations/*.sql
var migrations embed.FS

// Migrations answers the goose files.
func Migrations() (fs.FS, error) {
	sub, err := fs.Sub(migrations, "migrations")
	if err != nil {
		return nil, fmt.Errorf("read migrations: %w", err)
	}
	return sub, nil
}

// Store implements core.Store.
type Store struct {
	db *pgdb.DB
	q  *db.Queries
}

// NewStore makes a store over an open database.
func NewStore(database *pgdb.DB) *Store { return &Store{db: database, q: db.New()} }

// Create adds an account and its first user.
func (s *Store) Create(ctx context.Context, account core.Account, email, hash string) (core.AccountID, error) {
	var id int32
	err := s.db.AsSystem(ctx, func(tx pgx.Tx) (err error) {
		id, err = s.q.InsertAccount(ctx, tx, db.InsertAccountParams{Timezone: account.Timezone, Language: account.Language})
		if err != nil {
			return fmt.Errorf("insert account: %w", err)
		}
		user := db.InsertUserParams{AccountID: id, Email: email, PasswordHash: hash, Roles: []string{"owner"}}
		if err := s.q.InsertUser(ctx, tx, user); err != nil {
			return fmt.Errorf("insert user: %w", err)
		}
		return nil
	})
	var pgErr *pgconn.PgError
	if errors.As(err, &pgErr) && pgErr.ConstraintName == "user_email_taken" {
		return 0, core.ErrEmailTaken.WithField("email", core.ErrEmailTaken.Detail)
	}
	return core.AccountID(id), err
}

// Account answers one account.
func (s *Store) Account(ctx context.Context, id core.AccountID) (core.Account, error) {
	var row db.GetAccountRow
	err := s.db.InAccount(ctx, int32(id), func(tx pgx.Tx) (err error) {
		row, err = s.q.GetAccount(ctx, tx, int32(id))
		return err
	})
	if errors.Is(err, pgx.ErrNoRows) {
		return core.Account{}, core.ErrNotFound
	}
	if err != nil {
		return core.Account{}, fmt.Errorf("read account: %w", err)
	}
	return core.Account{
		ID: core.AccountID(row.ID), Timezone: row.Timezone, Language: row.Language, Active: row.Active,
		TrackedEventTypes: row.TrackedEventTypes,
	}, nil
}

// ActiveAccounts answers the active accounts.
func (s *Store) ActiveAccounts(ctx context.Context) ([]core.Account, error) {
	var accounts []core.Account
	err := s.db.AsSystem(ctx, func(tx pgx.Tx) error {
		rows, err := s.q.ListActiveAccounts(ctx, tx)
		for _, row := range rows {
			accounts = append(accounts, core.Account{ID: core.AccountID(row.ID), Timezone: row.Timezone, Active: true})
		}
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("list accounts: %w", err)
	}
	return accounts, nil
}

// Login finds a user by e-mail in any account, since nobody is signed in yet.
func (s *Store) Login(ctx context.Context, email string) (core.Login, error) {
	var row db.GetLoginRow
	err := s.db.AsSystem(ctx, func(tx pgx.Tx) (err error) {
		row, err = s.q.GetLogin(ctx, tx, email)
		return err
	})
	if errors.Is(err, pgx.ErrNoRows) {
		return core.Login{}, core.ErrInvalidLogin
	}
	if err != nil {
		return core.Login{}, fmt.Errorf("read login: %w", err)
	}
	user := core.User{ID: core.UserID(row.ID), Account: core.AccountID(row.AccountID), Email: row.Email, Roles: row.Roles}
	return core.Login{User: user, Hash: row.PasswordHash, Active: row.Active != nil && *row.Active}, nil
}

// User answers one user of an account.
func (s *Store) User(ctx context.Context, account core.AccountID, id core.UserID) (core.User, error) {
	var row db.GetUserRow
	err := s.db.InAccount(ctx, int32(account), func(tx pgx.Tx) (err error) {
		row, err = s.q.GetUser(ctx, tx, db.GetUserParams{AccountID: int32(account), ID: int64(id)})
		return err
	})
	if errors.Is(err, pgx.ErrNoRows) {
		return core.User{}, core.ErrNotFound
	}
	if err != nil {
		return core.User{}, fmt.Errorf("read user: %w", err)
	}
	return core.User{ID: core.UserID(row.ID), Account: core.AccountID(row.AccountID), Email: row.Email, Roles: row.Roles}, nil
}
