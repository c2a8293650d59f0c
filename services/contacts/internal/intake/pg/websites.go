package pg

import (
	"context"
	"errors"
	"fmt"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"puls.app/services/contacts/internal/contact"
	contactpg "puls.app/services/contacts/internal/contact/pg"
	"puls.app/services/contacts/internal/intake"
	"puls.app/services/contacts/internal/pg/db"
	"puls.app/services/kit/pgdb"
)

// Websites returns the websites of an account.
func (s *Store) Websites(ctx context.Context, account contact.AccountID) ([]intake.Website, error) {
	var websites []intake.Website
	err := s.DB.Read(ctx, int32(account), func(q pgdb.Querier) error {
		rows, err := queries.ListWebsites(ctx, q, int32(account))
		for _, row := range rows {
			websites = append(websites, intake.Website{
				Client: row.SiClientID, UID: row.Uid, Domain: row.Domain, Since: row.FirstEventAt,
				CreatedAt: row.CreatedAt, MadeBy: row.MadeBy,
			})
		}
		return contactpg.Wrap("list websites", err)
	})
	return websites, err
}

// AddWebsite adds a website if allow returns no error.
func (s *Store) AddWebsite(
	ctx context.Context, account contact.AccountID, by contact.Actor, uid, domain string, allow contact.Allow,
) (client uuid.UUID, err error) {
	err = s.InDatabase(ctx, account, uid, func(tx pgx.Tx, database contact.DatabaseID) error {
		count, err := queries.CountWebsites(ctx, tx, int32(account))
		if err != nil {
			return fmt.Errorf("count websites: %w", err)
		}
		if err := allow(int(count)); err != nil {
			return err
		}
		params := db.CreateWebsiteParams{
			AccountID: int32(account), DatabaseID: int32(database), Domain: domain, MadeBy: by.Who,
		}
		client, err = queries.CreateWebsite(ctx, tx, params)
		if contactpg.Violates(err, "websites_domain_key") {
			return intake.ErrTrackingExists.WithField("domain", intake.ErrTrackingExists.Detail)
		}
		return err
	})
	if err != nil {
		return uuid.Nil, fmt.Errorf("add website: %w", err)
	}
	return client, nil
}

// RemoveWebsite removes a website, and schedules the removal of its visitors if there is an entry for that.
func (s *Store) RemoveWebsite(
	ctx context.Context, account contact.AccountID, client uuid.UUID, visitors *contact.Entry,
) error {
	return s.DB.InAccount(ctx, int32(account), func(tx pgx.Tx) error {
		if visitors != nil {
			if err := removeWithVisitors(ctx, tx, client, *visitors); err != nil {
				return err
			}
		}
		rows, err := queries.DeleteWebsite(ctx, tx, db.DeleteWebsiteParams{AccountID: int32(account), SiClientID: client})
		if err != nil {
			return fmt.Errorf("remove website: %w", err)
		}
		if rows == 0 {
			return intake.ErrTrackingNotFound
		}
		return forgetIntake(ctx, tx, account, client)
	})
}

func removeWithVisitors(ctx context.Context, tx pgx.Tx, client uuid.UUID, entry contact.Entry) error {
	account := int32(entry.Account)
	website, err := queries.FindWebsite(ctx, tx, db.FindWebsiteParams{AccountID: account, SiClientID: client})
	if errors.Is(err, pgx.ErrNoRows) {
		return intake.ErrTrackingNotFound
	}
	if err != nil {
		return fmt.Errorf("find website: %w", err)
	}
	lock := db.LockDatabaseParams{AccountID: account, ID: website.DatabaseID}
	if _, err := queries.LockDatabase(ctx, tx, lock); err != nil {
		return fmt.Errorf("lock database: %w", err)
	}
	entry.Note = website.Domain
	if _, err := contactpg.AddEntry(ctx, tx, entry); err != nil {
		return err
	}
	return contactpg.Wrap("ask for the removal of visitors", queries.AddVisitorRemoval(ctx, tx, db.AddVisitorRemovalParams{
		AccountID: account, SiClientID: client, DatabaseID: website.DatabaseID, Whole: website.Only,
		RequestedAt: entry.At,
	}))
}
