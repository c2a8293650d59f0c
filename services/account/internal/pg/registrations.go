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

// Register stores an inactive account, or another registration of it, and the mail to send.
func (s registrations) Register(ctx context.Context, account core.Account, email, hash string, now time.Time) error {
	err := s.db.AsSystem(ctx, func(tx pgx.Tx) error {
		known, err := s.q.LockRegistration(ctx, tx, email)
		switch {
		case errors.Is(err, pgx.ErrNoRows):
			known, err = s.register(ctx, tx, account, email, hash, now)
		case err != nil:
			return fmt.Errorf("read user: %w", err)
		case !known.Pending:
			return core.ErrEmailTaken.WithField("email", core.ErrEmailTaken.Detail)
		default:
			err = s.registerAgain(ctx, tx, known, account, hash, now)
		}
		if err != nil {
			return err
		}
		id, err := s.q.PutRegistration(ctx, tx, db.PutRegistrationParams{
			AccountID: known.AccountID, UserID: known.ID, PasswordHash: hash, Timezone: account.Timezone,
			Language: account.Language, RegisteredAt: now,
		})
		if err != nil {
			return fmt.Errorf("put registration: %w", err)
		}
		if err := s.q.KeepNewestRegistrations(ctx, tx, db.KeepNewestRegistrationsParams{
			UserID: known.ID, Most: core.MaxRegistrations,
		}); err != nil {
			return fmt.Errorf("forget old registrations: %w", err)
		}
		mail := db.PutMailParams{Kind: string(core.PurposeActivation), Email: email, CreatedAt: now, RegistrationID: &id}
		return wrap(s.q.PutMail(ctx, tx, mail), "put mail")
	})
	if constraint(err) == emailTaken {
		return core.ErrEmailTaken.WithField("email", core.ErrEmailTaken.Detail)
	}
	return err
}

func (s registrations) register(
	ctx context.Context, tx pgx.Tx, account core.Account, email, hash string, now time.Time,
) (db.LockRegistrationRow, error) {
	id, err := s.q.RegisterAccount(ctx, tx, db.RegisterAccountParams{
		Timezone: account.Timezone, Language: account.Language, Package: account.Package,
	})
	if err != nil {
		return db.LockRegistrationRow{}, fmt.Errorf("insert account: %w", err)
	}
	user, err := s.q.RegisterUser(ctx, tx, db.RegisterUserParams{
		AccountID: id, Email: email, PasswordHash: hash, Roles: []string{core.RoleOwner}, TermsAcceptedAt: &now,
	})
	return db.LockRegistrationRow{ID: user, AccountID: id, Pending: true}, wrap(err, "insert user")
}

// registerAgain stores the latest input where nothing depends on it: a sign-in with this password fails, as the account
// is inactive. The input that takes effect at activation is stored with its registration.
func (s registrations) registerAgain(
	ctx context.Context, tx pgx.Tx, known db.LockRegistrationRow, account core.Account, hash string, now time.Time,
) error {
	err := s.q.RegisterUserAgain(ctx, tx, db.RegisterUserAgainParams{
		AccountID: known.AccountID, ID: known.ID, PasswordHash: hash, TermsAcceptedAt: &now,
	})
	if err != nil {
		return fmt.Errorf("update user: %w", err)
	}
	return wrap(s.q.RegisterAccountAgain(ctx, tx, db.RegisterAccountAgainParams{
		ID: known.AccountID, Timezone: account.Timezone, Language: account.Language,
	}), "update account")
}

// RequestReset stores a mail to the user with the e-mail address and ends the previous link. The statements are the
// same whether or not a user has the address.
func (s registrations) RequestReset(ctx context.Context, email string, now time.Time) error {
	const purpose = string(core.PurposeReset)
	return s.db.AsSystem(ctx, func(tx pgx.Tx) error {
		if err := s.q.DeleteLinkOf(ctx, tx, db.DeleteLinkOfParams{Email: email, Purpose: purpose}); err != nil {
			return fmt.Errorf("end older link: %w", err)
		}
		return wrap(s.q.PutMail(ctx, tx, db.PutMailParams{Kind: purpose, Email: email, CreatedAt: now}), "put mail")
	})
}

