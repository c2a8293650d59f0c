package pg

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strconv"
	"time"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/jackc/pgx/v5"

	"puls.app/services/contacts/internal/contact"
	"puls.app/services/contacts/internal/pg/db"
)

// Card returns one contact of the account.
func (s *Store) Card(ctx context.Context, account contact.AccountID, uid string, number int32) (*contact.Card, error) {
	var found *contact.Card
	err := s.InDatabase(ctx, account, uid, func(tx pgx.Tx, database contact.DatabaseID) (err error) {
		found, err = Card(ctx, tx, database, number)
		return err
	})
	return found, err
}

// Card fails with contact.ErrNotFound.
func Card(ctx context.Context, tx pgx.Tx, database contact.DatabaseID, number int32) (*contact.Card, error) {
	page, err := cards(ctx, tx, &chunkShelf{}, database, number, number)
	if err != nil {
		return nil, err
	}
	if len(page) == 0 {
		return nil, contact.ErrNotFound
	}
	found := &page[0]
	visitors, err := queries.VisitorsOfContact(ctx, tx, db.VisitorsOfContactParams{
		DatabaseID: int32(database), ExternalID: found.ExternalID, Email: found.Email, Gsm: found.GSM, Number: number,
		Most: contact.ShownVisitors,
	})
	for _, v := range visitors {
		found.Visitors = append(found.Visitors, contact.Visitor{Number: v.Number, ID: v.VisitorID})
	}
	if err != nil {
		return nil, fmt.Errorf("list visitors: %w", err)
	}
	of, err := queries.FindLinked(ctx, tx, int32(database))
	if err != nil {
		return nil, fmt.Errorf("read epoch of links: %w", err)
	}
	found.LinkEpoch = of.Epoch
	found.Twins, err = TwinsOf(ctx, tx, database, []int32{number})
	return found, err
}

// Cards hands over all contacts of a uid.
func (s *Store) Cards(
	ctx context.Context, account contact.AccountID, uid string, visit func(page []contact.Card) error,
) error {
	shelf := &chunkShelf{}
	for first := int64(0); first <= math.MaxInt32; {
		var page []contact.Card
		err := s.InDatabase(ctx, account, uid, func(tx pgx.Tx, database contact.DatabaseID) (err error) {
			page, err = cards(ctx, tx, shelf, database, int32(first), math.MaxInt32)
			return err
		})
		if err != nil {
			return err
		}
		if len(page) == 0 {
			return nil
		}
		if err := visit(page); err != nil {
			return err
		}
		first = int64(page[len(page)-1].Number) + 1
	}
	return nil
}

// DatabaseGroups returns what the groups of a uid are called.
func (s *Store) DatabaseGroups(
	ctx context.Context, account contact.AccountID, uid string,
) (map[contact.GroupID]string, error) {
	names := map[contact.GroupID]string{}
	err := s.InDatabase(ctx, account, uid, func(tx pgx.Tx, database contact.DatabaseID) error {
		rows, err := queries.DatabaseGroups(ctx, tx, db.DatabaseGroupsParams{
			AccountID: int32(account), DatabaseID: int32(database),
		})
		for _, row := range rows {
			names[contact.GroupID(row.ID)] = row.Name
		}
		return Wrap("list groups", err)
	})
	return names, err
}

// chunkShelf keeps what all contacts of a chunk share, for the chunk that was asked for last.
type chunkShelf struct {
	filled bool
	chunk  int32
	groups map[contact.GroupID]*roaring.Bitmap
	// fills are the days of the scores in properties, scores their cells in the chunk.
	fills  map[contact.PropertyID]time.Time
	scores map[contact.PropertyID][]byte
}

// cardPage is how many contacts with their properties are read at once.
const cardPage = 1000

