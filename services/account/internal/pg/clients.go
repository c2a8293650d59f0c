package pg

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"puls.app/services/account/internal/core"
	"puls.app/services/account/internal/pg/db"
)

// Client answers an account as seen from another one. Seeing it is why the system role is taken.
func (s *Store) Client(ctx context.Context, home, client core.AccountID) (core.Client, error) {
	var row db.GetClientStateRow
	err := s.db.AsSystem(ctx, func(tx pgx.Tx) (err error) {
		row, err = s.q.GetClientState(ctx, tx, db.GetClientStateParams{ID: int32(client), Home: int32(home)})
		return err
	})
	if err != nil {
		return core.Client{}, orElse(err, core.ErrClientNotFound, "read client account")
	}
	return core.Client{Active: row.Active, Linked: row.Linked}, nil
}

// LinkClient lets an account enter another one.
func (s *Store) LinkClient(ctx context.Context, account, client core.AccountID) error {
	return s.db.AsSystem(ctx, func(tx pgx.Tx) error {
		count, err := s.q.CountAccounts(ctx, tx, []int32{int32(account), int32(client)})
		if err != nil {
			return fmt.Errorf("read accounts: %w", err)
		}
		if count < 2 {
			return core.ErrNotFound
		}
		return wrap(s.q.PutClientLink(ctx, tx, db.PutClientLinkParams{AccountID: int32(account), ClientAccountID: int32(client)}), "link accounts")
	})
}

// UnlinkClient takes a link away and ends the sessions that are there by it.
func (s *Store) UnlinkClient(ctx context.Context, account, client core.AccountID, now time.Time) error {
	return s.db.AsSystem(ctx, func(tx pgx.Tx) error {
		rows, err := s.q.DeleteClientLink(ctx, tx, db.DeleteClientLinkParams{AccountID: int32(account), ClientAccountID: int32(client)})
		if err := oneRow(rows, err, core.ErrNotFound, "remove link"); err != nil {
			return err
		}
		ids, err := s.q.LockClientSessions(ctx, tx, db.LockClientSessionsParams{AccountID: int32(account), CurrentAccountID: int32(client)})
		if err != nil {
			return fmt.Errorf("read sessions: %w", err)
		}
		return s.endSessions(ctx, tx, ids, now)
	})
}

// SetPackage gives an account a package.
func (s *Store) SetPackage(ctx context.Context, account core.AccountID, name string, trialEnds *time.Time) error {
	return s.db.AsSystem(ctx, func(tx pgx.Tx) error {
		rows, err := s.q.SetPackage(ctx, tx, db.SetPackageParams{ID: int32(account), Package: name, TrialEndsAt: trialEnds})
		if err := oneRow(rows, err, core.ErrNotFound, "set package"); err != nil {
			return err
		}
		return s.noteAccount(ctx, tx, int32(account))
	})
}

// SetActive switches an account on or off; off ends its sessions.
func (s *Store) SetActive(ctx context.Context, account core.AccountID, active bool, now time.Time) error {
	return s.db.AsSystem(ctx, func(tx pgx.Tx) error {
		rows, err := s.q.SetAccountActive(ctx, tx, db.SetAccountActiveParams{ID: int32(account), Active: active, Now: now})
		if err := oneRow(rows, err, core.ErrNotFound, "switch account"); err != nil {
			return err
		}
		if !active {
			ids, err := s.q.LockAccountSessions(ctx, tx, int32(account))
			if err != nil {
				return fmt.Errorf("read sessions: %w", err)
			}
			if err := s.endSessions(ctx, tx, ids, now); err != nil {
				return err
			}
		}
		return s.noteAccount(ctx, tx, int32(account))
	})
}

// noteAccount tells gateways of an account's new state; the transaction has locked its row.
func (s *Store) noteAccount(ctx context.Context, tx pgx.Tx, account int32) error {
	if err := s.q.LockRefusals(ctx, tx); err != nil {
		return fmt.Errorf("lock refusals: %w", err)
	}
	_, err := s.q.NoteAccountState(ctx, tx, account)
	return wrap(err, "note account state")
}

func auditRow(act core.Act) db.InsertAuditParams {
	return db.InsertAuditParams{
		OccurredAt: act.At, UserID: int64(act.User), Email: act.Email, HomeAccountID: int32(act.Home), AccountID: int32(act.Account), Act: act.What,
	}
}

// RecordAct adds to the audit log.
func (s *Store) RecordAct(ctx context.Context, act core.Act) error {
	return s.db.AsSystem(ctx, func(tx pgx.Tx) (err error) {
		if act.Email, err = s.q.GetUserEmail(ctx, tx, int64(act.User)); err != nil {
			return orElse(err, core.ErrUserNotFound, "read user")
		}
		return wrap(s.q.InsertAudit(ctx, tx, auditRow(act)), "write audit log")
	})
}

// Audit answers the newest acts.
func (s *Store) Audit(ctx context.Context, account core.AccountID, limit int) ([]core.Act, error) {
	var acts []core.Act
	err := s.db.AsSystem(ctx, func(tx pgx.Tx) error {
		rows, err := s.q.ListAudit(ctx, tx, db.ListAuditParams{Account: int32(account), Limit: int32(limit)})
		for _, row := range rows {
			acts = append(acts, core.Act{
				At: row.OccurredAt, User: core.UserID(row.UserID), Email: row.Email,
				Home: core.AccountID(row.HomeAccountID), Account: core.AccountID(row.AccountID), What: row.Act,
			})
		}
		return err
	})
	return acts, wrap(err, "list audit log")
}
