package pg

import (
	"context"
	"slices"

	"puls.app/services/contacts/internal/contact"
	"puls.app/services/contacts/internal/pg/db"
	"puls.app/services/kit/pgdb"
)

// forgetBlocks deletes the blocks of contacts that are new or whose addresses change.
func forgetBlocks(ctx context.Context, q pgdb.Querier, database contact.DatabaseID, changes contact.Changes) error {
	numbers := map[int32]bool{}
	for i := range changes.New {
		numbers[changes.New[i].Number>>BlockShift] = true
	}
	for i := range changes.Changed {
		before, after := &changes.Changed[i].Before, &changes.Changed[i].After
		if before.ExternalID != after.ExternalID || before.Email != after.Email || before.GSM != after.GSM {
			numbers[after.Number>>BlockShift] = true
		}
	}
	list := make([]int32, 0, len(numbers))
	for number := range numbers {
		list = append(list, number)
	}
	slices.Sort(list)
	return Wrap("forget blocks", queries.ForgetBlocks(ctx, q, db.ForgetBlocksParams{DatabaseID: int32(database), Blocks: list}))
}

// BlockShift shifts a number to that of its block of recipients: 2,048 consecutive numbers.
const BlockShift = 11
