package pg

import (
	"context"
	"encoding/binary"
	"fmt"
	"strings"

	"github.com/jackc/pgx/v5"
	"golang.org/x/sync/errgroup"

	"puls.app/services/contacts/internal/audience"
	"puls.app/services/contacts/internal/contact"
	contactpg "puls.app/services/contacts/internal/contact/pg"
	"puls.app/services/contacts/internal/pg/db"
)

// Recipients calls visit with contacts or visitors, page by page: no transaction waits for a slow reader. It reads the
// next page meanwhile.
func (s *Store) Recipients(
	ctx context.Context, account contact.AccountID, database contact.DatabaseID, visitors bool,
	visit func(*audience.Recipients) error,
) error {
	owned, err := s.owns(ctx, account, database)
	if err != nil {
		return err
	}
	if !owned {
		return contact.ErrDatabaseNotFound
	}
	read := s.contactPages
	if visitors {
		read = s.visitorPages
	}
	pages := make(chan *audience.Recipients)
	both, ctx := errgroup.WithContext(ctx)
	both.Go(func() error {
		defer close(pages)
		return read(ctx, database, func(page *audience.Recipients) error {
			select {
			case pages <- page:
				return nil
			case <-ctx.Done():
				return ctx.Err()
			}
		})
	})
	both.Go(func() error {
		for page := range pages {
			if err := visit(page); err != nil {
				return err
			}
		}
		return nil
	})
	return both.Wait()
}

func (s *Store) owns(
	ctx context.Context, account contact.AccountID, database contact.DatabaseID,
) (owned bool, err error) {
	err = s.System(ctx, "find database", func(tx pgx.Tx) error {
		params := db.OwnedDatabasesParams{AccountID: int32(account), Ids: []int32{int32(database)}}
		rows, err := queries.OwnedDatabases(ctx, tx, params)
		owned = len(rows) == 1
		return err
	})
	return owned, err
}

// contactPages calls visit with one page for each block.
func (s *Store) contactPages(
	ctx context.Context, database contact.DatabaseID, visit func(*audience.Recipients) error,
) error {
	var buffer []byte
	for first, more := int32(0), true; more; first += blocksAtOnce {
		var blocks []block
		var err error
		if blocks, more, err = s.blocks(ctx, database, first); err != nil {
			return err
		}
		for _, b := range blocks {
			var page *audience.Recipients
			if page, buffer, err = b.page(buffer); err != nil {
				return err
			}
			if len(page.Numbers) == 0 {
				continue
			}
			if err := visit(page); err != nil {
				return err
			}
		}
	}
	return nil
}

// visitorsAtOnce is how many visitors a page has. A slow reader of an export leaves some pages waiting in each of the
// services on the way.
const visitorsAtOnce = 2000

func (s *Store) visitorPages(
	ctx context.Context, database contact.DatabaseID, visit func(*audience.Recipients) error,
) error {
	for after := int32(-1); ; {
		page := &audience.Recipients{Numbers: make([]uint32, 0, visitorsAtOnce)}
		var texts strings.Builder
		err := s.System(ctx, "read visitors", func(tx pgx.Tx) error {
			return eachRecipient(ctx, tx, func(number uint32, columns [][]byte) {
				page.Numbers = append(page.Numbers, number)
				for _, text := range columns {
					texts.Write(text)
					texts.WriteByte(0)
				}
			}, pageOfVisitors, int32(database), after, visitorsAtOnce)
		})
		if err != nil || len(page.Numbers) == 0 {
			return err
		}
		page.Texts = texts.String()
		if err := visit(page); err != nil {
			return err
		}
		after = int32(page.Numbers[len(page.Numbers)-1])
	}
}

// eachRecipient reads rows of a number and texts in place; sqlc would allocate each text. A null is empty.
func eachRecipient(
	ctx context.Context, tx pgx.Tx, visit func(number uint32, columns [][]byte), query string, values ...any,
) error {
	rows, err := tx.Query(ctx, query, values...)
	if err != nil {
		return fmt.Errorf("read recipients: %w", err)
	}
	defer rows.Close()
	for rows.Next() {
		columns := rows.RawValues()
		visit(binary.BigEndian.Uint32(columns[0]), columns[1:])
	}
	return contactpg.Wrap("read recipients", rows.Err())
}
