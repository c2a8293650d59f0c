package pg

import (
	"context"
	"maps"
	"slices"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/jackc/pgx/v5"

	"puls.app/services/contacts/internal/audience"
	"puls.app/services/contacts/internal/contact"
	contactpg "puls.app/services/contacts/internal/contact/pg"
	"puls.app/services/contacts/internal/engine/fact"
	"puls.app/services/contacts/internal/pg/db"
)

// Search returns a page of contacts.
func (s *Store) Search(
	ctx context.Context, search audience.Search, sought *contact.Sought, scored *audience.Scored,
) (found audience.Found, err error) {
	err = s.DB.InAccount(ctx, int32(search.Account), func(tx pgx.Tx) error {
		databases, err := contactpg.Searched(ctx, tx, search.Search)
		if err != nil {
			return err
		}
		candidates, err := candidatesOf(ctx, tx, databases, search, sought, scored)
		if err != nil {
			return err
		}
		var places []audience.Place
		places, found.Total = search.Page(candidates)
		if found.Contacts, err = contactsAt(ctx, tx, databases, places); err != nil || !search.WithGroups {
			return err
		}
		return nameGroups(ctx, tx, search.Account, found.Contacts)
	})
	return found, err
}

// Candidates returns all contacts among which a search looks.
func (s *Store) Candidates(
	ctx context.Context, search audience.Search, sought *contact.Sought, scored *audience.Scored, within contact.GroupID,
) (candidates []audience.Candidates, err error) {
	err = s.DB.InAccount(ctx, int32(search.Account), func(tx pgx.Tx) error {
		databases, err := contactpg.Searched(ctx, tx, search.Search)
		if err != nil {
			return err
		}
		if within != 0 {
			of, err := contactpg.Searched(ctx, tx, contact.Search{Account: search.Account, Group: within})
			if err != nil {
				return err
			}
			databases = slices.DeleteFunc(databases, func(d db.ListDatabasesRow) bool { return d.ID != of[0].ID })
		}
		candidates, err = candidatesOf(ctx, tx, databases, search, sought, scored)
		return err
	})
	return candidates, err
}

// candidatesOf returns the contacts that meet the conditions about contacts, with their cells, by database and chunk.
func candidatesOf(
	ctx context.Context, tx pgx.Tx, databases []db.ListDatabasesRow, search audience.Search, sought *contact.Sought,
	scored *audience.Scored,
) ([]audience.Candidates, error) {
	sets, err := contactpg.Sets(ctx, tx, databases, search.Group, sought)
	if err != nil {
		return nil, err
	}
	var candidates []audience.Candidates
	for i, d := range databases {
		if err := limitConsent(ctx, tx, d.ID, search, sets[i]); err != nil {
			return nil, err
		}
		now, err := cellsOf(ctx, tx, search.Of.Channel, contact.DatabaseID(d.ID), scored.Now)
		if err != nil {
			return nil, err
		}
		then, err := cellsOf(ctx, tx, search.Of.Channel, contact.DatabaseID(d.ID), scored.Then)
		if err != nil {
			return nil, err
		}
		parts := contactpg.ChunksOf(sets[i])
		for _, chunk := range slices.Sorted(maps.Keys(parts)) {
			c := audience.Candidates{Database: i, Chunk: uint32(chunk), Members: contactpg.Words(parts[chunk])}
			c.Now, c.Then = now[c.Chunk], then[c.Chunk]
			if scored.Active != nil {
				c.Active = scored.Active.Cells[contact.DatabaseID(d.ID)][c.Chunk]
			}
			candidates = append(candidates, c)
		}
	}
	return candidates, nil
}

func limitConsent(
	ctx context.Context, tx pgx.Tx, database int32, search audience.Search, set *roaring.Bitmap,
) error {
	if search.Consent == "" {
		return nil
	}
	consenting, err := contactpg.Numbers(ctx, tx, database, search.ConsentKind(), 0)
	switch {
	case err != nil:
		return err
	case search.Consent == audience.ConsentGiven:
		set.And(consenting)
	default:
		set.AndNot(consenting)
	}
	return nil
}

// cellsOf returns the cells of a database's contacts by chunk.
func cellsOf(
	ctx context.Context, tx pgx.Tx, channel fact.Channel, database contact.DatabaseID,
	all map[contact.DatabaseID][]audience.ScoreChunk,
) (map[uint32][]byte, error) {
	chunks := all[database]
	if channel == fact.Web && len(chunks) > 0 {
		contacts, err := ContactsOfVisitors(ctx, tx, database)
		if err != nil {
			return nil, err
		}
		chunks, _ = audience.OfContacts(chunks, contacts)
	}
	cells := make(map[uint32][]byte, len(chunks))
	for _, chunk := range chunks {
		cells[chunk.Chunk] = chunk.Cells
	}
	return cells, nil
}

// contactsAt returns the contacts at places, in their order.
func contactsAt(
	ctx context.Context, tx pgx.Tx, databases []db.ListDatabasesRow, places []audience.Place,
) ([]audience.FoundContact, error) {
	contacts := make([]audience.FoundContact, 0, len(places))
	at := make([]map[int32]contact.FoundContact, len(databases))
	for i, d := range databases {
		var numbers []int32
		for _, place := range places {
			if place.Database == i {
				numbers = append(numbers, place.Number)
			}
		}
		read, err := contactpg.ContactsOf(ctx, tx, d, numbers)
		if err != nil {
			return nil, err
		}
		at[i] = make(map[int32]contact.FoundContact, len(read))
		for _, c := range read {
			at[i][c.Number] = c
		}
	}
	for _, place := range places {
		if c, there := at[place.Database][place.Number]; there {
			contacts = append(contacts, audience.FoundContact{
				FoundContact: c, Database: contact.DatabaseID(databases[place.Database].ID), Now: place.Now, Then: place.Then,
			})
		}
	}
	return contacts, nil
}

// nameGroups fills in the groups of contacts, sorted by name. Of each database it reads only the chunks with one of the
// contacts.
func nameGroups(ctx context.Context, tx pgx.Tx, account contact.AccountID, found []audience.FoundContact) error {
	type place struct {
		database contact.DatabaseID
		chunk    int32
	}
	at, chunks := map[place][]*audience.FoundContact{}, map[contact.DatabaseID][]int32{}
	for i := range found {
		p := place{found[i].Database, found[i].Number >> contactpg.ChunkShift}
		if at[p] == nil {
			chunks[p.database] = append(chunks[p.database], p.chunk)
		}
		at[p] = append(at[p], &found[i])
	}
	for database, of := range chunks {
		err := contactpg.GroupsOfChunks(ctx, tx, account, database, of,
			func(chunk int32, group contact.GroupName, members *roaring.Bitmap) {
				for _, c := range at[place{database, chunk}] {
					if members.Contains(contactpg.Place(c.Number)) {
						c.Groups = append(c.Groups, group.Name)
					}
				}
			})
		if err != nil {
			return err
		}
	}
	return nil
}

// ContactsOfVisitors returns the contacts of the known visitors of a database.
func (s *Store) ContactsOfVisitors(
	ctx context.Context, account contact.AccountID, database contact.DatabaseID,
) (contacts map[uint32]uint32, err error) {
	err = s.DB.InAccount(ctx, int32(account), func(tx pgx.Tx) error {
		contacts, err = ContactsOfVisitors(ctx, tx, database)
		return err
	})
	return contacts, err
}
