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
		account, err := s.q.FindAccount(ctx, tx, int32(link.Database))
		if errors.Is(err, pgx.ErrNoRows) {
			return core.ErrLinkUnknown
		}
		if err != nil {
			return err
		}
		lock := db.LockDatabaseParams{AccountID: account, ID: int32(link.Database)}
		if _, err := s.q.LockDatabase(ctx, tx, lock); err != nil {
			return fmt.Errorf("lock database: %w", err)
		}
		found := linked{account: core.AccountID(account)}
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
