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
	"puls.app/services/kit/pgdb"
)

// Card returns one contact of the account.
func (s *Store) Card(
	ctx context.Context, account contact.AccountID, uid string, number int32,
) (parts contact.CardParts, err error) {
	err = s.DB.Read(ctx, int32(account), func(q pgdb.Querier) error {
		database, err := findDatabase(ctx, q, account, uid)
		if err != nil {
			return err
		}
		parts.Card, err = Card(
			ctx, q, database, number,
			func(q pgdb.Querier) (err error) { parts.Properties, err = properties(ctx, q, account); return err },
			func(q pgdb.Querier) (err error) {
				parts.ConsentChanges, err = consentChanges(ctx, q, account, database, number)
				return err
			},
		)
		if err != nil || len(parts.Groups) == 0 {
			return err
		}
		parts.GroupNames, err = groupNames(ctx, q, account, parts.Groups)
		return err
	})
	return parts, err
}

// Card reads a contact and runs more with its queries. It fails with contact.ErrNotFound.
func Card(
	ctx context.Context, q pgdb.Querier, database contact.DatabaseID, number int32, more ...func(q pgdb.Querier) error,
) (*contact.Card, error) {
	var page []contact.Card
	var twins []contact.Twin
	var of db.FindLinkedRow
	err := pgdb.Together(
		ctx, q,
		func(q pgdb.Querier) (err error) { page, err = pageOf(ctx, q, database, number, number); return err },
		func(q pgdb.Querier) (err error) { twins, err = TwinsOf(ctx, q, database, []int32{number}); return err },
		func(q pgdb.Querier) (err error) {
			of, err = queries.FindLinked(ctx, q, int32(database))
			return Wrap("read epoch of links", err)
		},
	)
	if err != nil {
		return nil, err
	}
	if len(page) == 0 {
		return nil, contact.ErrNotFound
	}
	found := &page[0]
	found.LinkEpoch, found.Twins = of.Epoch, twins
	more = append(more, func(q pgdb.Querier) error {
		visitors, err := queries.VisitorsOfContact(ctx, q, db.VisitorsOfContactParams{
			DatabaseID: int32(database), ExternalID: found.ExternalID, Email: found.Email, Gsm: found.GSM, Number: number,
			Most: contact.ShownVisitors,
		})
		for _, v := range visitors {
			found.Visitors = append(found.Visitors, contact.Visitor{Number: v.Number, ID: v.VisitorID})
		}
		return Wrap("list visitors", err)
	})
	return found, fillCards(ctx, q, &chunkShelf{first: int32(Place(number)), places: 1}, database, page, more...)
}

