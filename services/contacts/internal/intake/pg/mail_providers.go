package pg

import (
	"context"
	"errors"
	"fmt"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"puls.app/services/contacts/internal/contact"
	contactpg "puls.app/services/contacts/internal/contact/pg"
	"puls.app/services/contacts/internal/engine/provider"
	"puls.app/services/contacts/internal/intake"
	"puls.app/services/contacts/internal/pg/db"
	"puls.app/services/kit/pgdb"
)

func toMailProvider(row db.ListMailProvidersRow) intake.MailProvider {
	return intake.MailProvider{
		ID: row.ID, Account: contact.AccountID(row.AccountID), Database: contact.DatabaseID(row.DatabaseID), UID: row.Uid,
		Name: provider.Name(row.Provider), PathKey: row.PathKey, Secret: row.Secret, Password: row.Password,
		Topic: row.Topic, Confirmed: row.Confirmed, CreatedAt: row.CreatedAt,
		MadeBy: row.MadeBy,
	}
}

// MailProviders returns those that the account has set up.
func (s *Store) MailProviders(ctx context.Context, account contact.AccountID) (all []intake.MailProvider, err error) {
	err = s.DB.Read(ctx, int32(account), func(q pgdb.Querier) error {
		all, err = mailProviders(ctx, q, account)
		return err
	})
	return all, err
}

func mailProviders(ctx context.Context, q pgdb.Querier, account contact.AccountID) ([]intake.MailProvider, error) {
	rows, err := queries.ListMailProviders(ctx, q, int32(account))
	if err != nil {
		return nil, fmt.Errorf("list mail providers: %w", err)
	}
	all := make([]intake.MailProvider, len(rows))
	for i, row := range rows {
		all[i] = toMailProvider(row)
	}
	return all, nil
}

// SetMailProvider stores a provider as change changes it. Changes of an account's providers are serialised.
func (s *Store) SetMailProvider(
	ctx context.Context, account contact.AccountID, name provider.Name, uid string,
	change func(*intake.MailProvider) error,
) error {
	return s.InDatabase(ctx, account, uid, func(tx pgx.Tx, database contact.DatabaseID) error {
		if err := queries.LockNumbers(ctx, tx, int32(account)); err != nil {
			return fmt.Errorf("lock account: %w", err)
		}
		all, err := mailProviders(ctx, tx, account)
		if err != nil {
			return err
		}
		var p intake.MailProvider
		for _, one := range all {
			if one.Name == name {
				p = one
			}
		}
		p.Database, p.UID = database, uid
		if err := change(&p); err != nil {
			return err
		}
		err = queries.SaveMailProvider(ctx, tx, db.SaveMailProviderParams{
			ID: p.ID, AccountID: int32(account), DatabaseID: int32(p.Database), Provider: string(p.Name), PathKey: p.PathKey,
			Secret: orEmpty(p.Secret), Password: orEmpty(p.Password), Topic: p.Topic, Confirmed: p.Confirmed,
			CreatedAt: p.CreatedAt, MadeBy: p.MadeBy,
		})
		return contactpg.Wrap("save mail provider", err)
	})
}

// orEmpty returns b, or an empty slice for nil, so that the column is not null.
func orEmpty(b []byte) []byte {
	if b == nil {
		return []byte{}
	}
	return b
}

// RemoveMailProvider removes a mail provider.
func (s *Store) RemoveMailProvider(ctx context.Context, account contact.AccountID, name provider.Name) error {
	return s.DB.InAccount(ctx, int32(account), func(tx pgx.Tx) error {
		id, err := queries.DeleteMailProvider(ctx, tx, db.DeleteMailProviderParams{
			AccountID: int32(account), Provider: string(name),
		})
		if errors.Is(err, pgx.ErrNoRows) {
			return intake.ErrProviderNotFound
		}
		if err != nil {
			return fmt.Errorf("remove mail provider: %w", err)
		}
		return forgetIntake(ctx, tx, account, id)
	})
}

// FindMailProvider returns the provider that sends to an address.
func (s *Store) FindMailProvider(
	ctx context.Context, name provider.Name, pathKey string,
) (p intake.MailProvider, err error) {
	err = s.System(ctx, "find mail provider", func(tx pgx.Tx) error {
		row, err := queries.FindMailProvider(ctx, tx, db.FindMailProviderParams{PathKey: pathKey, Provider: string(name)})
		if errors.Is(err, pgx.ErrNoRows) {
			return intake.ErrProviderNotFound
		}
		p = toMailProvider(db.ListMailProvidersRow(row))
		return err
	})
	return p, err
}

// ConfirmMailProvider stores whether the subscription of a topic is confirmed.
func (s *Store) ConfirmMailProvider(ctx context.Context, id uuid.UUID, topic string, confirmed bool) error {
	return s.System(ctx, "confirm mail provider", func(tx pgx.Tx) error {
		return queries.ConfirmMailProvider(ctx, tx, db.ConfirmMailProviderParams{ID: id, Topic: topic, Confirmed: confirmed})
	})
}
