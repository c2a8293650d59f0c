package pg

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"

	"puls.app/services/contacts/internal/contact"
	contactpg "puls.app/services/contacts/internal/contact/pg"
	"puls.app/services/contacts/internal/engine/fact"
	"puls.app/services/contacts/internal/pg/db"
)

// Dictionary looks up contacts by address.
type Dictionary struct{ contactpg.Base }

// DictionaryState returns how many contacts a database has had and the version of its addresses.
func (s *Dictionary) DictionaryState(
	ctx context.Context, account contact.AccountID, database contact.DatabaseID,
) (contacts int32, version int64, err error) {
	err = s.System(ctx, "read dictionary state", func(tx pgx.Tx) error {
		row, err := queries.DictionaryState(ctx, tx, db.DictionaryStateParams{AccountID: int32(account), ID: int32(database)})
		contacts, version = row.NextNumber, row.DictionaryVersion
		return err
	})
	return contacts, version, err
}

// LoadBook makes a book of all addresses of the given kinds of a database.
func (s *Dictionary) LoadBook(
	ctx context.Context, account contact.AccountID, database contact.DatabaseID, kinds []fact.AddressKind,
) (*fact.Book, error) {
	for { // until no two addresses have the same hash, usually the first time
		var book *fact.Book
		err := s.DB.Snapshot(ctx, func(tx pgx.Tx) error {
			row, err := queries.DictionaryState(ctx, tx, db.DictionaryStateParams{
				AccountID: int32(account), ID: int32(database),
			})
			if err != nil {
				return fmt.Errorf("read dictionary state: %w", err)
			}
			book = fact.NewBook(row.DictionaryVersion)
			for _, kind := range kinds {
				if err := fillBook(ctx, tx, database, kind, int(row.NextNumber), book); err != nil {
					return err
				}
			}
			return nil
		})
		if errors.Is(err, fact.ErrCollision) {
			continue
		}
		if err != nil {
			return nil, fmt.Errorf("load addresses: %w", err)
		}
		return book, nil
	}
}

// fillBook reads addresses in their binary form, millions of them without an allocation for each. A list by sqlc would
// hold them all in memory.
func fillBook(
	ctx context.Context, tx pgx.Tx, database contact.DatabaseID, kind fact.AddressKind, contacts int, book *fact.Book,
) error {
	book.Reserve(kind, contacts)
	column := contactpg.ColumnOf(kind)
	statement := "SELECT number, " + column + " FROM contact_addresses WHERE database_id = $1 AND " + column + " IS NOT NULL"
	rows, err := tx.Query(ctx, statement, int32(database))
	if err != nil {
		return fmt.Errorf("read addresses: %w", err)
	}
	defer rows.Close()
	for rows.Next() {
		values := rows.RawValues()
		if err := book.Add(kind, values[1], binary.BigEndian.Uint32(values[0])); err != nil {
			return err
		}
	}
	if err := rows.Err(); err != nil {
		return fmt.Errorf("read addresses: %w", err)
	}
	return nil
}

// LookUp makes a book of the contacts that have one of the addresses, by kind.
func (s *Dictionary) LookUp(
	ctx context.Context, account contact.AccountID, database contact.DatabaseID, addresses [fact.AddressKinds][]string,
) (*fact.Book, error) {
	var book *fact.Book
	err := s.DB.Snapshot(ctx, func(tx pgx.Tx) error {
		row, err := queries.DictionaryState(ctx, tx, db.DictionaryStateParams{AccountID: int32(account), ID: int32(database)})
		if err != nil {
			return fmt.Errorf("read dictionary state: %w", err)
		}
		book = fact.NewBook(row.DictionaryVersion)
		for kind, wanted := range addresses {
			kind := fact.AddressKind(kind)
			book.Reserve(kind, len(wanted))
			err := contactpg.Find(ctx, tx, database, kind, wanted, func(number int32, address string) error {
				return book.Add(kind, []byte(address), uint32(number))
			})
			if err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("look addresses up: %w", err)
	}
	return book, nil
}
