package pg

import (
	"context"
	"fmt"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/jackc/pgx/v5"

	"puls.app/services/contacts/internal/contact"
	contactpg "puls.app/services/contacts/internal/contact/pg"
	"puls.app/services/contacts/internal/pg/db"
)

// EraseScores removes the scores of contacts from properties, and the contacts from receipts of exports.
func EraseScores(
	ctx context.Context, tx pgx.Tx, account contact.AccountID, database contact.DatabaseID, numbers *roaring.Bitmap,
) error {
	for _, number := range numbers.ToArray() {
		err := queries.EraseCells(ctx, tx, db.EraseCellsParams{
			DatabaseID: int32(database), Chunk: int32(number >> contactpg.ChunkShift),
			Place: int32(contactpg.Place(int32(number))),
		})
		if err != nil {
			return fmt.Errorf("erase scores in properties: %w", err)
		}
	}
	return eraseReceipts(ctx, tx, int32(account), database, numbers)
}

// eraseReceipts removes numbers from the receipts of exports to groups; the counts stay.
func eraseReceipts(
	ctx context.Context, tx pgx.Tx, account int32, database contact.DatabaseID, numbers *roaring.Bitmap,
) error {
	items, err := queries.ListExportMembers(ctx, tx, db.ListExportMembersParams{
		AccountID: account, DatabaseID: int32(database),
	})
	if err != nil {
		return fmt.Errorf("read receipts of exports: %w", err)
	}
	members := roaring.New()
	for _, item := range items {
		if err := contactpg.ReadBits(members, item.Members); err != nil {
			return err
		}
		if !members.Intersects(numbers) {
			continue
		}
		members.AndNot(numbers)
		members.RunOptimize()
		body, err := members.MarshalBinary()
		if err != nil {
			return fmt.Errorf("write bitmap: %w", err)
		}
		err = queries.SetExportMembers(ctx, tx, db.SetExportMembersParams{
			AccountID: account, DatabaseID: int32(database), ExportID: item.ExportID, Target: item.Target, Members: body,
		})
		if err != nil {
			return fmt.Errorf("change receipt of export: %w", err)
		}
	}
	return nil
}
