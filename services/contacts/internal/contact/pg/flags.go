package pg

import (
	"context"
	"fmt"
	"slices"

	"github.com/RoaringBitmap/roaring/v2"

	"puls.app/services/contacts/internal/contact"
	"puls.app/services/contacts/internal/pg/db"
	"puls.app/services/kit/pgdb"
	"puls.app/services/spec"
)

// flagKinds are the bitmaps of the consents and blocks of each channel, which are stored nowhere else.
var flagKinds = func() (kinds [2 * spec.MessageChannels]contact.BitKind) {
	for i, channel := range spec.Messages() {
		kinds[2*i], kinds[2*i+1] = contact.ConsentBit(channel), contact.BlockedBit(channel)
	}
	return kinds
}()

func kindsOfFlags() []int16 {
	kinds := make([]int16, len(flagKinds))
	for i, kind := range flagKinds {
		kinds[i] = int16(kind)
	}
	return kinds
}

// setFlag sets the consent or block of a kind of flags.
func setFlag(c *contact.Contact, kind contact.BitKind) {
	switch at := slices.Index(flagKinds[:], kind); at % 2 {
	case 0:
		c.Consents[at/2] = true
	case 1:
		c.Blocked[at/2] = true
	}
}

// fillFlags adds consents and blocks to n contacts.
func fillFlags(
	ctx context.Context, q pgdb.Querier, database contact.DatabaseID, n int, at func(int) *contact.Contact,
) error {
	if n == 0 {
		return nil
	}
	chunks := map[int32]*[len(flagKinds)]roaring.Bitmap{}
	find := db.ChunkFlagsParams{DatabaseID: int32(database), Kinds: kindsOfFlags()}
	for i := range n {
		if chunk := at(i).Number >> ChunkShift; chunks[chunk] == nil {
			chunks[chunk] = &[len(flagKinds)]roaring.Bitmap{}
			find.Chunks = append(find.Chunks, chunk)
		}
	}
	rows, err := queries.ChunkFlags(ctx, q, find)
	if err != nil {
		return fmt.Errorf("read consents: %w", err)
	}
	for _, row := range rows {
		for i, kind := range flagKinds {
			if int16(kind) != row.Kind {
				continue
			}
			if err := ReadBits(&chunks[row.Chunk][i], row.Bits); err != nil {
				return err
			}
		}
	}
	for i := range n {
		c := at(i)
		sets := chunks[c.Number>>ChunkShift]
		for i := range c.Consents {
			c.Consents[i] = sets[2*i].Contains(Place(c.Number))
			c.Blocked[i] = sets[2*i+1].Contains(Place(c.Number))
		}
	}
	return nil
}
