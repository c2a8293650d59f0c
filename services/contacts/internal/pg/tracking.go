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
	"puls.app/services/contacts/internal/engine"
	"puls.app/services/contacts/internal/pg/db"
)

// Websites answers the websites of an account.
func (s *Store) Websites(ctx context.Context, account int32) ([]core.Website, error) {
	var websites []core.Website
	err := s.db.InAccount(ctx, account, func(tx pgx.Tx) error {
		rows, err := s.q.ListWebAccounts(ctx, tx, account)
		if err != nil {
			return fmt.Errorf("list websites: %w", err)
		}
		for _, row := range rows {
			websites = append(websites, core.Website{Client: row.SiClientID, UID: row.Uid, Domain: row.Domain, Since: row.FirstEventAt})
		}
		return nil
	})
	return websites, err //nolint:wrapcheck // wrapped where it arose
}

// Tracking answers how much is tracked.
func (s *Store) Tracking(ctx context.Context, account int32) (websites int, since *time.Time, err error) {
	all, err := s.Websites(ctx, account)
	for _, w := range all {
		if w.Since != nil && (since == nil || w.Since.Before(*since)) {
			since = w.Since
		}
	}
	return len(all), since, err
}

// AddWebsite adds one.
func (s *Store) AddWebsite(ctx context.Context, account int32, uid, domain string) (client uuid.UUID, err error) {
	err = s.inDatabase(ctx, account, uid, func(tx pgx.Tx, database int32) error {
		count, err := s.q.CountWebAccounts(ctx, tx, account)
		if err != nil {
			return fmt.Errorf("count websites: %w", err)
		}
		if count >= core.MaxWebsites {
			return core.ErrTrackingLimit
		}
		client, err = s.q.CreateWebAccount(ctx, tx, db.CreateWebAccountParams{AccountID: account, DatabaseID: database, Domain: domain})
		if violates(err, "web_account_domain_key") {
			return core.ErrTrackingExists.WithField("domain", core.ErrTrackingExists.Detail)
		}
		return err //nolint:wrapcheck // wrapped below
	})
	switch {
	case errors.Is(err, core.ErrDatabaseNotFound):
		return uuid.Nil, core.ErrTrackingUID.WithField("uid", core.ErrTrackingUID.Detail)
	case err != nil:
		return uuid.Nil, fmt.Errorf("add website: %w", err)
	}
	return client, nil
}

// RemoveWebsite removes one.
func (s *Store) RemoveWebsite(ctx context.Context, account int32, client uuid.UUID) error {
	return s.db.InAccount(ctx, account, func(tx pgx.Tx) error { //nolint:wrapcheck // wrapped where it arose
		rows, err := s.q.DeleteWebAccount(ctx, tx, db.DeleteWebAccountParams{AccountID: account, SiClientID: client})
		if err != nil {
			return fmt.Errorf("remove website: %w", err)
		}
		if rows == 0 {
			return core.ErrTrackingNotFound
		}
		return nil
	})
}

// seeWebsites notes the websites that web events came from: their data proves that they are tracked.
func (s *Store) seeWebsites(ctx context.Context, tx pgx.Tx, account int32, part engine.WebPart) error {
	see := db.SeeWebsitesParams{AccountID: account, DatabaseID: part.Database, Most: core.MaxWebsites}
	for _, domain := range slices.Sorted(maps.Keys(part.Domains)) {
		see.Domains = append(see.Domains, domain)
		see.Times = append(see.Times, time.Unix(part.Domains[domain], 0))
	}
	if err := s.q.SeeWebsites(ctx, tx, see); err != nil {
		return fmt.Errorf("note websites: %w", err)
	}
	return nil
}
