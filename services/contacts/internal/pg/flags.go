package pg

import (
	"context"
	"fmt"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/jackc/pgx/v5"

	"puls.app/services/contacts/internal/core"
	"puls.app/services/contacts/internal/pg/db"
)

// flagKinds are the bitmaps that alone say what is true of a contact or not.
var flagKinds = [...]core.BitKind{
	core.BitEmailConsent, core.BitSMSConsent, core.BitEmailBlocked, core.BitGSMBlocked,
}

func flagsOf(c *core.Contact) [len(flagKinds)]*bool {
	return [...]*bool{&c.EmailConsent, &c.SMSConsent, &c.EmailBlocked, &c.GSMBlocked}
}

// fillFlags gives n contacts their consents and blocks.
func (s *Store) fillFlags(
	ctx context.Context, tx pgx.Tx, database core.DatabaseID, n int, at func(int) *core.Contact,
) error {
	if n == 0 {
		return nil
	}
	chunks := map[int32]*[len(flagKinds)]roaring.Bitmap{}
	find := db.ChunkFlagsParams{DatabaseID: int32(database)}
	for _, kind := range flagKinds {
		find.Kinds = append(find.Kinds, int16(kind))
	}
	for i := range n {
		if chunk := at(i).Number >> chunkShift; chunks[chunk] == nil {
			chunks[chunk] = &[len(flagKinds)]roaring.Bitmap{}
			find.Chunks = append(find.Chunks, chunk)
		}
	}
	rows, err := s.q.ChunkFlags(ctx, tx, find)
	if err != nil {
		return fmt.Errorf("read consents: %w", err)
	}
	for _, row := range rows {
		for i, kind := range flagKinds {
			if int16(kind) != row.Kind {
				continue
			}
			if err := readBits(&chunks[row.Chunk][i], row.Bits); err != nil {
				return err
			}
		}
	}
	for i := range n {
		c := at(i)
		sets := chunks[c.Number>>chunkShift]
		for i, flag := range flagsOf(c) {
			*flag = sets[i].Contains(place(c.Number))
		}
	}
	return nil
}
