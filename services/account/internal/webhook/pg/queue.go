package pg

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"puls.app/services/account/internal/core"
	"puls.app/services/account/internal/pg/db"
	"puls.app/services/account/internal/webhook"
	"puls.app/services/kit/pgdb"
)

func readContent(text []byte) (content webhook.Content, err error) {
	if err = json.Unmarshal(text, &content); err != nil {
		err = fmt.Errorf("read content of delivery: %w", err)
	}
	return content, err
}

// Subscribers returns the webhooks of accounts that are subscribed to at least one of the events.
func (s *Store) Subscribers(
	ctx context.Context, accounts []core.AccountID, events ...string,
) ([]webhook.Subscriber, error) {
	of := db.WebhooksOfParams{Events: events}
	for _, account := range accounts {
		of.Accounts = append(of.Accounts, int32(account))
	}
	rows, err := pgdb.ReadAsSystem(ctx, s.db, func(q pgdb.Querier) ([]db.WebhooksOfRow, error) {
		return queries.WebhooksOf(ctx, q, of)
	})
	all := make([]webhook.Subscriber, len(rows))
	for i, row := range rows {
		all[i] = webhook.Subscriber{ID: row.ID, Account: core.AccountID(row.AccountID), Events: row.Events}
	}
	return all, wrap("find webhooks", err)
}

// Queue stores deliveries; repeated ones are ignored.
func (s *Store) Queue(ctx context.Context, now time.Time, deliveries ...webhook.Delivery) error {
	var continuing []int32
	for _, d := range deliveries {
		if d.Event == webhook.BandChanged {
			continuing = append(continuing, int32(d.Account))
		}
	}
	return s.db.AsSystem(ctx, func(tx pgx.Tx) error {
		// Two days of a scoring that are queued at once would both continue from the day before them.
		if len(continuing) > 0 {
			if _, err := queries.LockWebhooks(ctx, tx, continuing); err != nil {
				return fmt.Errorf("lock webhooks: %w", err)
			}
		}
		for _, d := range deliveries {
			if d.Event == webhook.BandChanged {
				var changes bool
				var err error
				if d, changes, err = continued(ctx, tx, d); err != nil {
					return err
				}
				if !changes {
					continue
				}
			}
			content, err := json.Marshal(d.Content)
			if err != nil {
				return fmt.Errorf("write content of delivery: %w", err)
			}
			if err := queries.AddDelivery(ctx, tx, db.AddDeliveryParams{
				ID: d.ID, WebhookID: d.Webhook, Event: d.Event, EventKey: d.Key, ScoringID: d.Scoring,
				OccurredAt: d.OccurredAt, Content: content, Numbers: append([]int32{}, d.Numbers...), NextAt: now,
			}); err != nil {
				return fmt.Errorf("queue delivery: %w", err)
			}
		}
		return nil
	})
}

// continued makes a delivery of changed bands continue the last one of its webhook, which is locked.
func continued(ctx context.Context, tx pgx.Tx, d webhook.Delivery) (webhook.Delivery, bool, error) {
	of := d.Content.Result
	last, err := queries.LastBands(ctx, tx, db.LastBandsParams{
		WebhookID: d.Webhook, Of: fmt.Sprintf("bands/%s/%d/", of.Scoring, of.Channel), Day: of.Date,
	})
	if err != nil {
		return d, false, fmt.Errorf("find last changes: %w", err)
	}
	d, changes := d.Continue(last.Newest, last.Before)
	return d, changes, nil
}

// Forget removes contacts from the stored deliveries about their consents.
func (s *Store) Forget(ctx context.Context, account core.AccountID, uid string, numbers []int32) error {
	return s.db.InAccount(ctx, int32(account), func(tx pgx.Tx) error {
		webhooks, err := queries.LockWebhooks(ctx, tx, []int32{int32(account)})
		if err != nil || len(webhooks) == 0 {
			return wrap("lock webhooks", err)
		}
		return wrap("forget contacts", queries.ForgetContacts(ctx, tx, db.ForgetContactsParams{
			Webhooks: webhooks, Event: webhook.Unsubscribed, OfUid: uid + "/", Erased: numbers,
		}))
	})
}

// Take leases a due delivery; it returns nil if none is due.
func (s *Store) Take(ctx context.Context, now, lease time.Time) (*webhook.Taken, error) {
	row, err := pgdb.AsSystem(ctx, s.db, func(tx pgx.Tx) (db.TakeDeliveryRow, error) {
		return queries.TakeDelivery(ctx, tx, db.TakeDeliveryParams{Now: now, Lease: lease})
	})
	if errors.Is(err, pgx.ErrNoRows) {
		return nil, nil //nolint:nilnil // there is none
	}
	if err != nil {
		return nil, fmt.Errorf("take delivery: %w", err)
	}
	taken := &webhook.Taken{
		Delivery: webhook.Delivery{
			ID: row.ID, Account: core.AccountID(row.AccountID), Webhook: row.WebhookID, Event: row.Event,
			OccurredAt: row.OccurredAt, Numbers: row.Numbers, State: webhook.Waiting, Attempts: int(row.Attempts),
			FirstAt: row.FirstAt, Parts: int(row.Parts), NextAt: now,
			Next: webhook.Place{Database: row.NextDatabase, Number: row.NextNumber},
		},
		URL: row.Url, Sealed: row.Secret, Former: row.FormerSecret, FormerUntil: row.FormerUntil,
		DeliveredAt: row.DeliveredAt, Failures: int(row.Failures),
	}
	taken.Content, err = readContent(row.Content)
	return taken, err
}

// End stores the state of a delivery and its webhook after an attempt. Every transaction that changes deliveries
// locks the row of their webhook first.
func (s *Store) End(ctx context.Context, now time.Time, t webhook.Attempt) error {
	return s.db.AsSystem(ctx, func(tx pgx.Tx) error {
		if err := queries.SettleWebhook(ctx, tx, db.SettleWebhookParams{
			ID: t.Webhook, Failures: int32(t.Failures), RestsUntil: t.RestsUntil, DeliveredAt: t.DeliveredAt,
			StoppedBy: string(t.Stop), Now: now,
		}); err != nil {
			return fmt.Errorf("end attempt of webhook: %w", err)
		}
		if err := queries.SettleDelivery(ctx, tx, db.SettleDeliveryParams{
			ID: t.ID, State: int16(t.State), Attempts: int32(t.Attempts), FirstAt: t.FirstAt, NextAt: t.NextAt,
			Parts: int32(t.Parts), NextDatabase: t.Next.Database, NextNumber: t.Next.Number, AttemptedAt: t.AttemptedAt,
			Status: int32(t.Status), Failure: string(t.Failure), TookMs: int32(t.Took.Milliseconds()),
		}); err != nil {
			return fmt.Errorf("end attempt of delivery: %w", err)
		}
		if t.Hasten {
			if err := queries.HastenDeliveries(ctx, tx, db.HastenDeliveriesParams{WebhookID: t.Webhook, Now: now}); err != nil {
				return fmt.Errorf("hasten deliveries: %w", err)
			}
		}
		if t.Notification != nil {
			return s.notify(ctx, tx, *t.Notification)
		}
		return nil
	})
}

// CleanDeliveries deletes old deliveries, and all but the newest ones of each webhook.
func (s *Store) CleanDeliveries(ctx context.Context, before time.Time, most int) error {
	return s.db.AsSystem(ctx, func(tx pgx.Tx) error {
		_, err := queries.CleanDeliveries(ctx, tx, db.CleanDeliveriesParams{Before: before, Most: int32(most)})
		return wrap("clean deliveries", err)
	})
}
