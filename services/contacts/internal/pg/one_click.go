package pg

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"

	"puls.app/services/contacts/internal/core"
	"puls.app/services/contacts/internal/pg/db"
)

// linked is what stands of a link's consent, in a transaction that holds the database.
type linked struct {
	account core.AccountID
	// consents says that there is one, listed that the address is on the list already.
	consents, listed bool
}

// inLink runs work with what stands of a link's consent.
func (s *Store) inLink(
	ctx context.Context, link core.Link, rule withdraw, work func(tx pgx.Tx, found linked) error,
) error {
	return s.system(ctx, "follow link", func(tx pgx.Tx) error {
		of, err := s.q.FindLinked(ctx, tx, int32(link.Database))
		if errors.Is(err, pgx.ErrNoRows) || (err == nil && of.Epoch != link.Epoch) {
			return core.ErrLinkUnknown
		}
		if err != nil {
			return err
		}
		lock := db.LockDatabaseParams{AccountID: of.AccountID, ID: int32(link.Database)}
		if _, err := s.q.LockDatabase(ctx, tx, lock); err != nil {
			return fmt.Errorf("lock database: %w", err)
		}
		found := linked{account: core.AccountID(of.AccountID)}
		contact, err := s.findContact(ctx, tx, link.Database, link.Number)
		if errors.Is(err, core.ErrContactNotFound) {
			return core.ErrLinkUnknown
		}
		if err != nil {
			return err
		}
		w := rule(link.Channel, []core.Contact{*contact})
		if len(w.Listed) == 0 { // somebody without any address was erased
			return core.ErrLinkUnknown
		}
		found.consents = len(w.Numbers) > 0
		onList, err := s.suppressed(ctx, tx, link.Database, nil, []core.Contact{*contact})
		if err != nil {
			return err
		}
		found.listed = onList != nil && onList(w.Listed[0])
		return work(tx, found)
	})
}

// Withdrawn reports whether there is nothing left to withdraw.
func (s *Store) Withdrawn(ctx context.Context, link core.Link, rule withdraw) (withdrawn bool, err error) {
	err = s.inLink(ctx, link, rule, func(_ pgx.Tx, found linked) error {
		withdrawn = found.listed && !found.consents
		return nil
	})
	return withdrawn, err
}

// Unsubscribe withdraws the consent of a link.
func (s *Store) Unsubscribe(ctx context.Context, link core.Link, entry core.Entry, rule withdraw) error {
	return s.inLink(ctx, link, rule, func(tx pgx.Tx, found linked) error {
		if found.listed && !found.consents {
			return nil
		}
		entry.Account = found.account
		unsubscribed := []core.Unsubscription{{Database: link.Database, Channel: link.Channel, Number: link.Number}}
		_, err := s.withdraw(ctx, tx, unsubscribed, rule, withdrawing{Entry: entry})
		return err
	})
}

// LinkState returns how the links of an account stand.
func (s *Store) LinkState(ctx context.Context, account core.AccountID) (state core.LinkState, err error) {
	err = s.db.InAccount(ctx, int32(account), func(tx pgx.Tx) error {
		row, err := s.q.GetLinkEpoch(ctx, tx, int32(account))
		if err != nil && !errors.Is(err, pgx.ErrNoRows) {
			return fmt.Errorf("read epoch of links: %w", err)
		}
		state = core.LinkState{Epoch: row.Epoch, EndedAt: row.BegunAt, EndedBy: row.BegunBy}
		holders, err := s.q.ListLinkHolders(ctx, tx, int32(account))
		for _, holder := range holders {
			state.Holders = append(state.Holders, core.LinkHolder{Who: holder.Who, At: holder.DownloadedAt})
		}
		return wrap("list holders of links", err)
	})
	return state, err
}

// EndLinks begins the next epoch. Whoever downloads meanwhile stays noted, whichever links they got.
func (s *Store) EndLinks(ctx context.Context, entry core.Entry) error {
	account := int32(entry.Account)
	return s.db.InAccount(ctx, account, func(tx pgx.Tx) error {
		err := s.q.EndLinks(ctx, tx, db.EndLinksParams{AccountID: account, BegunAt: entry.At, BegunBy: entry.Who})
		if err != nil {
			return fmt.Errorf("end links: %w", err)
		}
		if err := s.q.DeleteLinkHolders(ctx, tx, account); err != nil {
			return fmt.Errorf("forget holders of links: %w", err)
		}
		_, err = s.addEntry(ctx, tx, entry)
		return err
	})
}

// holdLinks notes that somebody gets links, and returns their epoch.
func (s *Store) holdLinks(ctx context.Context, tx pgx.Tx, e core.Entry) (epoch int32, err error) {
	note := db.NoteLinkHolderParams{AccountID: int32(e.Account), Who: e.Who, DownloadedAt: e.At}
	if err := s.q.NoteLinkHolder(ctx, tx, note); err != nil {
		return 0, fmt.Errorf("note holder of links: %w", err)
	}
	row, err := s.q.GetLinkEpoch(ctx, tx, int32(e.Account))
	if errors.Is(err, pgx.ErrNoRows) {
		return 0, nil
	}
	return row.Epoch, wrap("read epoch of links", err)
}
