package pg

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"puls.app/services/account/internal/core"
	"puls.app/services/account/internal/pg/db"
)

// TakeMail answers the mail that has been due longest.
func (s *Store) TakeMail(ctx context.Context, now, lease time.Time) (core.Waiting, bool, error) {
	var row db.TakeMailRow
	err := s.db.AsSystem(ctx, func(tx pgx.Tx) (err error) {
		row, err = s.q.TakeMail(ctx, tx, db.TakeMailParams{Now: now, Lease: lease})
		return err
	})
	if errors.Is(err, pgx.ErrNoRows) {
		return core.Waiting{}, false, nil
	}
	if err != nil {
		return core.Waiting{}, false, fmt.Errorf("take mail: %w", err)
	}
	return core.Waiting{ID: row.ID, Purpose: core.Purpose(row.Kind), Email: row.Email, Created: row.CreatedAt, Tries: int(row.Tries)}, true, nil
}

// Recipient answers the user with an e-mail.
func (s *Store) Recipient(ctx context.Context, email string) (core.Recipient, error) {
	var row db.FindMailRecipientRow
	err := s.db.AsSystem(ctx, func(tx pgx.Tx) (err error) {
		row, err = s.q.FindMailRecipient(ctx, tx, email)
		return err
	})
	if err != nil {
		return core.Recipient{}, orElse(err, core.ErrUserNotFound, "read recipient")
	}
	return core.Recipient{
		Account: core.AccountID(row.AccountID), User: core.UserID(row.ID), Language: row.Language, Active: row.Active, Pending: row.Pending,
	}, nil
}

// PutLink keeps the user's link of a purpose in place of the one before.
func (s *Store) PutLink(ctx context.Context, purpose core.Purpose, to core.Recipient, secretHash []byte, expires time.Time) error {
	return s.db.InAccount(ctx, int32(to.Account), func(tx pgx.Tx) error {
		return wrap(s.q.PutLink(ctx, tx, db.PutLinkParams{
			SecretHash: secretHash, Purpose: string(purpose), AccountID: int32(to.Account), UserID: int64(to.User), ExpiresAt: expires,
		}), "put link")
	})
}

// RemoveMail removes a mail that was sent or given up.
func (s *Store) RemoveMail(ctx context.Context, id int64) error {
	return s.db.AsSystem(ctx, func(tx pgx.Tx) error { return wrap(s.q.DeleteMail(ctx, tx, id), "remove mail") })
}

// PostponeMail makes a mail due later.
func (s *Store) PostponeMail(ctx context.Context, id int64, until time.Time) error {
	return s.db.AsSystem(ctx, func(tx pgx.Tx) error {
		return wrap(s.q.PostponeMail(ctx, tx, db.PostponeMailParams{ID: id, NextTryAt: until}), "postpone mail")
	})
}
