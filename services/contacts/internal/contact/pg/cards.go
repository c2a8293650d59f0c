package pg

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/jackc/pgx/v5"

	"puls.app/services/contacts/internal/contact"
	"puls.app/services/contacts/internal/pg/db"
	"puls.app/services/kit/pgdb"
)

// Card returns one contact of the account.
func (s *Store) Card(
	ctx context.Context, account contact.AccountID, uid string, number int32,
) (card *contact.FullCard, err error) {
	return pgdb.Read(ctx, s.DB, int32(account), func(q pgdb.Querier) (*contact.FullCard, error) {
		return Card(ctx, q, account, uid, number)
	})
}

// Card returns one contact. It fails with contact.ErrDatabaseNotFound and contact.ErrNotFound.
func Card(
	ctx context.Context, q pgdb.Querier, account contact.AccountID, uid string, number int32,
) (*contact.FullCard, error) {
	row, err := queries.FindContact(ctx, q, db.FindContactParams{AccountID: int32(account), Uid: uid, Number: number})
	if errors.Is(err, pgx.ErrNoRows) {
		return nil, contact.ErrDatabaseNotFound
	}
	if err != nil {
		return nil, fmt.Errorf("read contact: %w", err)
	}
	if row.Number == nil {
		return nil, contact.ErrNotFound
	}
	card := &contact.FullCard{Card: contact.Card{Database: contact.DatabaseID(row.ID), LinkEpoch: row.Epoch}}
	card.Contact = contactFromRow(db.PageWholeContactsRow{
		Number: number, ExternalID: row.ExternalID, Email: row.Email, Gsm: row.Gsm, CreatedAt: row.CreatedAt,
		CreatedDay: row.CreatedDay,
	})
	return card, pgdb.Together(
		ctx, pgdb.Generic(q),
		func(q pgdb.Querier) error { return fillBits(ctx, q, account, card) },
		func(q pgdb.Querier) (err error) { card.Values, err = valuesOf(ctx, q, account, uid, card); return err },
		func(q pgdb.Querier) (err error) {
			card.ConsentChanges, err = consentChanges(ctx, q, account, card.Database, number)
			return err
		},
		func(q pgdb.Querier) (err error) {
			card.Twins, err = TwinsOf(ctx, q, card.Database, []int32{number})
			return err
		},
		func(q pgdb.Querier) (err error) { card.Visitors, err = visitorsOf(ctx, q, card); return err },
	)
}

// fillBits adds groups, consents and blocks.
func fillBits(ctx context.Context, q pgdb.Querier, account contact.AccountID, card *contact.FullCard) error {
	kinds := append(kindsOfFlags(), int16(contact.BitGroup))
	rows, err := namedBits(ctx, q, account, card.Database, []int32{card.Number >> ChunkShift}, kinds)
	if err != nil {
		return err
	}
	members := roaring.New()
	for _, row := range rows {
		if err := ReadBits(members, row.Bits); err != nil {
			return err
		}
		if !members.Contains(Place(card.Number)) {
			continue
		}
		if kind := contact.BitKind(row.Kind); kind != contact.BitGroup {
			setFlag(&card.Contact, kind)
		} else {
			card.Groups = append(card.Groups, contact.GroupName{ID: contact.GroupID(row.Ref), Name: row.Name})
		}
	}
	return nil
}

// valuesOf returns the values of properties, by name.
func valuesOf(
	ctx context.Context, q pgdb.Querier, account contact.AccountID, uid string, card *contact.FullCard,
) (values []contact.Value, err error) {
	rows, err := queries.ValuesOfContact(ctx, q, db.ValuesOfContactParams{
		AccountID: int32(account), DatabaseID: int32(card.Database), Chunk: card.Number >> ChunkShift,
		Cell: int32(Place(card.Number)) + 1, Block: card.Number >> valueShift, TextPlace: int32(valuePlace(card.Number)) + 1,
	})
	for _, row := range rows {
		value := contact.Value{Text: row.Text, Property: contact.Property{
			ID: contact.PropertyID(row.ID), Database: card.Database, UID: uid, Name: row.Name, Number: row.IsNumber,
		}}
		if row.GeneratedDate != nil {
			value.Generated, value.Text = *row.GeneratedDate, scoreOf(row.Score)
		}
		if value.Text != "" {
			values = append(values, value)
		}
	}
	return values, Wrap("read values of properties", err)
}

// scoreOf returns the first score of cells as text, and an empty text without one.
func scoreOf(cells []byte) string {
	if len(cells) == 0 || cells[0] > contact.MaxScore {
		return ""
	}
	return strconv.Itoa(int(cells[0]))
}

// visitorsOf returns the visitors that are known to be a contact.
func visitorsOf(
	ctx context.Context, q pgdb.Querier, card *contact.FullCard,
) (visitors []contact.Visitor, err error) {
	claimants, err := queries.ClaimantsOfContact(ctx, q, db.ClaimantsOfContactParams{
		DatabaseID: int32(card.Database), ExternalID: card.ExternalID, Email: card.Email, Gsm: card.GSM,
	})
	if err != nil || len(claimants) == 0 {
		return nil, Wrap("list claims", err)
	}
	rows, err := queries.VisitorsOfContact(ctx, q, db.VisitorsOfContactParams{
		DatabaseID: int32(card.Database), Claimants: claimants, Number: card.Number, Most: contact.ShownVisitors,
	})
	for _, v := range rows {
		visitors = append(visitors, contact.Visitor{Number: v.Number, ID: v.VisitorID})
	}
	return visitors, Wrap("list visitors", err)
}

