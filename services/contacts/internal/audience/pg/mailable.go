package pg

import (
	"context"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/jackc/pgx/v5"

	"puls.app/services/contacts/internal/audience"
	"puls.app/services/contacts/internal/contact"
	contactpg "puls.app/services/contacts/internal/contact/pg"
	"puls.app/services/contacts/internal/engine/fact"
)

// Mailable returns the contacts of databases that may be sent e-mail, from one snapshot.
func (s *Store) Mailable(ctx context.Context, databases []contact.Database) (audience.Mailable, error) {
	all := audience.Mailable{}
	return all, s.DB.Snapshot(ctx, func(tx pgx.Tx) error {
		for _, d := range databases {
			chunks, err := mailable(ctx, tx, d.ID)
			if err != nil {
				return err
			}
			all[d.ID] = chunks
		}
		return nil
	})
}

func mailable(ctx context.Context, tx pgx.Tx, database contact.DatabaseID) (map[int32][]byte, error) {
	consent, address := contact.ConsentBit(fact.Mailing), contact.AddressBit(fact.Mailing)
	kinds := []int16{int16(contact.BitMember), int16(consent), int16(address), int16(contact.BlockedBit(fact.Mailing))}
	rows, err := tx.Query(ctx, contactpg.GroupBits, int32(database), kinds)
	if err != nil {
		return nil, contactpg.Wrap("read bitmaps", err)
	}
	defer rows.Close()
	maps := map[int32]map[contact.BitKind]*roaring.Bitmap{}
	for rows.Next() {
		var row contactpg.BitRow
		if err := row.Scan(rows); err != nil {
			return nil, err
		}
		bits := roaring.New()
		if err := contactpg.ReadBits(bits, row.Bits); err != nil {
			return nil, err
		}
		if maps[row.Chunk] == nil {
			maps[row.Chunk] = map[contact.BitKind]*roaring.Bitmap{}
		}
		maps[row.Chunk][row.Kind] = bits
	}
	chunks := map[int32][]byte{}
	for chunk, of := range maps {
		members, consenting, reachable := of[contact.BitMember], of[consent], of[address]
		if members == nil || consenting == nil || reachable == nil {
			continue
		}
		members.And(consenting)
		members.And(reachable)
		if blocked := of[contact.BlockedBit(fact.Mailing)]; blocked != nil {
			members.AndNot(blocked)
		}
		chunks[chunk] = contactpg.Words(members)
	}
	return chunks, contactpg.Wrap("read bitmaps", rows.Err())
}
