package pg

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/jackc/pgx/v5"

	audiencepg "puls.app/services/contacts/internal/audience/pg"
	"puls.app/services/contacts/internal/contact"
	contactpg "puls.app/services/contacts/internal/contact/pg"
	destinationpg "puls.app/services/contacts/internal/destination/pg"
	"puls.app/services/contacts/internal/pg/db"
	"puls.app/services/contacts/internal/privacy"
)

// ErasePerson erases the contacts that have an address. It locks all of the account's databases, so no step of an
// import commits between its reads and its writes.
func (s *Store) ErasePerson(
	ctx context.Context, entry contact.Entry, address contact.Sought,
) (held []privacy.Held, err error) {
	if s.contacts.ErasureKey == nil {
		return nil, privacy.ErrErasure
	}
	err = s.DB.InAccount(ctx, int32(entry.Account), func(tx pgx.Tx) error {
		if err := queries.LockDatabases(ctx, tx, int32(entry.Account)); err != nil {
			return fmt.Errorf("lock databases: %w", err)
		}
		databases, err := queries.ListDatabases(ctx, tx, int32(entry.Account))
		if err != nil {
			return fmt.Errorf("list databases: %w", err)
		}
		if held, err = personOf(ctx, tx, entry.Account, databases, address); err != nil {
			return err
		}
		if len(held) == 0 {
			return privacy.ErrPersonNotFound
		}
		e := &erasing{Store: s, tx: tx, entry: entry, held: held, databases: databases}
		return e.run(ctx)
	})
	return held, err
}

// erasing is the state of an erasure.
type erasing struct {
	*Store
	tx        pgx.Tx
	entry     contact.Entry
	held      []privacy.Held
	databases []db.ListDatabasesRow
	// shared are the addresses that identify the person in every uid, own are external ids by database.
	shared []string
	own    map[contact.DatabaseID][]string
}

func (e *erasing) run(ctx context.Context) error {
	if _, err := contactpg.AddEntry(ctx, e.tx, e.entry); err != nil {
		return err
	}
	subjects := map[contact.DatabaseID]*roaring.Bitmap{}
	for _, h := range e.held {
		if subjects[h.Database] == nil {
			subjects[h.Database] = roaring.New()
		}
		subjects[h.Database].Add(uint32(h.Number))
	}
	if err := contactpg.AddSubjects(ctx, e.tx, e.entry.ID, 0, subjects); err != nil {
		return err
	}
	for _, database := range slices.Sorted(maps.Keys(subjects)) {
		if err := contactpg.EraseContacts(ctx, e.tx, database, subjects[database]); err != nil {
			return fmt.Errorf("erase from database %d: %w", database, err)
		}
		if err := audiencepg.EraseScores(ctx, e.tx, e.entry.Account, database, subjects[database]); err != nil {
			return fmt.Errorf("erase from database %d: %w", database, err)
		}
		if err := destinationpg.Erase(ctx, e.tx, database, subjects[database], e.entry.At); err != nil {
			return fmt.Errorf("erase from database %d: %w", database, err)
		}
	}
	for _, step := range []func(context.Context) error{e.addresses, e.refuse, e.forget, e.members, e.visitors} {
		if err := step(ctx); err != nil {
			return err
		}
	}
	return nil
}

// members notes the erasure at destinations of addresses that only the person has.
func (e *erasing) members(ctx context.Context) error {
	return destinationpg.EraseAddresses(ctx, e.tx, e.entry.Account, e.sentKey, e.shared, e.entry.At)
}

// visitors resolves the visitors again, so that none is known to be the person.
func (e *erasing) visitors(ctx context.Context) error {
	for _, d := range e.databases {
		if _, err := audiencepg.Resolve(ctx, e.tx, d.ID); err != nil {
			return fmt.Errorf("resolve visitors of database %d: %w", d.ID, err)
		}
	}
	return nil
}
