// Package pg stores webhooks and their deliveries in Postgres.
package pg

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"puls.app/services/account/internal/core"
	"puls.app/services/account/internal/pg/db"
	"puls.app/services/account/internal/webhook"
	"puls.app/services/kit/pgdb"
)

// Notify writes a notification into a transaction.
type Notify func(ctx context.Context, q pgdb.Querier, n core.Notification) error

// Store implements the stores of webhooks.
type Store struct {
	db     *pgdb.DB
	notify Notify
}

// NewStore returns a store on an open database.
func NewStore(database *pgdb.DB, notify Notify) *Store { return &Store{database, notify} }

// queries are the generated queries. They have no state: each call takes its transaction.
var queries = db.New()

// wrap adds the failed action to err; nil stays nil.
func wrap(doing string, err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%s: %w", doing, err)
}

// Webhooks returns the webhooks of an account.
func (s *Store) Webhooks(ctx context.Context, account core.AccountID) ([]webhook.Webhook, error) {
	rows, err := pgdb.Read(ctx, s.db, int32(account), func(q pgdb.Querier) ([]db.ListWebhooksRow, error) {
		return queries.ListWebhooks(ctx, q, int32(account))
	})
	all := make([]webhook.Webhook, len(rows))
	for i, row := range rows {
		all[i] = webhook.Webhook{
			ID: row.ID, URL: row.Url, Description: row.Description, Events: row.Events, CreatedAt: row.CreatedAt,
			MadeBy: row.MadeBy, Stopped: webhook.Stop(row.StoppedBy), StoppedAt: row.StoppedAt, DeliveredAt: row.DeliveredAt,
			Failures: int(row.Failures), FormerUntil: row.FormerUntil, Waiting: int(row.Waiting), Failed: int(row.Failed),
		}
	}
	return all, wrap("list webhooks", err)
}

// Add inserts a webhook. It fails with ErrLimit.
func (s *Store) Add(ctx context.Context, account core.AccountID, w webhook.Webhook, sealed []byte) error {
	id := int32(account)
	return s.db.InAccount(ctx, id, func(tx pgx.Tx) error {
		if _, err := queries.LockWebhookAccount(ctx, tx, id); err != nil {
			return wrap("lock webhooks", err)
		}
		count, err := queries.CountWebhooks(ctx, tx, id)
		if err != nil {
			return wrap("count webhooks", err)
		}
		if count >= webhook.Limit {
			return webhook.ErrLimit
		}
		return wrap("add webhook", queries.AddWebhook(ctx, tx, db.AddWebhookParams{
			ID: w.ID, AccountID: id, Url: w.URL, Description: w.Description, Events: w.Events, Secret: sealed,
			CreatedAt: w.CreatedAt, MadeBy: w.MadeBy,
		}))
	})
}

// change runs a statement that changes one webhook of an account. It fails with ErrNotFound if there is none.
func (s *Store) change(
	ctx context.Context, account core.AccountID, doing string, change func(tx pgx.Tx) (int64, error),
) error {
	return s.db.InAccount(ctx, int32(account), func(tx pgx.Tx) error {
		changed, err := change(tx)
		if err == nil && changed == 0 {
			return webhook.ErrNotFound
		}
		return wrap(doing, err)
	})
}

// Change replaces the settings of a webhook.
func (s *Store) Change(ctx context.Context, account core.AccountID, id uuid.UUID, to webhook.Settings) error {
	return s.change(ctx, account, "change webhook", func(tx pgx.Tx) (int64, error) {
		return queries.ChangeWebhook(ctx, tx, db.ChangeWebhookParams{
			AccountID: int32(account), ID: id, Url: to.URL, Description: to.Description, Events: to.Events,
		})
	})
}

// Remove deletes a webhook with its deliveries.
func (s *Store) Remove(ctx context.Context, account core.AccountID, id uuid.UUID) error {
	return s.change(ctx, account, "remove webhook", func(tx pgx.Tx) (int64, error) {
		return queries.DeleteWebhook(ctx, tx, db.DeleteWebhookParams{AccountID: int32(account), ID: id})
	})
}

