package pg

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"

	"puls.app/services/contacts/internal/core"
	"puls.app/services/contacts/internal/engine/fact"
	"puls.app/services/contacts/internal/pg/db"
)

// DictionaryState returns how many contacts a database has had and the version of its addresses.
func (s *Store) DictionaryState(
	ctx context.Context, account core.AccountID, database core.DatabaseID,
) (contacts int32, version int64, err error) {
	err = s.system(ctx, "read dictionary state", func(tx pgx.Tx) error {
		row, err := s.q.DictionaryState(ctx, tx, db.DictionaryStateParams{AccountID: int32(account), ID: int32(database)})
		contacts, version = row.NextNumber, row.DictionaryVersion
		return err
	})
	return contacts, version, err
}

// columnOf names the columns of addresses; the statements below are made from these alone.
func columnOf(kind fact.AddressKind) string {
	return [...]string{"external_id", "email", "gsm"}[kind]
}

// LoadBook makes a book of all addresses of some kinds of a database.
func (s *Store) LoadBook(
	ctx context.Context, account core.AccountID, database core.DatabaseID, kinds []fact.AddressKind,
) (*fact.Book, error) {
	for { // until no two addresses have the same hash, which is the first time
		var book *fact.Book
		err := s.db.Snapshot(ctx, func(tx pgx.Tx) error {
			row, err := s.q.DictionaryState(ctx, tx, db.DictionaryStateParams{AccountID: int32(account), ID: int32(database)})
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

// fillBook reads addresses, millions of them without an allocation for each.
func fillBook(
	ctx context.Context, tx pgx.Tx, database core.DatabaseID, kind fact.AddressKind, contacts int, book *fact.Book,
) error {
	book.Reserve(kind, contacts)
	column := columnOf(kind)
	query := "SELECT number, " + column + " FROM contact_addresses WHERE database_id = $1 AND " + column + " IS NOT NULL"
	return eachAddress(ctx, tx, func(number int32, address []byte) error {
		return book.Add(kind, address, uint32(number))
	}, query, int32(database))
}

// eachAddress hands rows of a number and an address to visit, in their binary form; sqlc's list would hold them all.
// The address is valid until visit returns.
func eachAddress(
	ctx context.Context, from db.DBTX, visit func(number int32, address []byte) error, query string, values ...any,
) error {
	rows, err := from.Query(ctx, query, values...)
	if err != nil {
		return fmt.Errorf("read addresses: %w", err)
	}
	defer rows.Close()
	for rows.Next() {
		columns := rows.RawValues()
		if err := visit(int32(binary.BigEndian.Uint32(columns[0])), columns[1]); err != nil {
			return err
		}
	}
	return wrap("read addresses", rows.Err())
}

// LookUp makes a book of the contacts that have one of the addresses, by kind.
func (s *Store) LookUp(
	ctx context.Context, account core.AccountID, database core.DatabaseID, addresses [fact.AddressKinds][]string,
) (*fact.Book, error) {
	var book *fact.Book
	err := s.db.Snapshot(ctx, func(tx pgx.Tx) error {
		row, err := s.q.DictionaryState(ctx, tx, db.DictionaryStateParams{AccountID: int32(account), ID: int32(database)})
		if err != nil {
			return fmt.Errorf("read dictionary state: %w", err)
		}
		book = fact.NewBook(row.DictionaryVersion)
		for kind, wanted := range addresses {
			kind := fact.AddressKind(kind)
			book.Reserve(kind, len(wanted))
			err := s.find(ctx, tx, database, kind, wanted, func(number int32, address []byte) error {
				return book.Add(kind, address, uint32(number))
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

// find hands the contacts that have one of the addresses to visit, as eachAddress does.
func (s *Store) find(
	ctx context.Context, from db.DBTX, database core.DatabaseID, kind fact.AddressKind, addresses []string,
	visit func(number int32, address []byte) error,
) error {
	if len(addresses) == 0 {
		return nil
	}
	column := columnOf(kind)
	return eachAddress(ctx, from, visit,
		"SELECT number, "+column+" FROM contact_addresses WHERE database_id = $1 AND "+column+" = ANY ($2)",
		int32(database), addresses)
}
