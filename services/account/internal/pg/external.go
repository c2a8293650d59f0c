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

// APIKey answers the account's key.
func (s *Store) APIKey(ctx context.Context, account core.AccountID) (core.APIKey, error) {
	var row db.GetApiKeyRow
	err := s.db.InAccount(ctx, int32(account), func(tx pgx.Tx) (err error) {
		row, err = s.q.GetApiKey(ctx, tx, int32(account))
		return err
	})
	if err != nil {
		return core.APIKey{}, orElse(err, core.ErrAPIKeyNotFound, "read API key")
	}
	return core.APIKey{Prefix: row.Prefix, Created: row.CreatedAt, LastUsed: row.LastUsedAt}, nil
}

// PutAPIKey keeps a key in place of the one before.
func (s *Store) PutAPIKey(ctx context.Context, account core.AccountID, key core.APIKey, hash []byte) error {
	return s.db.InAccount(ctx, int32(account), func(tx pgx.Tx) error {
		return wrap(s.q.PutApiKey(ctx, tx, db.PutApiKeyParams{AccountID: int32(account), KeyHash: hash, Prefix: key.Prefix, CreatedAt: key.Created}), "put API key")
	})
}

// RemoveAPIKey ends the account's key.
func (s *Store) RemoveAPIKey(ctx context.Context, account core.AccountID) error {
	return s.db.InAccount(ctx, int32(account), func(tx pgx.Tx) error {
		rows, err := s.q.DeleteApiKey(ctx, tx, int32(account))
		return oneRow(rows, err, core.ErrAPIKeyNotFound, "remove API key")
	})
}

// UseAPIKey finds the account of a key, since nobody is signed in yet.
func (s *Store) UseAPIKey(ctx context.Context, hash []byte, now time.Time) (core.AccountID, error) {
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
	return core.AccountID(row.AccountID), err
}

// UI answers what the connected system gave.
func (s *Store) UI(ctx context.Context, account core.AccountID) (core.UI, error) {
	var row db.GetUIRow
	err := s.db.InAccount(ctx, int32(account), func(tx pgx.Tx) (err error) {
		row, err = s.q.GetUI(ctx, tx, int32(account))
		return err
	})
	if errors.Is(err, pgx.ErrNoRows) {
		return core.UI{}, nil
	}
	return core.UI{Config: row.Config, Texts: row.Texts}, wrap(err, "read UI configuration")
}

// PutExternalLogin keeps a one-time token and what came with it.
func (s *Store) PutExternalLogin(ctx context.Context, account core.AccountID, login core.ExternalLogin, tokenHash []byte, expires time.Time) error {
	id := int32(account)
	return s.db.InAccount(ctx, id, func(tx pgx.Tx) error {
		user, err := s.q.FindExternalUser(ctx, tx, db.FindExternalUserParams{AccountID: id, Email: login.Email})
		if err != nil {
			return orElse(err, core.ErrUserNotFound, "find user")
		}
		if login.ServerID != "" || login.UserID != "" {
			ids := db.SetExternalIdsParams{AccountID: id, ID: user, ExternalServerID: login.ServerID, ExternalUserID: login.UserID}
			if err := s.q.SetExternalIds(ctx, tx, ids); err != nil {
				return fmt.Errorf("keep external ids: %w", err)
			}
		}
		if login.UI.Config != nil {
			if err := s.q.PutUIConfig(ctx, tx, db.PutUIConfigParams{AccountID: id, Config: login.UI.Config}); err != nil {
				return fmt.Errorf("keep UI configuration: %w", err)
			}
		}
		if login.UI.Texts != nil {
			if err := s.q.PutUITexts(ctx, tx, db.PutUITextsParams{AccountID: id, Texts: login.UI.Texts}); err != nil {
				return fmt.Errorf("keep UI texts: %w", err)
			}
		}
		return wrap(s.q.PutExternalLogin(ctx, tx, db.PutExternalLoginParams{TokenHash: tokenHash, AccountID: id, UserID: user, ExpiresAt: expires, Challenge: login.Challenge}), "keep one-time token")
	})
}

// TakeExternalLogin uses a one-time token up.
func (s *Store) TakeExternalLogin(ctx context.Context, tokenHash []byte, now time.Time) (core.OneTime, error) {
	var row db.TakeExternalLoginRow
	err := s.db.AsSystem(ctx, func(tx pgx.Tx) (err error) {
		row, err = s.q.TakeExternalLogin(ctx, tx, db.TakeExternalLoginParams{TokenHash: tokenHash, Now: now})
		return err
	})
	if err != nil {
		return core.OneTime{}, orElse(err, core.ErrExternalToken, "use one-time token")
	}
	return core.OneTime{User: core.User{ID: core.UserID(row.UserID), Account: core.AccountID(row.AccountID)}, Challenge: row.Challenge}, nil
}