// cards reads a page of contacts with numbers from first to last.
func cards(
	ctx context.Context, tx pgx.Tx, shelf *chunkShelf, database contact.DatabaseID, first, last int32,
) ([]contact.Card, error) {
	rows, err := queries.PageWholeContacts(ctx, tx, db.PageWholeContactsParams{
		DatabaseID: int32(database), First: first, Last: last, Limit: cardPage,
	})
	if err != nil {
		return nil, fmt.Errorf("read contacts: %w", err)
	}
	page := make([]contact.Card, len(rows))
	for i, row := range rows {
		page[i] = cardOf(row)
		page[i].Database = database
	}
	at := func(i int) *contact.Contact { return &page[i].Contact }
	if err := fillFlags(ctx, tx, database, len(page), at); err != nil {
		return nil, err
	}
	if err := fillValues(ctx, tx, database, nil, len(page), at); err != nil {
		return nil, err
	}
	for rest := page; len(rest) > 0; {
		chunk := rest[0].Number >> ChunkShift
		end := slices.IndexFunc(rest, func(c contact.Card) bool { return c.Number>>ChunkShift != chunk })
		if end < 0 {
			end = len(rest)
		}
		if err := fillShelf(ctx, tx, shelf, database, chunk); err != nil {
			return nil, err
		}
		shelf.complete(rest[:end])
		rest = rest[end:]
	}
	return page, nil
}

func cardOf(row db.PageWholeContactsRow) contact.Card {
	card := contact.Card{Contact: contact.Contact{
		Number: row.Number, ExternalID: row.ExternalID, Email: row.Email, GSM: row.Gsm,
		Properties: map[contact.PropertyID]string{},
	}, Generated: map[contact.PropertyID]time.Time{}}
	if row.CreatedAt != nil {
		card.HasCreated, card.CreatedAt = true, row.CreatedAt.UnixMicro()
	}
	return card
}

// complete gives the cards of a part of the chunk, in the order of their numbers, their groups and scores.
func (c *chunkShelf) complete(cards []contact.Card) {
	at := make(map[uint32]*contact.Card, len(cards))
	for i := range cards {
		card := &cards[i]
		at[Place(card.Number)] = card
		c.score(card)
	}
	first, last := Place(cards[0].Number), Place(cards[len(cards)-1].Number)
	for id, bits := range c.groups {
		members := bits.Iterator()
		members.AdvanceIfNeeded(first)
		for members.HasNext() && members.PeekNext() <= last {
			if card := at[members.Next()]; card != nil {
				card.Groups = append(card.Groups, id)
			}
		}
	}
}

func (c *chunkShelf) score(card *contact.Card) {
	for property, day := range c.fills {
		delete(card.Properties, property)
		at := int(Place(card.Number))
		if cells := c.scores[property]; at < len(cells) && cells[at] <= contact.MaxScore {
			card.Properties[property] = strconv.Itoa(int(cells[at]))
			card.Generated[property] = day
		}
	}
}

func fillShelf(
	ctx context.Context, tx pgx.Tx, shelf *chunkShelf, database contact.DatabaseID, chunk int32,
) error {
	if shelf.filled && shelf.chunk == chunk {
		return nil
	}
	*shelf = chunkShelf{
		filled: true, chunk: chunk, groups: map[contact.GroupID]*roaring.Bitmap{},
		fills: map[contact.PropertyID]time.Time{}, scores: map[contact.PropertyID][]byte{},
	}
	groups, err := queries.ChunkGroups(ctx, tx, db.ChunkGroupsParams{
		DatabaseID: int32(database), Chunk: chunk, Kind: int16(contact.BitGroup),
	})
	if err != nil {
		return fmt.Errorf("read groups: %w", err)
	}
	for _, row := range groups {
		members := roaring.New()
		if err := ReadBits(members, row.Bits); err != nil {
			return err
		}
		shelf.groups[contact.GroupID(row.Ref)] = members
	}
	fills, err := queries.ListFills(ctx, tx, int32(database))
	if err != nil {
		return fmt.Errorf("list filled properties: %w", err)
	}
	for _, row := range fills {
		shelf.fills[contact.PropertyID(row.PropertyID)] = row.GeneratedDate
	}
	cells, err := queries.ListPropertyCells(ctx, tx, db.ListPropertyCellsParams{DatabaseID: int32(database), Chunk: chunk})
	for _, row := range cells {
		shelf.scores[contact.PropertyID(row.PropertyID)] = row.Cells
	}
	return Wrap("read scores", err)
}
