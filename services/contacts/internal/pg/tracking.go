package pg

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"puls.app/services/contacts/internal/core"
	"puls.app/services/contacts/internal/engine/fact"
	"puls.app/services/contacts/internal/pg/db"
)

// Websites returns the websites of an account.
func (s *Store) Websites(ctx context.Context, account core.AccountID) ([]core.Website, error) {
	var websites []core.Website
	err := s.db.InAccount(ctx, int32(account), func(tx pgx.Tx) error {
		rows, err := s.q.ListWebsites(ctx, tx, int32(account))
		if err != nil {
			return fmt.Errorf("list websites: %w", err)
		}
		for _, row := range rows {
			websites = append(websites, core.Website{
				Client: row.SiClientID, UID: row.Uid, Domain: row.Domain, Since: row.FirstEventAt,
				CreatedAt: row.CreatedAt, MadeBy: row.MadeBy,
			})
		}
		return nil
	})
	return websites, err
}

// AddWebsite adds one if allow does.
func (s *Store) AddWebsite(
	ctx context.Context, account core.AccountID, by core.Actor, uid, domain string, allow core.Allow,
) (client uuid.UUID, err error) {
	err = s.inDatabase(ctx, account, uid, func(tx pgx.Tx, database core.DatabaseID) error {
		count, err := s.q.CountWebsites(ctx, tx, int32(account))
		if err != nil {
			return fmt.Errorf("count websites: %w", err)
		}
		if err := allow(int(count)); err != nil {
			return err
		}
		params := db.CreateWebsiteParams{
			AccountID: int32(account), DatabaseID: int32(database), Domain: domain, MadeBy: by.Who,
		}
		client, err = s.q.CreateWebsite(ctx, tx, params)
		if violates(err, "websites_domain_key") {
			return core.ErrTrackingExists.WithField("domain", core.ErrTrackingExists.Detail)
		}
		return err
	})
	if err != nil {
		return uuid.Nil, fmt.Errorf("add website: %w", err)
	}
	return client, nil
}

// RemoveWebsite removes one, and has its visitors removed if there is an entry that says so.
func (s *Store) RemoveWebsite(
	ctx context.Context, account core.AccountID, client uuid.UUID, visitors *core.Entry,
) error {
	return s.db.InAccount(ctx, int32(account), func(tx pgx.Tx) error {
		if visitors != nil {
			if err := s.removeWithVisitors(ctx, tx, client, *visitors); err != nil {
				return err
			}
		}
		rows, err := s.q.DeleteWebsite(ctx, tx, db.DeleteWebsiteParams{AccountID: int32(account), SiClientID: client})
		if err != nil {
			return fmt.Errorf("remove website: %w", err)
		}
		if rows == 0 {
			return core.ErrTrackingNotFound
		}
		return s.forgetIntake(ctx, tx, account, client)
	})
}

func (s *Store) removeWithVisitors(ctx context.Context, tx pgx.Tx, client uuid.UUID, entry core.Entry) error {
	account := int32(entry.Account)
	website, err := s.q.FindWebsite(ctx, tx, db.FindWebsiteParams{AccountID: account, SiClientID: client})
	if errors.Is(err, pgx.ErrNoRows) {
		return core.ErrTrackingNotFound
	}
	if err != nil {
		return fmt.Errorf("find website: %w", err)
	}
	lock := db.LockDatabaseParams{AccountID: account, ID: website.DatabaseID}
	if _, err := s.q.LockDatabase(ctx, tx, lock); err != nil {
		return fmt.Errorf("lock database: %w", err)
	}
	entry.Note = website.Domain
	if _, err := s.addEntry(ctx, tx, entry); err != nil {
		return err
	}
	return wrap("ask for the removal of visitors", s.q.AddVisitorRemoval(ctx, tx, db.AddVisitorRemovalParams{
		AccountID: account, SiClientID: client, DatabaseID: website.DatabaseID, Whole: website.Only,
		RequestedAt: entry.At,
	}))
}

// seeWebsites notes the websites that web events came from: their data proves that they are tracked. by sent them.
func (s *Store) seeWebsites(
	ctx context.Context, tx pgx.Tx, account core.AccountID, by core.Actor, part fact.WebPart,
) error {
	if len(part.Domains) == 0 {
		return nil
	}
	see := db.SeeWebsitesParams{
		AccountID: int32(account), DatabaseID: int32(part.Database), Most: core.MaxWebsites, MadeBy: by.Who,
	}
	for _, domain := range slices.Sorted(maps.Keys(part.Domains)) {
		see.Domains = append(see.Domains, domain)
		see.Times = append(see.Times, time.Unix(part.Domains[domain], 0))
	}
	if err := s.q.SeeWebsites(ctx, tx, see); err != nil {
		return fmt.Errorf("note websites: %w", err)
	}
	return nil
}
