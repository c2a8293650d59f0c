package pg

import (
	"context"
	"fmt"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/jackc/pgx/v5"

	"puls.app/services/contacts/internal/contact"
	"puls.app/services/contacts/internal/pg/db"
)

// MembersAmong returns those of some numbers, or of all when that is nil, who are contacts.
func MembersAmong(
	ctx context.Context, tx pgx.Tx, database contact.DatabaseID, numbers *roaring.Bitmap,
) (*roaring.Bitmap, error) {
	rows, err := queries.ListBits(ctx, tx, db.ListBitsParams{DatabaseID: int32(database), Kind: int16(contact.BitMember)})
	if err != nil {
		return nil, fmt.Errorf("read members: %w", err)
	}
	members, within := roaring.New(), roaring.New()
	for _, row := range rows {
		if err := ReadBits(within, row.Bits); err != nil {
			return nil, err
		}
		members.Or(roaring.AddOffset64(within, int64(row.Chunk)<<ChunkShift))
	}
	if numbers != nil {
		members.And(numbers)
	}
	return members, nil
}
