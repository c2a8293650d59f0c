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

// APIKey returns the account's key.
func (s keys) APIKey(ctx context.Context, account core.AccountID) (core.APIKey, error) {
	row, err := pgdb.Read(ctx, s.db, int32(account), func(q pgdb.Querier) (db.GetApiKeyRow, error) {
		return s.q.GetApiKey(ctx, q, int32(account))
	})
	if err != nil {
		return core.APIKey{}, orElse(err, core.ErrAPIKeyNotFound, "read API key")
	}
	return core.APIKey{
		KeyRef: core.KeyRef{Prefix: row.Prefix, Maker: row.Maker}, Created: row.CreatedAt, LastUsed: row.LastUsedAt,
		HasUI: row.HasUi, UISet: row.UiSetAt,
	}, nil
}

// PutAPIKey replaces the account's key.
func (s keys) PutAPIKey(ctx context.Context, c core.Caller, key core.APIKey, hash []byte) error {
	id, maker := int32(c.Account), int64(c.User)
	return s.db.InAccount(ctx, id, func(tx pgx.Tx) error {
		// Every transaction that locks both locks the user before the key.
		user, err := s.q.LockUser(ctx, tx, db.LockUserParams{AccountID: id, ID: maker})
		if err != nil {
			return orElse(err, core.ErrNotFound, "read user")
		}
		row := db.PutApiKeyParams{AccountID: id, KeyHash: hash, Prefix: key.Prefix, CreatedAt: key.Created, MakerID: &maker}
		if err := s.q.PutApiKey(ctx, tx, row); err != nil {
			return fmt.Errorf("put API key: %w", err)
		}
		act := core.Act{
			At: key.Created, User: c.User, Email: user.Email, Home: c.Home, Account: c.Account, What: core.ActKeyMade,
		}
		act.Key = core.KeyRef{Prefix: key.Prefix, Maker: user.Email}
		return s.keyEnded(ctx, tx, act)
	})
}

// RemoveAPIKey ends the account's key.
func (s keys) RemoveAPIKey(ctx context.Context, c core.Caller, now time.Time) error {
	id := int32(c.Account)
	return s.db.InAccount(ctx, id, func(tx pgx.Tx) error {
		user, err := s.q.GetUser(ctx, tx, db.GetUserParams{AccountID: id, ID: int64(c.User)})
		if err != nil {
			return orElse(err, core.ErrNotFound, "read user")
		}
		key, err := s.q.GetApiKey(ctx, tx, id)
		if err != nil {
			return orElse(err, core.ErrAPIKeyNotFound, "read API key")
		}
		if _, err := s.q.DeleteApiKey(ctx, tx, db.DeleteApiKeyParams{AccountID: id}); err != nil {
			return orElse(err, core.ErrAPIKeyNotFound, "remove API key")
		}
		act := core.Act{At: now, User: c.User, Email: user.Email, Home: c.Home, Account: c.Account, What: core.ActKeyRevoked}
		act.Key = core.KeyRef{Prefix: key.Prefix, Maker: key.Maker}
		return s.keyEnded(ctx, tx, act)
	})
}

// resetAPIKey ends the account's key if the user made it.
func (s base) resetAPIKey(ctx context.Context, tx pgx.Tx, user db.LockUserRow, now time.Time) error {
	prefix, err := s.q.DeleteApiKey(ctx, tx, db.DeleteApiKeyParams{AccountID: user.AccountID, Maker: user.ID})
	if errors.Is(err, pgx.ErrNoRows) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("remove API key: %w", err)
	}
	account := core.AccountID(user.AccountID)
	act := core.Act{
		At: now, User: core.UserID(user.ID), Email: user.Email, Home: account, Account: account, What: core.ActKeyReset,
	}
	act.Key = core.KeyRef{Prefix: prefix, Maker: user.Email}
	return s.keyEnded(ctx, tx, act)
}

// keyEnded writes the audit log and ends the sessions and the UI of the account's previous key. Its one-time tokens can
// no longer open a session, see StartSession.
func (s base) keyEnded(ctx context.Context, tx pgx.Tx, act core.Act) error {
	if err := s.audit(ctx, tx, act); err != nil {
		return err
	}
	if err := s.q.DeleteUI(ctx, tx, int32(act.Account)); err != nil {
		return fmt.Errorf("remove UI configuration: %w", err)
	}
	ids, err := s.q.LockKeySessions(ctx, tx, int32(act.Account))
	if err != nil {
		return fmt.Errorf("read sessions: %w", err)
	}
	return s.endSessions(ctx, tx, ids, act.At)
}