// Link returns a usable link.
func (s registrations) Link(
	ctx context.Context, purpose core.Purpose, secretHash []byte, now time.Time,
) (core.Link, error) {
	row, err := pgdb.ReadAsSystem(ctx, s.db, func(q pgdb.Querier) (db.GetLinkRow, error) {
		return s.q.GetLink(ctx, q, db.GetLinkParams{SecretHash: secretHash, Purpose: string(purpose), Now: now})
	})
	if err != nil {
		return core.Link{}, orElse(err, core.ErrLinkInactive, "read link")
	}
	return core.Link{
		Account: core.AccountID(row.AccountID), User: core.UserID(row.UserID), Email: row.Email, Hash: row.PasswordHash,
	}, nil
}

// RegistrationOf returns the account of a usable confirmation link.
func (s registrations) RegistrationOf(ctx context.Context, secretHash []byte, now time.Time) (core.AccountID, error) {
	row, err := pgdb.ReadAsSystem(ctx, s.db, func(q pgdb.Querier) (db.GetRegistrationByLinkRow, error) {
		return s.q.GetRegistrationByLink(ctx, q, db.GetRegistrationByLinkParams{SecretHash: secretHash, Now: now})
	})
	return core.AccountID(row.AccountID), orElse(err, core.ErrLinkInactive, "read link")
}

// Activate uses a link and enables its account, with the input of its registration.
func (s registrations) Activate(ctx context.Context, secretHash []byte, now, trialEnds time.Time) error {
	return s.db.AsSystem(ctx, func(tx pgx.Tx) error {
		link, err := s.q.GetRegistrationByLink(ctx, tx, db.GetRegistrationByLinkParams{SecretHash: secretHash, Now: now})
		if err != nil {
			return orElse(err, core.ErrLinkInactive, "read link")
		}
		// The user is locked first, as in Register, so that two links of one e-mail address never deadlock.
		if _, err := s.q.LockUser(ctx, tx, db.LockUserParams{AccountID: link.AccountID, ID: link.UserID}); err != nil {
			return fmt.Errorf("lock user: %w", err)
		}
		r, err := s.q.TakeRegistration(ctx, tx, db.TakeRegistrationParams{SecretHash: secretHash, Now: now})
		if err != nil {
			return orElse(err, core.ErrLinkInactive, "use link")
		}
		known := db.LockRegistrationRow{ID: r.UserID, AccountID: r.AccountID}
		account := core.Account{Timezone: r.Timezone, Language: r.Language}
		if err := s.registerAgain(ctx, tx, known, account, r.PasswordHash, r.RegisteredAt); err != nil {
			return err
		}
		rows, err := s.q.ActivateAccount(ctx, tx, db.ActivateAccountParams{
			ID: r.AccountID, Now: &now, TrialEndsAt: &trialEnds,
		})
		if err := oneRow(rows, err, core.ErrLinkInactive, "activate account"); err != nil {
			return err
		}
		if err := s.q.DeleteRegistrationsOf(ctx, tx, []int32{r.AccountID}); err != nil {
			return fmt.Errorf("forget other registrations: %w", err)
		}
		return s.noteAccount(ctx, tx, r.AccountID)
	})
}

// ResetPassword uses a link, sets the password, ends all sessions of the user and notifies the account.
func (s registrations) ResetPassword(ctx context.Context, secretHash []byte, hash string, now time.Time) error {
	return s.db.AsSystem(ctx, func(tx pgx.Tx) error {
		link, err := s.q.TakeLink(ctx, tx, db.TakeLinkParams{
			SecretHash: secretHash, Purpose: string(core.PurposeReset), Now: now,
		})
		if err != nil {
			return orElse(err, core.ErrLinkInactive, "use link")
		}
		user, err := s.q.LockUser(ctx, tx, db.LockUserParams{AccountID: link.AccountID, ID: link.UserID})
		if err != nil {
			return fmt.Errorf("read user: %w", err)
		}
		if err := s.q.SetPasswordHash(ctx, tx, db.SetPasswordHashParams{
			AccountID: link.AccountID, ID: link.UserID, Hash: hash,
		}); err != nil {
			return fmt.Errorf("set password: %w", err)
		}
		if err := s.resetAPIKey(ctx, tx, user, now); err != nil {
			return err
		}
		account := core.AccountID(user.AccountID)
		act := core.Act{At: now, User: core.UserID(user.ID), Email: user.Email, Home: account, Account: account}
		act.What = core.ActPasswordReset
		if err := s.audit(ctx, tx, act); err != nil {
			return err
		}
		notice := core.Notification{Account: account, Kind: core.PasswordReset, Subject: user.Email, At: now}
		if err := s.q.PutNotification(ctx, tx, notificationRow(notice)); err != nil {
			return fmt.Errorf("put notification: %w", err)
		}
		return s.endUserSessions(ctx, tx, link.AccountID, link.UserID, core.SessionID{}, now)
	})
}

