package pg

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"

	"puls.app/services/contacts/internal/audience"
	"puls.app/services/contacts/internal/contact"
	contactpg "puls.app/services/contacts/internal/contact/pg"
	"puls.app/services/contacts/internal/packed"
	"puls.app/services/contacts/internal/pg/db"
	"puls.app/services/kit/pgdb"
)

// A block holds the addresses of 2,048 consecutive numbers: a bit for each number that exists, then the texts of each
// in the format of audience.Recipients. It fits into a buffer of gRPC.
const (
	blockBits = 1 << contactpg.BlockShift / 8
	// blocksAtOnce is how many blocks are read at once.
	blocksAtOnce = 4
)

type block struct {
	number int32
	// One of the two is set: packed is a stored block, raw was just read from the contacts.
	packed, raw []byte
}

// page returns the recipients of a block, and the buffer for unpacking the next one.
func (b block) page(buffer []byte) (*audience.Recipients, []byte, error) {
	raw := b.raw
	if b.packed != nil {
		var err error
		if buffer, err = packed.Unpack(b.packed, buffer[:0]); err != nil {
			return nil, buffer, fmt.Errorf("unpack block %d: %w", b.number, err)
		}
		raw = buffer
	}
	if len(raw) < blockBits {
		return nil, buffer, fmt.Errorf("block %d is too short", b.number)
	}
	page := &audience.Recipients{Numbers: make([]uint32, 0, 1<<contactpg.BlockShift), Texts: string(raw[blockBits:])}
	for place := range uint32(1 << contactpg.BlockShift) {
		if raw[place>>3]>>(place&7)&1 != 0 {
			page.Numbers = append(page.Numbers, uint32(b.number)<<contactpg.BlockShift|place)
		}
	}
	return page, buffer, nil
}

// blocks returns blocks from the first one on; more is true when others follow. Blocks that are not stored are made
// and, unless the database changes meanwhile, stored.
func (s *Store) blocks(
	ctx context.Context, database contact.DatabaseID, first int32,
) (blocks []block, more bool, err error) {
	var state db.ReadBlocksRow
	var made []block
	err = s.System(ctx, "read recipients", func(tx pgx.Tx) error {
		var err error
		// The version is read before the contacts: a change in between makes it outdated.
		if state, err = queries.ReadBlocks(ctx, tx, int32(database)); err != nil {
			return err
		}
		past := (state.NextNumber + 1<<contactpg.BlockShift - 1) >> contactpg.BlockShift
		more = first+blocksAtOnce < past
		kept, err := keptBlocks(ctx, tx, database, first, state.Valid)
		if err != nil {
			return err
		}
		for number := first; number < min(first+blocksAtOnce, past); number++ {
			b := block{number: number, packed: kept[number]}
			if b.packed == nil {
				if b.raw, err = readBlock(ctx, tx, database, number); err != nil {
					return err
				}
				made = append(made, b)
			}
			blocks = append(blocks, b)
		}
		return nil
	})
	if err == nil && len(made) > 0 {
		err = s.keepBlocks(ctx, database, state.DictionaryVersion, made)
	}
	return blocks, more, err
}

func keptBlocks(
	ctx context.Context, tx pgx.Tx, database contact.DatabaseID, first int32, valid bool,
) (map[int32][]byte, error) {
	kept := map[int32][]byte{}
	if !valid {
		return kept, nil
	}
	rows, err := queries.ListBlocks(ctx, tx, db.ListBlocksParams{
		DatabaseID: int32(database), First: first, Past: first + blocksAtOnce,
	})
	for _, row := range rows {
		kept[row.Block] = row.Body
	}
	return kept, err
}

const contactsOfBlock = `SELECT number, external_id, email, gsm FROM contact_addresses
	WHERE database_id = $1 AND number >= $2 AND number < $3 ORDER BY number`

func readBlock(ctx context.Context, tx pgx.Tx, database contact.DatabaseID, number int32) ([]byte, error) {
	raw := make([]byte, blockBits, blockBits+48<<contactpg.BlockShift)
	first := number << contactpg.BlockShift
	err := eachRecipient(ctx, tx, func(number uint32, columns [][]byte) {
		place := number & (1<<contactpg.BlockShift - 1)
		raw[place>>3] |= 1 << (place & 7)
		for _, text := range columns {
			raw = append(append(raw, text...), 0)
		}
	}, contactsOfBlock, int32(database), first, first+1<<contactpg.BlockShift)
	return raw, err
}

// keepBlocks stores blocks that were made of a version of the dictionary, unless it changes or has changed. A failure
// of Postgres does not fail the download: the blocks are for the next one.
func (s *Store) keepBlocks(ctx context.Context, database contact.DatabaseID, version int64, made []block) error {
	err := s.System(ctx, "keep blocks", func(tx pgx.Tx) error {
		now, err := queries.LockForBlocks(ctx, tx, int32(database))
		if errors.Is(err, pgx.ErrNoRows) || err == nil && now.DictionaryVersion != version {
			return nil
		}
		if err != nil {
			return err
		}
		if !now.Valid {
			if err := queries.ForgetAllBlocks(ctx, tx, int32(database)); err != nil {
				return err
			}
			if err := queries.FollowDictionary(ctx, tx, int32(database)); err != nil {
				return err
			}
		}
		for _, b := range made {
			if err := queries.InsertBlock(ctx, tx, db.InsertBlockParams{
				DatabaseID: int32(database), Block: b.number, Body: packed.Pack(b.raw),
			}); err != nil {
				return err
			}
		}
		return nil
	})
	if pgdb.Fault(err) != nil {
		return nil
	}
	return err
}