// UseAPIKey finds the account of a key. It uses the system role, since the caller is not signed in.
func (s keys) UseAPIKey(ctx context.Context, hash []byte, now time.Time) (core.UsedKey, error) {
	var row db.FindApiKeyRow
	err := s.db.AsSystem(ctx, func(tx pgx.Tx) (err error) {
		if row, err = s.q.FindApiKey(ctx, tx, hash); err != nil {
			return orElse(err, core.ErrAPIKeyInvalid, "find API key")
		}
		if !row.Active {
			return core.ErrAPIKeyInvalid
		}
		return wrap(s.q.UseApiKey(ctx, tx, db.UseApiKeyParams{AccountID: row.AccountID, Now: now}), "note use of API key")
	})
	return core.UsedKey{
		Account: core.AccountID(row.AccountID), KeyRef: core.KeyRef{Prefix: row.Prefix, Maker: row.Maker},
	}, err
}

// UI returns the connected system's part of the application.
func (s keys) UI(ctx context.Context, account core.AccountID) (core.UI, error) {
	row, err := pgdb.Read(ctx, s.db, int32(account), func(q pgdb.Querier) (db.GetUIRow, error) {
		return s.q.GetUI(ctx, q, int32(account))
	})
	if errors.Is(err, pgx.ErrNoRows) {
		return core.UI{}, nil
	}
	return core.UI{Config: row.Config, Texts: row.Texts}, wrap(err, "read UI configuration")
}

// PutExternalLogin stores a one-time token and the rest of its login.
func (s keys) PutExternalLogin(
	ctx context.Context, key core.UsedKey, login core.ExternalLogin, tokenHash []byte, now time.Time,
) error {
	id := int32(key.Account)
	return s.db.InAccount(ctx, id, func(tx pgx.Tx) error {
		user, err := s.q.FindExternalUser(ctx, tx, db.FindExternalUserParams{
			AccountID: id, Email: login.Email, Barred: core.RoleSuperAdmin,
		})
		if err != nil {
			return orElse(err, core.ErrUserNotFound, "find user")
		}
		if login.ServerID != "" || login.UserID != "" {
			ids := db.SetExternalIdsParams{
				AccountID: id, ID: user.ID, ExternalServerID: login.ServerID, ExternalUserID: login.UserID,
			}
			if err := s.q.SetExternalIds(ctx, tx, ids); err != nil {
				return fmt.Errorf("keep external ids: %w", err)
			}
		}
		if login.UI.Config != nil {
			config := db.PutUIConfigParams{AccountID: id, Config: login.UI.Config, SetAt: &now}
			if err := s.q.PutUIConfig(ctx, tx, config); err != nil {
				return fmt.Errorf("keep UI configuration: %w", err)
			}
		}
		if login.UI.Texts != nil {
			texts := db.PutUITextsParams{AccountID: id, Texts: login.UI.Texts, SetAt: &now}
			if err := s.q.PutUITexts(ctx, tx, texts); err != nil {
				return fmt.Errorf("keep UI texts: %w", err)
			}
		}
		token := db.PutExternalLoginParams{
			TokenHash: tokenHash, AccountID: id, UserID: user.ID, ExpiresAt: now.Add(core.ExternalLoginLife),
			Challenge: login.Challenge, KeyPrefix: key.Prefix,
		}
		if err := s.q.PutExternalLogin(ctx, tx, token); err != nil {
			return fmt.Errorf("keep one-time token: %w", err)
		}
		act := core.Act{
			At: now, User: core.UserID(user.ID), Email: user.Email, Home: key.Account, Account: key.Account, Key: key.KeyRef,
		}
		act.What = core.ActExternalLogin
		return s.audit(ctx, tx, act)
	})
}

// TakeExternalLogin uses up a one-time token.
func (s keys) TakeExternalLogin(ctx context.Context, tokenHash []byte, now time.Time) (core.OneTime, error) {
	row, err := pgdb.AsSystem(ctx, s.db, func(tx pgx.Tx) (db.TakeExternalLoginRow, error) {
		return s.q.TakeExternalLogin(ctx, tx, db.TakeExternalLoginParams{TokenHash: tokenHash, Now: now})
	})
	if err != nil {
		return core.OneTime{}, orElse(err, core.ErrExternalToken, "use one-time token")
	}
	user := core.User{ID: core.UserID(row.UserID), Account: core.AccountID(row.AccountID)}
	return core.OneTime{User: user, Key: row.KeyPrefix, Challenge: row.Challenge}, nil
}
