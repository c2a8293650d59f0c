package pg

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"puls.app/services/account/internal/core"
	"puls.app/services/account/internal/pg/db"
	"puls.app/services/kit/pgdb"
)

// Login finds a user by e-mail address in any account, since the caller is not signed in.
func (s sessions) Login(ctx context.Context, email string) (core.Login, error) {
	row, err := pgdb.ReadAsSystem(ctx, s.db, func(q pgdb.Querier) (db.GetLoginRow, error) {
		return s.q.GetLogin(ctx, q, email)
	})
	if err != nil {
		return core.Login{}, orElse(err, core.ErrInvalidLogin, "read login")
	}
	return login(db.LockUserRow(row)), nil
}

func login(row db.LockUserRow) core.Login {
	user := core.User{ID: core.UserID(row.ID), Account: core.AccountID(row.AccountID), Email: row.Email, Roles: row.Roles}
	return core.Login{User: user, Hash: row.PasswordHash, Active: row.Active}
}

// NotifyBlocked stores a notification and a mail. The statements are the same whether or not a user has the e-mail
// address.
func (s sessions) NotifyBlocked(ctx context.Context, email string, now time.Time) error {
	return s.db.AsSystem(ctx, func(tx pgx.Tx) error {
		if err := s.q.NotifyBlocked(ctx, tx, db.NotifyBlockedParams{
			Email: email, Kind: int16(core.SignInsBlocked), CreatedAt: now,
		}); err != nil {
			return fmt.Errorf("put notification: %w", err)
		}
		return wrap(s.q.PutMail(ctx, tx, db.PutMailParams{
			Kind: string(core.PurposeBlocked), Email: email, CreatedAt: now,
		}), "put mail")
	})
}

// UserLogin returns the data that a signed-in user's password is checked against.
func (s sessions) UserLogin(ctx context.Context, home core.AccountID, user core.UserID) (core.Login, error) {
	row, err := pgdb.InAccount(ctx, s.db, int32(home), func(tx pgx.Tx) (db.LockUserRow, error) {
		return s.q.LockUser(ctx, tx, db.LockUserParams{AccountID: int32(home), ID: int64(user)})
	})
	if err != nil {
		return core.Login{}, orElse(err, core.ErrNotFound, "read user")
	}
	return login(row), nil
}

// StartSession stores a new session. The user's lock makes it wait for a change of password, which ends all sessions
// that it finds.
func (s sessions) StartSession(ctx context.Context, session *core.Session, hash string) error {
	return s.db.AsSystem(ctx, func(tx pgx.Tx) error {
		row, err := s.q.LockUser(ctx, tx, db.LockUserParams{
			AccountID: int32(session.User.Account), ID: int64(session.User.ID),
		})
		if err != nil {
			return orElse(err, core.ErrInvalidLogin, "read user")
		}
		found := login(row)
		if hash != "" && found.Hash != hash {
			return core.ErrInvalidLogin
		}
		if err := session.Admit(found); err != nil {
			return err
		}
		if session.Key.Prefix != "" {
			held := db.HoldApiKeyParams{AccountID: row.AccountID, Prefix: session.Key.Prefix}
			if session.Key.Maker, err = s.q.HoldApiKey(ctx, tx, held); err != nil {
				return orElse(err, core.ErrExternalToken, "hold API key")
			}
		}
		return wrap(s.q.InsertSession(ctx, tx, db.InsertSessionParams{
			ID: session.ID, AccountID: row.AccountID, UserID: row.ID, TokenHash: session.TokenHash, CreatedAt: session.Begun,
			KeyPrefix: session.Key.Prefix, KeyMaker: session.Key.Maker,
		}), "insert session")
	})
}

// UpdateSession changes a session under its lock. It uses the system role: the caller may not be signed in, and a
// session moves between accounts.
func (s sessions) UpdateSession(
	ctx context.Context, id core.SessionID, now time.Time, change func(*core.Session) ([]core.Act, error),
) error {
	return s.db.AsSystem(ctx, func(tx pgx.Tx) error {
		row, err := s.q.LockSession(ctx, tx, id)
		if errors.Is(err, pgx.ErrNoRows) {
			return core.ErrSessionEnded
		}
		if err != nil {
			return fmt.Errorf("read session: %w", err)
		}
		before := session(row)
		after := before
		acts, err := change(&after)
		if err != nil {
			return err
		}
		for _, act := range acts {
			if err := s.audit(ctx, tx, act); err != nil {
				return err
			}
		}
		if !bytes.Equal(before.TokenHash, after.TokenHash) || before.Account != after.Account {
			err := s.q.UpdateSession(ctx, tx, db.UpdateSessionParams{
				ID: id, CurrentAccountID: int32(after.Account), TokenHash: after.TokenHash, ParentHash: after.ParentHash,
				RotatedAt: after.Rotated,
			})
			if err != nil {
				return fmt.Errorf("update session: %w", err)
			}
		}
		if after.Ended && !before.Ended {
			return s.endSessions(ctx, tx, []uuid.UUID{id}, now)
		}
		return nil
	})
}