// Cards calls visit with all contacts of a uid, page by page.
func (s *Store) Cards(
	ctx context.Context, account contact.AccountID, uid string, visit func(page []contact.Card) error,
) error {
	var shelf chunkShelf
	for first := int64(0); first <= math.MaxInt32; {
		var page []contact.Card
		err := s.InDatabase(ctx, account, uid, func(tx pgx.Tx, database contact.DatabaseID) (err error) {
			if page, err = pageOf(ctx, tx, database, int32(first), math.MaxInt32); err != nil {
				return err
			}
			return fillCards(ctx, tx, &shelf, account, database, page)
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

// chunkShelf caches the groups and scores of the chunk that was read last.
type chunkShelf struct {
	filled bool
	chunk  int32
	groups []membersOfGroup
	// scores are the cells of each property that a scoring fills.
	scores map[contact.PropertyID][]byte
}

// membersOfGroup are the places of a group's members in a chunk.
type membersOfGroup struct {
	contact.GroupName
	members *roaring.Bitmap
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
		page[i] = contact.Card{Database: database}
		page[i].Contact = contactFromRow(row)
		page[i].Properties = map[contact.PropertyID]string{}
	}
	return page, nil
}

// fillCards reads the rest of a page of contacts.
func fillCards(
	ctx context.Context, q pgdb.Querier, shelf *chunkShelf, account contact.AccountID, database contact.DatabaseID,
	page []contact.Card,
) error {
	at := func(i int) *contact.Contact { return &page[i].Contact }
	parts := []func(q pgdb.Querier) error{
		func(q pgdb.Querier) error { return fillFlags(ctx, q, database, len(page), at) },
		func(q pgdb.Querier) error { return fillValues(ctx, q, database, nil, len(page), at) },
	}
	for rest := page; len(rest) > 0; {
		chunk := rest[0].Number >> ChunkShift
		end := slices.IndexFunc(rest, func(c contact.Card) bool { return c.Number>>ChunkShift != chunk })
		if end < 0 {
			end = len(rest)
		}
		parts = append(parts, fillShelf(ctx, shelf, account, database, chunk)...)
		if err := pgdb.Together(ctx, q, parts...); err != nil {
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
	for _, group := range c.groups {
		members := group.members.Iterator()
		members.AdvanceIfNeeded(first)
		for members.HasNext() && members.PeekNext() <= last {
			if card := at[members.Next()]; card != nil {
				card.Groups = append(card.Groups, group.GroupName)
			}
		}
	}
}

func (c *chunkShelf) score(card *contact.Card) {
	for property, cells := range c.scores {
		delete(card.Properties, property)
		if at := int(Place(card.Number)); at < len(cells) {
			if score := scoreOf(cells[at:]); score != "" {
				card.Properties[property] = score
			}
		}
	}
}

// fillShelf returns the functions that read a chunk; nil when it is cached.
func fillShelf(
	ctx context.Context, shelf *chunkShelf, account contact.AccountID, database contact.DatabaseID, chunk int32,
) []func(q pgdb.Querier) error {
	if shelf.filled && shelf.chunk == chunk {
		return nil
	}
	*shelf = chunkShelf{
		filled: true, chunk: chunk, scores: map[contact.PropertyID][]byte{},
	}
	return []func(q pgdb.Querier) error{
		func(q pgdb.Querier) error {
			return GroupsOfChunks(ctx, q, account, database, []int32{chunk},
				func(_ int32, group contact.GroupName, members *roaring.Bitmap) {
					shelf.groups = append(shelf.groups, membersOfGroup{group, members})
				})
		},
		func(q pgdb.Querier) error {
			rows, err := queries.ListScores(ctx, q, db.ListScoresParams{DatabaseID: int32(database), Chunk: chunk})
			for _, row := range rows {
				shelf.scores[contact.PropertyID(row.PropertyID)] = row.Cells
			}
			return Wrap("read scores", err)
		},
	}
}

// GroupsOfChunks calls visit with the places of each group's members in some chunks, by the groups' names.
func GroupsOfChunks(
	ctx context.Context, q pgdb.Querier, account contact.AccountID, database contact.DatabaseID, chunks []int32,
	visit func(chunk int32, group contact.GroupName, members *roaring.Bitmap),
) error {
	rows, err := namedBits(ctx, q, account, database, chunks, []int16{int16(contact.BitGroup)})
	if err != nil {
		return err
	}
	for _, row := range rows {
		members := roaring.New()
		if err := ReadBits(members, row.Bits); err != nil {
			return err
		}
		visit(row.Chunk, contact.GroupName{ID: contact.GroupID(row.Ref), Name: row.Name}, members)
	}
	return nil
}

// namedBits returns bitmaps of some kinds in some chunks, sorted by the names of groups, without deleted groups.
func namedBits(
	ctx context.Context, q pgdb.Querier, account contact.AccountID, database contact.DatabaseID, chunks []int32,
	kinds []int16,
) ([]db.NamedBitsRow, error) {
	rows, err := queries.NamedBits(ctx, q, db.NamedBitsParams{
		AccountID: int32(account), DatabaseID: int32(database), Chunks: chunks, GroupKind: int16(contact.BitGroup),
		Kinds: kinds,
	})
	rows = slices.DeleteFunc(rows, func(row db.NamedBitsRow) bool {
		return row.Kind == int16(contact.BitGroup) && row.Name == ""
	})
	slices.SortFunc(rows, func(a, b db.NamedBitsRow) int { return cmp.Compare(a.Name, b.Name) })
	return rows, Wrap("read bitmaps with names", err)
}
