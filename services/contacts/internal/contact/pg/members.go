package pg

import (
	"context"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/jackc/pgx/v5"

	"puls.app/services/contacts/internal/contact"
)

// MembersAmong returns those of some numbers, all for nil, that belong to contacts.
func MembersAmong(
	ctx context.Context, tx pgx.Tx, database contact.DatabaseID, numbers *roaring.Bitmap,
) (*roaring.Bitmap, error) {
	members, err := Numbers(ctx, tx, int32(database), contact.BitMember, 0)
	if err == nil && numbers != nil {
		members.And(numbers)
	}
	return members, err
}
