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

	"puls.app/services/contacts/internal/core"
	"puls.app/services/contacts/internal/pg/db"
)

// Card returns one contact of the account.
func (s *Store) Card(ctx context.Context, account core.AccountID, uid string, number int32) (*core.Card, error) {
	var found *core.Card
	err := s.inDatabase(ctx, account, uid, func(tx pgx.Tx, database core.DatabaseID) (err error) {
		found, err = s.card(ctx, tx, database, number)
		return err
	})
	return found, err
}

// card fails with core.ErrContactNotFound.
func (s *Store) card(ctx context.Context, tx pgx.Tx, database core.DatabaseID, number int32) (*core.Card, error) {
	page, err := s.cards(ctx, tx, &chunkShelf{}, database, number, number)
	if err != nil {
		return nil, err
	}
	if len(page) == 0 {
		return nil, core.ErrContactNotFound
	}
	found := &page[0]
	visitors, err := s.q.VisitorsOfContact(ctx, tx, db.VisitorsOfContactParams{
		DatabaseID: int32(database), ExternalID: found.ExternalID, Email: found.Email, Gsm: found.GSM, Number: number,
		Most: core.ShownVisitors,
	})
	for _, v := range visitors {
		found.Visitors = append(found.Visitors, core.Visitor{Number: v.Number, ID: v.VisitorID})
	}
	if err != nil {
		return nil, fmt.Errorf("list visitors: %w", err)
	}
	of, err := s.q.FindLinked(ctx, tx, int32(database))
	if err != nil {
		return nil, fmt.Errorf("read epoch of links: %w", err)
	}
	found.LinkEpoch = of.Epoch
	found.Twins, err = s.twinsOf(ctx, tx, database, []int32{number})
	return found, err
}

// Cards hands over all contacts of a uid.
func (s *Store) Cards(
	ctx context.Context, account core.AccountID, uid string, visit func(page []core.Card) error,
) error {
	shelf := &chunkShelf{}
	for first := int64(0); first <= math.MaxInt32; {
		var page []core.Card
		err := s.inDatabase(ctx, account, uid, func(tx pgx.Tx, database core.DatabaseID) (err error) {
			page, err = s.cards(ctx, tx, shelf, database, int32(first), math.MaxInt32)
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
	ctx context.Context, account core.AccountID, uid string,
) (map[core.GroupID]string, error) {
	names := map[core.GroupID]string{}
	err := s.inDatabase(ctx, account, uid, func(tx pgx.Tx, database core.DatabaseID) error {
		rows, err := s.q.DatabaseGroups(ctx, tx, db.DatabaseGroupsParams{
			AccountID: int32(account), DatabaseID: int32(database),
		})
		for _, row := range rows {
			names[core.GroupID(row.ID)] = row.Name
		}
		return wrap("list groups", err)
	})
	return names, err
}

// chunkShelf keeps what all contacts of a chunk share, for the chunk that was asked for last.
type chunkShelf struct {
	filled bool
	chunk  int32
	groups map[core.GroupID]*roaring.Bitmap
	// fills are the days of the scores in properties, scores their cells in the chunk.
	fills  map[core.PropertyID]time.Time
	scores map[core.PropertyID][]byte
}

// cardPage is how many contacts with their properties are read at once.
const cardPage = 1000

// cards reads a page of contacts with numbers from first to last.
func (s *Store) cards(
	ctx context.Context, tx pgx.Tx, shelf *chunkShelf, database core.DatabaseID, first, last int32,
) ([]core.Card, error) {
	rows, err := s.q.PageWholeContacts(ctx, tx, db.PageWholeContactsParams{
		DatabaseID: int32(database), First: first, Last: last, Limit: cardPage,
	})
	if err != nil {
		return nil, fmt.Errorf("read contacts: %w", err)
	}
	page := make([]core.Card, len(rows))
	for i, row := range rows {
		page[i] = cardOf(row)
		page[i].Database = database
	}
	at := func(i int) *core.Contact { return &page[i].Contact }
	if err := s.fillFlags(ctx, tx, database, len(page), at); err != nil {
		return nil, err
	}
	if err := s.fillValues(ctx, tx, database, nil, len(page), at); err != nil {
		return nil, err
	}
	for rest := page; len(rest) > 0; {
		chunk := rest[0].Number >> chunkShift
		end := slices.IndexFunc(rest, func(c core.Card) bool { return c.Number>>chunkShift != chunk })
		if end < 0 {
			end = len(rest)
		}
		if err := s.fillShelf(ctx, tx, shelf, database, chunk); err != nil {
			return nil, err
		}
		shelf.complete(rest[:end])
		rest = rest[end:]
	}
	return page, nil
}

func cardOf(row db.PageWholeContactsRow) core.Card {
	card := core.Card{Contact: core.Contact{
		Number: row.Number, ExternalID: row.ExternalID, Email: row.Email, GSM: row.Gsm,
		Properties: map[core.PropertyID]string{},
	}, Generated: map[core.PropertyID]time.Time{}}
	if row.CreatedAt != nil {
		card.HasCreated, card.CreatedAt = true, row.CreatedAt.UnixMicro()
	}
	return card
}

// place is a number within its chunk.
func place(number int32) uint32 { return uint32(number) & (1<<chunkShift - 1) }

// complete gives the cards of a part of the chunk, in the order of their numbers, their groups and scores.
func (c *chunkShelf) complete(cards []core.Card) {
	at := make(map[uint32]*core.Card, len(cards))
	for i := range cards {
		card := &cards[i]
		at[place(card.Number)] = card
		c.score(card)
	}
	first, last := place(cards[0].Number), place(cards[len(cards)-1].Number)
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

func (c *chunkShelf) score(card *core.Card) {
	for property, day := range c.fills {
		delete(card.Properties, property)
		at := int(place(card.Number))
		if cells := c.scores[property]; at < len(cells) && cells[at] <= core.MaxScore {
			card.Properties[property] = strconv.Itoa(int(cells[at]))
			card.Generated[property] = day
		}
	}
}

func (s *Store) fillShelf(
	ctx context.Context, tx pgx.Tx, shelf *chunkShelf, database core.DatabaseID, chunk int32,
) error {
	if shelf.filled && shelf.chunk == chunk {
		return nil
	}
	*shelf = chunkShelf{
		filled: true, chunk: chunk, groups: map[core.GroupID]*roaring.Bitmap{},
		fills: map[core.PropertyID]time.Time{}, scores: map[core.PropertyID][]byte{},
	}
	groups, err := s.q.ChunkGroups(ctx, tx, db.ChunkGroupsParams{
		DatabaseID: int32(database), Chunk: chunk, Kind: int16(core.BitGroup),
	})
	if err != nil {
		return fmt.Errorf("read groups: %w", err)
	}
	for _, row := range groups {
		members := roaring.New()
		if err := readBits(members, row.Bits); err != nil {
			return err
		}
		shelf.groups[core.GroupID(row.Ref)] = members
	}
	fills, err := s.q.ListFills(ctx, tx, int32(database))
	if err != nil {
		return fmt.Errorf("list filled properties: %w", err)
	}
	for _, row := range fills {
		shelf.fills[core.PropertyID(row.PropertyID)] = row.GeneratedDate
	}
	cells, err := s.q.ListPropertyCells(ctx, tx, db.ListPropertyCellsParams{DatabaseID: int32(database), Chunk: chunk})
	for _, row := range cells {
		shelf.scores[core.PropertyID(row.PropertyID)] = row.Cells
	}
	return wrap("read scores", err)
}
