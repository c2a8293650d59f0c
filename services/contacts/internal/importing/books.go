package importing

import (
	"context"
	"fmt"
	"slices"
	"sync"

	"puls.app/services/contacts/internal/contact"
	"puls.app/services/contacts/internal/engine/fact"
	"puls.app/services/contacts/internal/table"
)

const (
	// bookBudget bounds the bytes of all books of this process; the least recently used are dropped first.
	bookBudget = 512 << 20
	// bytesPerRow is roughly the smallest size of a row of engagement.
	bytesPerRow = 80
	// loadGain is how many contacts can be loaded into a book in the time of one index look-up.
	loadGain = 25
)

// Dictionary finds contacts by address.
type Dictionary interface {
	// DictionaryState returns how many contacts a database has had, and the version of its addresses.
	DictionaryState(
		ctx context.Context, account contact.AccountID, database contact.DatabaseID,
	) (contacts int32, version int64, err error)
	// LoadBook makes a book of all addresses of the given kinds.
	LoadBook(
		ctx context.Context, account contact.AccountID, database contact.DatabaseID, kinds []fact.AddressKind,
	) (*fact.Book, error)
	// LookUp makes a book of the contacts that have one of the addresses, by kind.
	LookUp(
		ctx context.Context, account contact.AccountID, database contact.DatabaseID, addresses [fact.AddressKinds][]string,
	) (*fact.Book, error)
}

// Books caches the address books of databases until their addresses change.
type Books struct {
	Dictionary Dictionary

	mu     sync.Mutex
	loaded []loadedBook // the most recently used last
}

type loadedBook struct {
	database contact.DatabaseID
	kinds    []fact.AddressKind
	book     *fact.Book
}

// NewBooks returns a cache of address books, shared by all readers.
func NewBooks(dictionary Dictionary) *Books { return &Books{Dictionary: dictionary} }

// need counts the addresses that a window's rows name in one database.
type need struct {
	used [fact.AddressKinds]bool
	rows int
}

// ForWindow returns a book for each database whose contacts the window's rows name. A file that is large compared with
// the database loads all its addresses; for a small one they are looked up. Ahead is how many bytes follow the window.
func (b *Books) ForWindow(
	ctx context.Context, account contact.AccountID, ahead int64, reader *table.EngagementReader,
) (map[contact.DatabaseID]*fact.Book, error) {
	needs := map[contact.DatabaseID]*need{}
	var last *need
	var of contact.DatabaseID
	reader.Need(func(database contact.DatabaseID, by fact.AddressKind, _ []byte) {
		if last == nil || of != database {
			if last, of = needs[database], database; last == nil {
				last = &need{}
				needs[database] = last
			}
		}
		last.used[by] = true
		last.rows++
	})
	found := make(map[contact.DatabaseID]*fact.Book, len(needs))
	for database, n := range needs {
		book, err := b.get(ctx, account, ahead, database, n, reader)
		if err != nil {
			return nil, fmt.Errorf("find contacts of database %d: %w", database, err)
		}
		found[database] = book
	}
	return found, nil
}

func (b *Books) get(
	ctx context.Context, account contact.AccountID, ahead int64, database contact.DatabaseID, n *need,
	reader *table.EngagementReader,
) (*fact.Book, error) {
	contacts, version, err := b.Dictionary.DictionaryState(ctx, account, database)
	if err != nil {
		return nil, fmt.Errorf("read dictionary state: %w", err)
	}
	kinds := n.kinds()
	if book := b.find(database, version, kinds); book != nil {
		return book, nil
	}
	rows := max(int64(n.rows), ahead/bytesPerRow)
	if rows*loadGain < int64(contacts) {
		return b.lookUp(ctx, account, database, reader)
	}
	// A kind of address that was loaded before is likely to be used again.
	kinds = b.kindsBefore(database, version, kinds)
	book, err := b.Dictionary.LoadBook(ctx, account, database, kinds)
	if err != nil {
		return nil, fmt.Errorf("load book: %w", err)
	}
	b.keep(loadedBook{database: database, kinds: kinds, book: book})
	return book, nil
}

func (n *need) kinds() []fact.AddressKind {
	var kinds []fact.AddressKind
	for kind, used := range n.used {
		if used {
			kinds = append(kinds, fact.AddressKind(kind))
		}
	}
	return kinds
}

func (b *Books) lookUp(
	ctx context.Context, account contact.AccountID, database contact.DatabaseID, reader *table.EngagementReader,
) (*fact.Book, error) {
	var wanted [fact.AddressKinds]map[string]bool
	for kind := range wanted {
		wanted[kind] = map[string]bool{}
	}
	reader.Need(func(of contact.DatabaseID, by fact.AddressKind, address []byte) {
		if of == database && !wanted[by][string(address)] {
			wanted[by][string(address)] = true
		}
	})
	var addresses [fact.AddressKinds][]string
	for kind, texts := range wanted {
		for text := range texts {
			addresses[kind] = append(addresses[kind], text)
		}
	}
	book, err := b.Dictionary.LookUp(ctx, account, database, addresses)
	if err != nil {
		return nil, fmt.Errorf("look up: %w", err)
	}
	return book, nil
}

func (b *Books) find(database contact.DatabaseID, version int64, kinds []fact.AddressKind) *fact.Book {
	b.mu.Lock()
	defer b.mu.Unlock()
	for at, l := range b.loaded {
		if l.database != database || l.book.Version != version || !covers(l.kinds, kinds) {
			continue
		}
		b.loaded = append(slices.Delete(b.loaded, at, at+1), l)
		return l.book
	}
	return nil
}

func covers(has, wanted []fact.AddressKind) bool {
	return !slices.ContainsFunc(wanted, func(kind fact.AddressKind) bool { return !slices.Contains(has, kind) })
}

func (b *Books) kindsBefore(database contact.DatabaseID, version int64, kinds []fact.AddressKind) []fact.AddressKind {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, l := range b.loaded {
		if l.database == database && l.book.Version == version {
			kinds = append(kinds, l.kinds...)
		}
	}
	slices.Sort(kinds)
	return slices.Compact(kinds)
}

// keep replaces older books of the database and drops the least recently used ones over budget.
func (b *Books) keep(added loadedBook) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.loaded = slices.DeleteFunc(b.loaded, func(l loadedBook) bool { return l.database == added.database })
	b.loaded = append(b.loaded, added)
	total := int64(0)
	for _, l := range b.loaded {
		total += l.book.Bytes()
	}
	for total > bookBudget && len(b.loaded) > 1 {
		total -= b.loaded[0].book.Bytes()
		b.loaded = slices.Delete(b.loaded, 0, 1)
	}
}