// Rotate replaces the encrypted secret; the former one stays valid for a time.
func (s *Store) Rotate(
	ctx context.Context, account core.AccountID, id uuid.UUID, sealed []byte, until time.Time,
) error {
	return s.change(ctx, account, "rotate secret of webhook", func(tx pgx.Tx) (int64, error) {
		return queries.RotateWebhook(ctx, tx, db.RotateWebhookParams{
			AccountID: int32(account), ID: id, Secret: sealed, Until: until,
		})
	})
}

// Pause stops sending.
func (s *Store) Pause(ctx context.Context, account core.AccountID, id uuid.UUID, now time.Time) error {
	return s.change(ctx, account, "pause webhook", func(tx pgx.Tx) (int64, error) {
		return queries.PauseWebhook(ctx, tx, db.PauseWebhookParams{
			AccountID: int32(account), ID: id, StoppedBy: string(webhook.StopUser), Now: now,
		})
	})
}

// Resume ends a stop and makes all waiting deliveries due.
func (s *Store) Resume(ctx context.Context, account core.AccountID, id uuid.UUID, now time.Time) error {
	return s.change(ctx, account, "resume webhook", func(tx pgx.Tx) (int64, error) {
		changed, err := queries.ResumeWebhook(ctx, tx, db.ResumeWebhookParams{
			AccountID: int32(account), ID: id, Now: now,
		})
		if err != nil {
			return 0, err
		}
		return changed, queries.RestartDeliveries(ctx, tx, db.RestartDeliveriesParams{WebhookID: id, Now: now})
	})
}

// hasWebhook fails with ErrNotFound if the account has no such webhook.
func hasWebhook(ctx context.Context, q pgdb.Querier, account core.AccountID, id uuid.UUID) error {
	found, err := queries.HasWebhook(ctx, q, db.HasWebhookParams{AccountID: int32(account), ID: id})
	if err == nil && !found {
		return webhook.ErrNotFound
	}
	return wrap("find webhook", err)
}

// Deliveries returns the newest deliveries of a webhook.
func (s *Store) Deliveries(
	ctx context.Context, account core.AccountID, id uuid.UUID, most int,
) ([]webhook.Delivery, error) {
	var rows []db.ListDeliveriesRow
	err := s.db.Read(ctx, int32(account), func(q pgdb.Querier) (err error) {
		if err := hasWebhook(ctx, q, account, id); err != nil {
			return err
		}
		rows, err = queries.ListDeliveries(ctx, q, db.ListDeliveriesParams{
			AccountID: int32(account), WebhookID: id, Most: int32(most),
		})
		return wrap("list deliveries", err)
	})
	if err != nil {
		return nil, err
	}
	all := make([]webhook.Delivery, len(rows))
	for i, row := range rows {
		all[i] = webhook.Delivery{
			ID: row.ID, Account: account, Webhook: id, Event: row.Event, State: webhook.State(row.State),
			OccurredAt: row.OccurredAt, ContactCount: int(row.Contacts), Attempts: int(row.Attempts),
			AttemptedAt: row.AttemptedAt, NextAt: row.NextAt, Parts: int(row.Parts), Status: int(row.Status),
			Failure: webhook.Failure(row.Failure), Took: time.Duration(row.TookMs) * time.Millisecond,
		}
		if all[i].Content, err = readContent(row.Content); err != nil {
			return nil, err
		}
	}
	return all, nil
}

// Send makes a delivery due and ends the rest of its webhook.
func (s *Store) Send(ctx context.Context, account core.AccountID, id, delivery uuid.UUID, now time.Time) error {
	return s.db.InAccount(ctx, int32(account), func(tx pgx.Tx) error {
		if err := queries.WakeWebhook(ctx, tx, db.WakeWebhookParams{ID: id, Now: now}); err != nil {
			return fmt.Errorf("wake webhook: %w", err)
		}
		changed, err := queries.SendDelivery(ctx, tx, db.SendDeliveryParams{
			AccountID: int32(account), WebhookID: id, ID: delivery, Now: now,
		})
		if err == nil && changed == 0 {
			return webhook.ErrDeliveryNotFound
		}
		return wrap("make delivery due", err)
	})
}