// CleanLinks removes expired links, one-time tokens and attempts.
func (s registrations) CleanLinks(ctx context.Context, now, attempts time.Time) error {
	return s.db.AsSystem(ctx, func(tx pgx.Tx) error {
		_, links := s.q.CleanLinks(ctx, tx, now)
		_, logins := s.q.CleanExternalLogins(ctx, tx, now)
		_, old := s.q.CleanAttempts(ctx, tx, attempts)
		return wrap(errors.Join(links, logins, old), "clean links")
	})
}

// CleanRegistrations removes accounts that were never activated. Other rows do not refer to them once their links have
// expired.
func (s registrations) CleanRegistrations(ctx context.Context, before time.Time) error {
	return s.db.AsSystem(ctx, func(tx pgx.Tx) error {
		ids, err := s.q.LockOldRegistrations(ctx, tx, before)
		if err != nil || len(ids) == 0 {
			return wrap(err, "find old registrations")
		}
		if err := s.q.DeleteRegistrationsOf(ctx, tx, ids); err != nil {
			return fmt.Errorf("remove registrations: %w", err)
		}
		if err := s.q.DeleteUsersOf(ctx, tx, ids); err != nil {
			return fmt.Errorf("remove users: %w", err)
		}
		return wrap(s.q.DeleteAccounts(ctx, tx, ids), "remove accounts")
	})
}

// Attempt counts one attempt towards each limit, or towards none.
func (s registrations) Attempt(ctx context.Context, limits []core.Limit, now time.Time) (taken []int64, err error) {
	if len(limits) == 0 {
		return nil, nil
	}
	err = s.db.AsSystem(ctx, func(tx pgx.Tx) error {
		for _, limit := range limits {
			if err := s.q.LockAttempts(ctx, tx, limit.Key); err != nil {
				return fmt.Errorf("lock limit: %w", err)
			}
			count, err := s.q.CountAttempts(ctx, tx, db.CountAttemptsParams{Key: limit.Key, OccurredAt: now.Add(-limit.Within)})
			if err != nil {
				return fmt.Errorf("count attempts: %w", err)
			}
			if count >= int64(limit.Most) {
				return s.tooMany(ctx, tx, limit, now)
			}
			id, err := s.q.InsertAttempt(ctx, tx, db.InsertAttemptParams{Key: limit.Key, OccurredAt: now})
			if err != nil {
				return fmt.Errorf("count attempt: %w", err)
			}
			taken = append(taken, id)
		}
		return nil
	})
	return taken, err
}

// tooMany returns ErrTooManyAttempts with the time until the limit is free again.
func (s registrations) tooMany(ctx context.Context, tx pgx.Tx, limit core.Limit, now time.Time) error {
	since := now.Add(-limit.Within)
	blocks, err := s.q.GetAttemptThatBlocks(ctx, tx, db.GetAttemptThatBlocksParams{
		Key: limit.Key, OccurredAt: since, Most: int32(limit.Most),
	})
	if err != nil {
		return fmt.Errorf("find out when a limit ends: %w", err)
	}
	return core.ErrTooManyAttempts.After(blocks.Sub(since))
}

// ReturnAttempt takes attempts back.
func (s registrations) ReturnAttempt(ctx context.Context, taken []int64) error {
	if len(taken) == 0 {
		return nil
	}
	return s.db.AsSystem(ctx, func(tx pgx.Tx) error {
		return wrap(
			s.q.DeleteAttempts(ctx, tx, taken), "take attempt back",
		)
	})
}

// ForgetAttempts resets a limit.
func (s registrations) ForgetAttempts(ctx context.Context, key []byte) error {
	return s.db.AsSystem(ctx, func(tx pgx.Tx) error { return wrap(s.q.ForgetAttempts(ctx, tx, key), "forget attempts") })
}
