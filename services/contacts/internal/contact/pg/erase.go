package pg

import (
	"context"
	"crypto/sha256"
	"fmt"
	"maps"
	"slices"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/jackc/pgx/v5"

	"puls.app/services/contacts/internal/contact"
	"puls.app/services/contacts/internal/pg/db"
)

// EraseContacts deletes contacts with all data that this package stores by number. Callers count their addresses before
// they call it.
func EraseContacts(ctx context.Context, tx pgx.Tx, database contact.DatabaseID, numbers *roaring.Bitmap) error {
	id := int32(database)
	var list, blocks []int32
	for _, number := range numbers.ToArray() {
		list, blocks = append(list, int32(number)), append(blocks, int32(number)>>BlockShift)
	}
	if err := queries.DeleteContacts(ctx, tx, db.DeleteContactsParams{DatabaseID: id, Numbers: list}); err != nil {
		return fmt.Errorf("delete contacts: %w", err)
	}
	if err := queries.ForgetTwins(ctx, tx, db.ForgetTwinsParams{DatabaseID: id, Numbers: list}); err != nil {
		return fmt.Errorf("forget twins: %w", err)
	}
	if err := queries.ForgetBlocks(ctx, tx, db.ForgetBlocksParams{DatabaseID: id, Blocks: blocks}); err != nil {
		return fmt.Errorf("forget copies of addresses: %w", err)
	}
	if err := queries.TouchDictionary(ctx, tx, id); err != nil {
		return fmt.Errorf("advance dictionary: %w", err)
	}
	for _, number := range list {
		err := queries.EraseValues(ctx, tx, db.EraseValuesParams{
			DatabaseID: id, Block: number >> valueShift, Place: int32(valuePlace(number)),
		})
		if err != nil {
			return fmt.Errorf("erase values of properties: %w", err)
		}
	}
	return eraseBits(ctx, tx, database, numbers)
}

// createdDays is the number of days of creation in one bitmap.
const createdDays = 1 << contact.CreatedDaysShift

// eraseBits removes numbers from every bitmap.
func eraseBits(ctx context.Context, tx pgx.Tx, database contact.DatabaseID, numbers *roaring.Bitmap) error {
	chunks := ChunksOf(numbers)
	rows, err := queries.LockChunkBits(ctx, tx, db.LockChunkBitsParams{
		DatabaseID: int32(database), Chunks: slices.Collect(maps.Keys(chunks)),
	})
	if err != nil {
		return fmt.Errorf("lock bitmaps: %w", err)
	}
	changed := map[BitsKey]*roaring.Bitmap{}
	for _, row := range rows {
		bits, gone := roaring.New(), chunks[row.Chunk]
		if err := ReadBits(bits, row.Bits); err != nil {
			return err
		}
		before := bits.GetCardinality()
		if contact.BitKind(row.Kind) != contact.BitCreated {
			bits.AndNot(gone)
		} else {
			for day := range int64(createdDays) {
				bits.AndNot(roaring.AddOffset64(gone, day<<ChunkShift))
			}
		}
		if bits.GetCardinality() != before {
			changed[BitsKey{row.Chunk, contact.BitKind(row.Kind), row.Ref}] = bits
		}
	}
	return PutBits(ctx, tx, database, changed)
}

// ForgetAddresses removes addresses from the suppression list of a database, and texts from the values of its
// properties.
func ForgetAddresses(ctx context.Context, tx pgx.Tx, database contact.DatabaseID, addresses, texts []string) error {
	suppressed := db.ForgetSuppressedParams{DatabaseID: int32(database)}
	for _, address := range addresses {
		for _, form := range FormsOf(address) {
			digest := sha256.Sum256([]byte(form))
			suppressed.Digests = append(suppressed.Digests, digest[:])
		}
	}
	if err := queries.ForgetSuppressed(ctx, tx, suppressed); err != nil {
		return fmt.Errorf("delete unsubscribed addresses: %w", err)
	}
	return Wrap("change properties", queries.ForgetProperties(ctx, tx, db.ForgetPropertiesParams{
		DatabaseID: int32(database), Addresses: texts,
	}))
}

// ForgetTexts removes texts from the event log and from responses that are stored for repeated requests.
func ForgetTexts(ctx context.Context, tx pgx.Tx, account contact.AccountID, texts []string) error {
	id := int32(account)
	if err := queries.ForgetAnswers(ctx, tx, db.ForgetAnswersParams{AccountID: id, Addresses: texts}); err != nil {
		return fmt.Errorf("forget answers: %w", err)
	}
	return Wrap("forget in event log", queries.ForgetInLog(ctx, tx, db.ForgetInLogParams{Account: id, Addresses: texts}))
}
