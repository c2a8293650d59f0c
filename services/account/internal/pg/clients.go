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

// Client returns an account as a client of another one. It uses the system role, since it reads a foreign account.
func (s clients) Client(ctx context.Context, home, client core.AccountID) (core.Client, error) {
	row, err := pgdb.ReadAsSystem(ctx, s.db, func(q pgdb.Querier) (db.GetClientStateRow, error) {
		return s.q.GetClientState(ctx, q, db.GetClientStateParams{ID: int32(client), Home: int32(home)})
	})
	if err != nil {
		return core.Client{}, orElse(err, core.ErrClientNotFound, "read client account")
	}
	return core.Client{Active: row.Active, Link: core.LinkID(row.Link)}, nil
}

// LinkClient lets an account enter another one.
func (s clients) LinkClient(ctx context.Context, account, client core.AccountID, act core.Act) error {
	return s.db.AsSystem(ctx, func(tx pgx.Tx) error {
		count, err := s.q.CountAccounts(ctx, tx, []int32{int32(account), int32(client)})
		if err != nil {
			return fmt.Errorf("read accounts: %w", err)
		}
		if count < 2 {
			return core.ErrNotFound
		}
		if err := s.q.PutClientLink(ctx, tx, db.PutClientLinkParams{
			AccountID: int32(account), ClientAccountID: int32(client),
		}); err != nil {
			return fmt.Errorf("link accounts: %w", err)
		}
		return s.audit(ctx, tx, act)
	})
}

// UnlinkClient removes a link and publishes it to gateways, so that its tokens are refused wherever their sessions are
// now.
func (s clients) UnlinkClient(ctx context.Context, account, client core.AccountID, act core.Act) error {
	return s.db.AsSystem(ctx, func(tx pgx.Tx) error {
		id, err := s.q.DeleteClientLink(ctx, tx, db.DeleteClientLinkParams{
			AccountID: int32(account), ClientAccountID: int32(client),
		})
		if err != nil {
			return orElse(err, core.ErrNotFound, "remove link")
		}
		if err := s.audit(ctx, tx, act); err != nil {
			return err
		}
		if err := s.q.LockRefusals(ctx, tx); err != nil {
			return fmt.Errorf("lock refusals: %w", err)
		}
		return wrap(
			s.q.NoteEndedLink(ctx, tx, db.NoteEndedLinkParams{ID: id, AccountID: int32(account), EndedAt: act.At}),
			"note ended link",
		)
	})
}

// SetPackage sets an account's package.
func (s clients) SetPackage(
	ctx context.Context, account core.AccountID, name string, trialEnds *time.Time, act core.Act,
) error {
	return s.db.AsSystem(ctx, func(tx pgx.Tx) error {
		rows, err := s.q.SetPackage(ctx, tx, db.SetPackageParams{ID: int32(account), Package: name, TrialEndsAt: trialEnds})
		if err := oneRow(rows, err, core.ErrNotFound, "set package"); err != nil {
			return err
		}
		if err := s.audit(ctx, tx, act); err != nil {
			return err
		}
		return s.noteAccount(ctx, tx, int32(account))
	})
}

// SetActive enables or disables an account. Disabling ends the sessions of its users. Visitors' sessions return home
// when they are continued; their tokens are refused while the account is disabled.
func (s clients) SetActive(ctx context.Context, account core.AccountID, active bool, act core.Act) error {
	return s.db.AsSystem(ctx, func(tx pgx.Tx) error {
		rows, err := s.q.SetAccountActive(ctx, tx, db.SetAccountActiveParams{ID: int32(account), Active: active, Now: act.At})
		if err := oneRow(rows, err, core.ErrNotFound, "switch account"); err != nil {
			return err
		}
		if err := s.audit(ctx, tx, act); err != nil {
			return err
		}
		if !active {
			ids, err := s.q.LockAccountSessions(ctx, tx, int32(account))
			if err != nil {
				return fmt.Errorf("read sessions: %w", err)
			}
			if err := s.endSessions(ctx, tx, ids, act.At); err != nil {
				return err
			}
		}
		return s.noteAccount(ctx, tx, int32(account))
	})
}

// noteAccount publishes an account's new state to gateways. The transaction has locked its row.
func (s base) noteAccount(ctx context.Context, tx pgx.Tx, account int32) error {
	if err := s.q.LockRefusals(ctx, tx); err != nil {
		return fmt.Errorf("lock refusals: %w", err)
	}
	_, err := s.q.NoteAccountState(ctx, tx, account)
	return wrap(err, "note account state")
}

// audit adds an entry to the audit log.
func (s base) audit(ctx context.Context, tx pgx.Tx, act core.Act) error {
	return wrap(s.q.InsertAudit(ctx, tx, db.InsertAuditParams{
		OccurredAt: act.At, UserID: int64(act.User), Email: act.Email, HomeAccountID: int32(act.Home),
		AccountID: int32(act.Account), Act: act.What,
		KeyPrefix: act.Key.Prefix, KeyMaker: act.Key.Maker, Operator: act.Operator,
	}), "write audit log")
}

// RecordAct adds an act to the audit log, with the key that opened the session, unless the same act was recorded since
// a time.
func (s clients) RecordAct(ctx context.Context, act core.Act, session core.SessionID, since time.Time) error {
	return s.db.AsSystem(ctx, func(tx pgx.Tx) (err error) {
		if act.Email, err = s.q.GetUserEmail(ctx, tx, int64(act.User)); err != nil {
			return orElse(err, core.ErrUserNotFound, "read user")
		}
		key, err := s.q.GetSessionKey(ctx, tx, db.GetSessionKeyParams{ID: session, UserID: int64(act.User)})
		if err != nil && !errors.Is(err, pgx.ErrNoRows) {
			return fmt.Errorf("read key of session: %w", err)
		}
		act.Key = core.KeyRef{Prefix: key.KeyPrefix, Maker: key.KeyMaker}
		if !since.IsZero() {
			written, err := s.q.IsAudited(ctx, tx, db.IsAuditedParams{
				AccountID: int32(act.Account), UserID: int64(act.User), KeyPrefix: act.Key.Prefix, Act: act.What, Since: since,
			})
			if err != nil || written {
				return wrap(err, "read audit log")
			}
		}
		return s.audit(ctx, tx, act)
	})
}

// Audit returns the newest acts.
func (s clients) Audit(ctx context.Context, account core.AccountID, limit int) ([]core.Act, error) {
	var acts []core.Act
	err := s.db.ReadAsSystem(ctx, func(q pgdb.Querier) error {
		rows, err := s.q.ListAudit(ctx, q, db.ListAuditParams{Account: int32(account), Limit: int32(limit)})
		for _, row := range rows {
			acts = append(acts, core.Act{
				At: row.OccurredAt, User: core.UserID(row.UserID), Email: row.Email, Home: core.AccountID(row.HomeAccountID),
				Account: core.AccountID(row.AccountID), What: row.Act, Key: core.KeyRef{Prefix: row.KeyPrefix, Maker: row.KeyMaker},
				Operator: row.Operator,
			})
		}
		return err
	})
	return acts, wrap(err, "list audit log")
}
