package pg

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"

	"puls.app/services/contacts/internal/contact"
	contactpg "puls.app/services/contacts/internal/contact/pg"
	"puls.app/services/contacts/internal/contact/pg/withdrawal"
	"puls.app/services/contacts/internal/pg/db"
	"puls.app/services/contacts/internal/privacy"
	"puls.app/services/kit/pgdb"
)

// linked is the state of a link's consent in a transaction that locks the database.
type linked struct {
	account contact.AccountID
	// consents reports whether the contact consents, listed whether its address is on the suppression list.
	consents, listed bool
}

// inLink runs work with the state of a link's consent.
func (s *Store) inLink(
	ctx context.Context, link contact.Link, work func(tx pgx.Tx, found linked) error,
) error {
	return s.System(ctx, "follow link", func(tx pgx.Tx) error {
		of, err := queries.FindLinked(ctx, tx, int32(link.Database))
		if errors.Is(err, pgx.ErrNoRows) || (err == nil && of.Epoch != link.Epoch) {
			return contact.ErrLinkUnknown
		}
		if err != nil {
			return err
		}
		lock := db.LockDatabaseParams{AccountID: of.AccountID, ID: int32(link.Database)}
		if _, err := queries.LockDatabase(ctx, tx, lock); err != nil {
			return fmt.Errorf("lock database: %w", err)
		}
		found := linked{account: contact.AccountID(of.AccountID)}
		named, err := contactpg.FindContact(ctx, tx, link.Database, link.Number)
		if errors.Is(err, contact.ErrNotFound) {
			return contact.ErrLinkUnknown
		}
		if err != nil {
			return err
		}
		w := contact.Withdraw(link.Channel, []contact.Contact{*named})
		if len(w.Listed) == 0 { // a contact without an address was erased
			return contact.ErrLinkUnknown
		}
		found.consents = len(w.Numbers) > 0
		onList, err := contactpg.Suppressed(ctx, tx, link.Database, nil, []contact.Contact{*named})
		if err != nil {
			return err
		}
		found.listed = onList != nil && onList(w.Listed[0])
		return work(tx, found)
	})
}

// Withdrawn reports whether there is nothing left to withdraw.
func (s *Store) Withdrawn(ctx context.Context, link contact.Link) (withdrawn bool, err error) {
	err = s.inLink(ctx, link, func(_ pgx.Tx, found linked) error {
		withdrawn = found.listed && !found.consents
		return nil
	})
	return withdrawn, err
}

// Unsubscribe withdraws the consent of a link.
func (s *Store) Unsubscribe(ctx context.Context, link contact.Link, entry contact.Entry) error {
	return s.inLink(ctx, link, func(tx pgx.Tx, found linked) error {
		if found.listed && !found.consents {
			return nil
		}
		entry.Account = found.account
		unsubscribed := []contact.Unsubscription{{Database: link.Database, Channel: link.Channel, Number: link.Number}}
		_, err := withdrawal.Apply(ctx, tx, unsubscribed, withdrawal.Step{Entry: entry})
		return err
	})
}

// LinkState returns the state of an account's links.
func (s *Store) LinkState(ctx context.Context, account contact.AccountID) (state privacy.LinkState, err error) {
	err = s.DB.Read(ctx, int32(account), func(q pgdb.Querier) error {
		row, err := queries.GetLinkEpoch(ctx, q, int32(account))
		if err != nil && !errors.Is(err, pgx.ErrNoRows) {
			return fmt.Errorf("read epoch of links: %w", err)
		}
		state = privacy.LinkState{Epoch: row.Epoch, EndedAt: row.BegunAt, EndedBy: row.BegunBy}
		holders, err := queries.ListLinkHolders(ctx, q, int32(account))
		for _, holder := range holders {
			state.Holders = append(state.Holders, privacy.LinkHolder{Who: holder.Who, At: holder.DownloadedAt})
		}
		return contactpg.Wrap("list holders of links", err)
	})
	return state, err
}

// EndLinks begins the next epoch and deletes the holders. A holder that downloads meanwhile stays recorded, whichever
// epoch its links have.
func (s *Store) EndLinks(ctx context.Context, entry contact.Entry) error {
	account := int32(entry.Account)
	return s.DB.InAccount(ctx, account, func(tx pgx.Tx) error {
		err := queries.EndLinks(ctx, tx, db.EndLinksParams{AccountID: account, BegunAt: entry.At, BegunBy: entry.Who})
		if err != nil {
			return fmt.Errorf("end links: %w", err)
		}
		if err := queries.DeleteLinkHolders(ctx, tx, account); err != nil {
			return fmt.Errorf("forget holders of links: %w", err)
		}
		_, err = contactpg.AddEntry(ctx, tx, entry)
		return err
	})
}
