package pg

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"puls.app/services/account/internal/core"
	"puls.app/services/account/internal/pg/db"
	"puls.app/services/kit/pgdb"
)

// TakeMail returns the mail that has been due longest.
func (s mails) TakeMail(ctx context.Context, now, lease time.Time) (core.Waiting, bool, error) {
	row, err := pgdb.AsSystem(ctx, s.db, func(tx pgx.Tx) (db.TakeMailRow, error) {
		return s.q.TakeMail(ctx, tx, db.TakeMailParams{Now: now, Lease: lease})
	})
	if errors.Is(err, pgx.ErrNoRows) {
		return core.Waiting{}, false, nil
	}
	if err != nil {
		return core.Waiting{}, false, fmt.Errorf("take mail: %w", err)
	}
	return core.Waiting{
		ID: row.ID, Purpose: core.Purpose(row.Kind), Email: row.Email, Created: row.CreatedAt, Tries: int(row.Tries),
		Registration: registration(row.RegistrationID),
	}, true, nil
}

func registration(id *int64) core.RegistrationID {
	if id == nil {
		return 0
	}
	return core.RegistrationID(*id)
}

// Recipient returns the user that a mail goes to.
func (s mails) Recipient(ctx context.Context, mail core.Waiting) (core.Recipient, error) {
	if mail.Registration != 0 {
		return s.registrant(ctx, mail.Registration)
	}
	row, err := pgdb.ReadAsSystem(ctx, s.db, func(q pgdb.Querier) (db.FindMailRecipientRow, error) {
		return s.q.FindMailRecipient(ctx, q, mail.Email)
	})
	if err != nil {
		return core.Recipient{}, orElse(err, core.ErrUserNotFound, "read recipient")
	}
	return core.Recipient{
		Account: core.AccountID(row.AccountID), User: core.UserID(row.ID), Language: row.Language, Active: row.Active,
	}, nil
}

// registrant returns the user of a registration.
func (s mails) registrant(ctx context.Context, id core.RegistrationID) (core.Recipient, error) {
	row, err := pgdb.ReadAsSystem(ctx, s.db, func(q pgdb.Querier) (db.FindRegistrationRow, error) {
		return s.q.FindRegistration(ctx, q, int64(id))
	})
	if err != nil {
		return core.Recipient{}, orElse(err, core.ErrUserNotFound, "read registration")
	}
	return core.Recipient{
		Account: core.AccountID(row.AccountID), User: core.UserID(row.UserID), Language: row.Language, Active: row.Pending,
	}, nil
}

// PutLink stores the mail's link and replaces the previous one.
func (s mails) PutLink(
	ctx context.Context, mail core.Waiting, to core.Recipient, secretHash []byte, expires time.Time,
) error {
	return s.db.InAccount(ctx, int32(to.Account), func(tx pgx.Tx) error {
		if mail.Registration != 0 {
			link := db.PutRegistrationLinkParams{ID: int64(mail.Registration), SecretHash: secretHash, ExpiresAt: &expires}
			return wrap(s.q.PutRegistrationLink(ctx, tx, link), "put link of registration")
		}
		return wrap(s.q.PutLink(ctx, tx, db.PutLinkParams{
			SecretHash: secretHash, Purpose: string(mail.Purpose), AccountID: int32(to.Account), UserID: int64(to.User),
			ExpiresAt: expires,
		}), "put link")
	})
}

// RemoveMail removes a mail that was sent or given up.
func (s mails) RemoveMail(ctx context.Context, id int64) error {
	return s.db.AsSystem(ctx, func(tx pgx.Tx) error { return wrap(s.q.DeleteMail(ctx, tx, id), "remove mail") })
}

// PostponeMail makes a mail due later.
func (s mails) PostponeMail(ctx context.Context, id int64, until time.Time) error {
	return s.db.AsSystem(ctx, func(tx pgx.Tx) error {
		return wrap(s.q.PostponeMail(ctx, tx, db.PostponeMailParams{ID: id, NextTryAt: until}), "postpone mail")
	})
}