func session(row db.LockSessionRow) core.Session {
	return core.Session{
		ID: row.ID,
		User: core.User{
			ID: core.UserID(row.UserID), Account: core.AccountID(row.AccountID), Email: row.Email, Roles: row.Roles,
		},
		Account: core.AccountID(row.CurrentAccountID), TokenHash: row.TokenHash, ParentHash: row.ParentHash,
		Begun: row.CreatedAt, Rotated: row.RotatedAt, Ended: row.EndedAt != nil,
		Key:    core.KeyRef{Prefix: row.KeyPrefix, Maker: row.KeyMaker},
		Active: row.Active, HereActive: row.HereActive, Link: core.LinkID(row.Link),
	}
}

// SetPassword replaces a password's hash and ends the user's other sessions.
func (s sessions) SetPassword(ctx context.Context, c core.Caller, old, hash string, now time.Time) error {
	return s.db.InAccount(ctx, int32(c.Home), func(tx pgx.Tx) error {
		row, err := s.q.LockUser(ctx, tx, db.LockUserParams{AccountID: int32(c.Home), ID: int64(c.User)})
		if err != nil {
			return orElse(err, core.ErrNotFound, "read user")
		}
		if row.PasswordHash != old {
			return core.ErrInvalidLogin
		}
		if err := s.q.SetPasswordHash(ctx, tx, db.SetPasswordHashParams{
			AccountID: row.AccountID, ID: row.ID, Hash: hash,
		}); err != nil {
			return fmt.Errorf("set password: %w", err)
		}
		return s.endUserSessions(ctx, tx, row.AccountID, row.ID, c.Session, now)
	})
}

// ReplaceHash stores another hash of the same password.
func (s sessions) ReplaceHash(ctx context.Context, user core.User, old, hash string) error {
	return s.db.InAccount(ctx, int32(user.Account), func(tx pgx.Tx) error {
		rows, err := s.q.ReplacePasswordHash(ctx, tx, db.ReplacePasswordHashParams{
			AccountID: int32(user.Account), ID: int64(user.ID), Hash: hash, Old: old,
		})
		return oneRow(rows, err, core.ErrInvalidLogin, "replace hash")
	})
}

// endUserSessions ends a user's sessions except spared.
func (s base) endUserSessions(
	ctx context.Context, tx pgx.Tx, account int32, user int64, spared uuid.UUID, now time.Time,
) error {
	ids, err := s.q.LockUserSessions(ctx, tx, db.LockUserSessionsParams{AccountID: account, UserID: user, Spared: spared})
	if err != nil {
		return fmt.Errorf("read sessions: %w", err)
	}
	return s.endSessions(ctx, tx, ids, now)
}

// endSessions ends sessions whose rows the transaction has locked. Every transaction locks the refusals last, so that
// two of them never deadlock.
func (s base) endSessions(ctx context.Context, tx pgx.Tx, ids []uuid.UUID, now time.Time) error {
	if len(ids) == 0 {
		return nil
	}
	if err := s.q.LockRefusals(ctx, tx); err != nil {
		return fmt.Errorf("lock refusals: %w", err)
	}
	return wrap(s.q.EndSessions(ctx, tx, db.EndSessionsParams{Ids: ids, Now: &now}), "end sessions")
}

// Refusals returns the revocations for gateways.
func (s sessions) Refusals(ctx context.Context, after int64, since time.Time) (core.Refusals, error) {
	var r core.Refusals
	err := s.db.Snapshot(ctx, func(tx pgx.Tx) error {
		// If the database was restored to an older state, a newer cursor would hide the revocations since.
		last, err := s.q.LastRefusal(ctx, tx)
		if err != nil {
			return err
		}
		if after > last {
			after = 0
		}
		r.Cursor = after
		sessions, err := s.q.ListEndedSessions(ctx, tx, db.ListEndedSessionsParams{After: after, Since: since})
		if err != nil {
			return err
		}
		for _, row := range sessions {
			r.Sessions = append(r.Sessions, core.EndedSession{ID: row.ID, ForgetAt: *row.EndedAt})
			r.Cursor = max(r.Cursor, *row.Refusal)
		}
		links, err := s.q.ListEndedLinks(ctx, tx, db.ListEndedLinksParams{After: after, Since: since})
		if err != nil {
			return err
		}
		for _, row := range links {
			r.Links = append(r.Links, core.EndedLink{ID: core.LinkID(row.ID), ForgetAt: row.EndedAt})
			r.Cursor = max(r.Cursor, row.Refusal)
		}
		accounts, err := s.q.ListAccountStates(ctx, tx, after)
		for _, row := range accounts {
			r.Accounts = append(r.Accounts, core.Account{
				ID: core.AccountID(row.ID), Active: row.Active, TrialEnds: row.TrialEndsAt,
			})
			r.Cursor = max(r.Cursor, *row.Refusal)
		}
		return err
	})
	return r, wrap(err, "list refusals")
}

// CleanSessions removes sessions that are over.
func (s sessions) CleanSessions(ctx context.Context, begun, rotated, ended time.Time) error {
	return s.db.AsSystem(ctx, func(tx pgx.Tx) error {
		_, sessions := s.q.CleanSessions(ctx, tx, db.CleanSessionsParams{Begun: begun, Idle: rotated, Ended: &ended})
		_, links := s.q.CleanEndedLinks(ctx, tx, ended)
		return wrap(errors.Join(sessions, links), "clean sessions")
	})
}