// Cards calls visit with all contacts of a uid, page by page.
func (s *Store) Cards(
	ctx context.Context, account contact.AccountID, uid string, visit func(page []contact.Card) error,
) error {
	shelf := &chunkShelf{places: 1 << ChunkShift}
	for first := int64(0); first <= math.MaxInt32; {
		var page []contact.Card
		err := s.InDatabase(ctx, account, uid, func(tx pgx.Tx, database contact.DatabaseID) (err error) {
			if page, err = pageOf(ctx, tx, database, int32(first), math.MaxInt32); err != nil {
				return err
			}
			return fillCards(ctx, tx, shelf, database, page)
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

// DatabaseGroups returns the names of the groups of a uid.
func (s *Store) DatabaseGroups(
	ctx context.Context, account contact.AccountID, uid string,
) (map[contact.GroupID]string, error) {
	var names map[contact.GroupID]string
	err := s.InDatabase(ctx, account, uid, func(tx pgx.Tx, database contact.DatabaseID) (err error) {
		names, err = GroupsOfDatabase(ctx, tx, account, database)
		return err
	})
	return names, err
}

// GroupsOfDatabase returns the names of a database's groups.
func GroupsOfDatabase(
	ctx context.Context, tx pgx.Tx, account contact.AccountID, database contact.DatabaseID,
) (map[contact.GroupID]string, error) {
	rows, err := queries.DatabaseGroups(ctx, tx, db.DatabaseGroupsParams{
		AccountID: int32(account), DatabaseID: int32(database),
	})
	names := make(map[contact.GroupID]string, len(rows))
	for _, row := range rows {
		names[contact.GroupID(row.ID)] = row.Name
	}
	return names, Wrap("list groups", err)
}

// chunkShelf caches the groups of the chunk that was read last, and the scores of consecutive places in it: for one
// contact a byte of each property, for a chunk 64 KiB.
type chunkShelf struct {
	first, places int32

	filled bool
	chunk  int32
	groups map[contact.GroupID]*roaring.Bitmap
	scores map[contact.PropertyID]scores
}

// scores are those of a property: their day, and their cells from the first place on.
type scores struct {
	day   time.Time
	cells []byte
}

// cardPage is how many contacts with their properties are read at once.
const cardPage = 1000

// pageOf reads the addresses of a page of contacts with numbers from first to last.
func pageOf(
	ctx context.Context, q pgdb.Querier, database contact.DatabaseID, first, last int32,
) ([]contact.Card, error) {
	rows, err := queries.PageWholeContacts(ctx, q, db.PageWholeContactsParams{
		DatabaseID: int32(database), First: first, Last: last, Limit: cardPage,
	})
	if err != nil {
		return nil, fmt.Errorf("read contacts: %w", err)
	}
	page := make([]contact.Card, len(rows))
	for i, row := range rows {
		page[i] = contact.Card{Database: database, Generated: map[contact.PropertyID]time.Time{}}
		page[i].Contact = contactFromRow(row)
		page[i].Properties = map[contact.PropertyID]string{}
	}
	return page, nil
}

// fillCards reads the rest of a page of contacts and runs more with its queries.
func fillCards(
	ctx context.Context, q pgdb.Querier, shelf *chunkShelf, database contact.DatabaseID, page []contact.Card,
	more ...func(q pgdb.Querier) error,
) error {
	at := func(i int) *contact.Contact { return &page[i].Contact }
	parts := append(
		more,
		func(q pgdb.Querier) error { return fillFlags(ctx, q, database, len(page), at) },
		func(q pgdb.Querier) error { return fillValues(ctx, q, database, nil, len(page), at) },
	)
	for rest := page; len(rest) > 0; {
		chunk := rest[0].Number >> ChunkShift
		end := slices.IndexFunc(rest, func(c contact.Card) bool { return c.Number>>ChunkShift != chunk })
		if end < 0 {
			end = len(rest)
		}
		parts = append(parts, fillShelf(ctx, shelf, database, chunk)...)
		if err := pgdb.Together(ctx, pgdb.Generic(q), parts...); err != nil {
			return err
		}
		shelf.complete(rest[:end])
		rest, parts = rest[end:], nil
	}
	return nil
}

// complete adds groups and scores to cards of the chunk, which are sorted by number.
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
	for property, scores := range c.scores {
		delete(card.Properties, property)
		at := int(Place(card.Number)) - int(c.first)
		if at < len(scores.cells) && scores.cells[at] <= contact.MaxScore {
			card.Properties[property] = strconv.Itoa(int(scores.cells[at]))
			card.Generated[property] = scores.day
		}
	}
}

// fillShelf returns the functions that read a chunk; nil when it is cached.
func fillShelf(
	ctx context.Context, shelf *chunkShelf, database contact.DatabaseID, chunk int32,
) []func(q pgdb.Querier) error {
	if shelf.filled && shelf.chunk == chunk {
		return nil
	}
	*shelf = chunkShelf{
		first: shelf.first, places: shelf.places, filled: true, chunk: chunk, groups: map[contact.GroupID]*roaring.Bitmap{},
		scores: map[contact.PropertyID]scores{},
	}
	return []func(q pgdb.Querier) error{
		func(q pgdb.Querier) error {
			groups, err := queries.GroupsOfChunks(ctx, q, db.GroupsOfChunksParams{
				DatabaseID: int32(database), Chunks: []int32{chunk}, Kind: int16(contact.BitGroup),
			})
			for _, row := range groups {
				members := roaring.New()
				if err := ReadBits(members, row.Bits); err != nil {
					return err
				}
				shelf.groups[contact.GroupID(row.Ref)] = members
			}
			return Wrap("read groups", err)
		},
		func(q pgdb.Querier) error {
			rows, err := queries.ListScores(ctx, q, db.ListScoresParams{
				DatabaseID: int32(database), Chunk: chunk, First: shelf.first, Places: shelf.places,
			})
			for _, row := range rows {
				shelf.scores[contact.PropertyID(row.PropertyID)] = scores{row.GeneratedDate, row.Cells}
			}
			return Wrap("read scores", err)
		},
	}
}
