package pg

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/jackc/pgx/v5"

	"puls.app/services/contacts/internal/audience"
	contactpg "puls.app/services/contacts/internal/contact/pg"
	"puls.app/services/contacts/internal/pg/db"
	"puls.app/services/kit/pgdb"
)

// ResolveVisitors resolves the visitors of databases with many rows about stale visitors. It leaves few to resolve when
// a database is read, and keeps rows of databases that are not read from piling up.
func (s *Store) ResolveVisitors(ctx context.Context, many int) error {
	var databases []int32
	err := s.System(ctx, "find stale visitors", func(tx pgx.Tx) (err error) {
		databases, err = queries.ListStaleDatabases(ctx, tx, int32(many))
		return err
	})
	for _, database := range databases {
		err = errors.Join(err, s.resolveDatabase(ctx, database))
	}
	return err
}

// prepareVisitors resolves the visitors of databases before their contacts are read, so that stale visitors are
// resolved once and not by every reader. When the server cannot store the result, reading goes on without it.
func (s *Store) prepareVisitors(ctx context.Context, q audience.Query) error {
	var databases []db.OwnedDatabasesRow
	err := s.System(ctx, "find databases", func(tx pgx.Tx) (err error) {
		databases, err = queries.OwnedDatabases(ctx, tx, db.OwnedDatabasesParams{
			AccountID: int32(q.Account), Ids: contactpg.Int32s(q.Databases),
		})
		return err
	})
	for i := 0; i < len(databases) && err == nil; i++ {
		if databases[i].NextVisitor > 0 {
			err = s.resolveDatabase(ctx, databases[i].ID)
		}
	}
	if pgdb.Fault(err) != nil {
		return nil
	}
	return err
}

// resolveDatabase resolves the stale visitors of a database, the first time all of them. A crash of Postgres may undo
// all of it.
func (s *Store) resolveDatabase(ctx context.Context, database int32) error {
	resolved := false
	resolve := func(tx pgx.Tx) (err error) {
		resolved, err = Resolve(ctx, tx, database)
		return err
	}
	err := s.DB.Unhurried(ctx, resolve)
	if err == nil && !resolved {
		err = s.DB.Unhurried(ctx, func(tx pgx.Tx) error {
			if err := queries.HoldDatabase(ctx, tx, database); err != nil {
				return err
			}
			return queries.AddResolved(ctx, tx, database)
		})
		if err == nil {
			err = s.DB.Unhurried(ctx, resolve)
		}
	}
	return contactpg.Wrap("resolve visitors", err)
}

// Resolve stores the contacts of the stale visitors of a database, and reports whether the database has resolved
// visitors at all. Each statement sees at least as much as the one before: it resolves all visitors that an earlier one
// took as stale, and all below the next number that an earlier one read. Changes in between are stale for the next
// call.
func Resolve(ctx context.Context, tx pgx.Tx, database int32) (resolved bool, err error) {
	from, err := queries.LockResolved(ctx, tx, database)
	if errors.Is(err, pgx.ErrNoRows) {
		return false, nil
	}
	if err != nil {
		return false, fmt.Errorf("lock resolved visitors: %w", err)
	}
	size, err := queries.DatabaseSize(ctx, tx, database)
	if err != nil {
		return true, fmt.Errorf("read size of database: %w", err)
	}
	taken, err := queries.TakeStale(ctx, tx, database)
	if err != nil {
		return true, fmt.Errorf("take stale visitors: %w", err)
	}
	stale, most, err := staleOf(ctx, tx, database, from, size, taken)
	if err != nil {
		return true, err
	}
	if most {
		err = keepAll(ctx, tx, database)
	} else if len(stale) > 0 {
		err = keepSome(ctx, tx, database, stale)
	}
	if err != nil || from == size.NextNumber {
		return true, err
	}
	return true, contactpg.Wrap("advance resolved visitors", queries.AdvanceResolved(ctx, tx, db.AdvanceResolvedParams{
		DatabaseID: database, NextNumber: size.NextNumber,
	}))
}

func keepAll(ctx context.Context, tx pgx.Tx, database int32) error {
	all, err := resolveAll(ctx, tx, database)
	if err != nil {
		return err
	}
	if err := queries.ForgetResolved(ctx, tx, database); err != nil {
		return fmt.Errorf("forget resolved visitors: %w", err)
	}
	return putResolved(ctx, tx, database, all)
}

func keepSome(ctx context.Context, tx pgx.Tx, database int32, stale []int32) error {
	wanted := db.ListResolvedChunksParams{DatabaseID: database}
	for _, visitor := range stale {
		wanted.Chunks = append(wanted.Chunks, visitor>>contactpg.ChunkShift)
	}
	slices.Sort(wanted.Chunks)
	wanted.Chunks = slices.Compact(wanted.Chunks)
	rows, err := queries.ListResolvedChunks(ctx, tx, wanted)
	if err != nil {
		return fmt.Errorf("read resolved visitors: %w", err)
	}
	kept := resolvedVisitors{}
	for _, row := range rows {
		if kept[row.Chunk], err = readResolved(row.Body); err != nil {
			return err
		}
	}
	if err := resolveSome(ctx, tx, database, stale, kept); err != nil {
		return err
	}
	return putResolved(ctx, tx, database, kept)
}

func putResolved(ctx context.Context, tx pgx.Tx, database int32, chunks resolvedVisitors) error {
	put := db.PutResolvedParams{DatabaseID: database}
	for _, chunk := range slices.Sorted(maps.Keys(chunks)) {
		body, err := chunks[chunk].marshal()
		if err != nil {
			return err
		}
		put.Chunks, put.Bodies = append(put.Chunks, chunk), append(put.Bodies, body)
	}
	return contactpg.Wrap("keep resolved visitors", queries.PutResolved(ctx, tx, put))
}

// Resolving a single visitor costs about visitorsPerStale times as much as its share of resolving all, a new contact
// contactsPerNew times as much. Up to fewVisitors are resolved singly even when they are all.
const (
	visitorsPerStale = 16
	contactsPerNew   = 8
	fewVisitors      = 1000
)

// staleOf returns the visitors, ascending, whose stored contact may be wrong: those that rows list as stale, and those
// whose claims name contacts from a number on. It returns most instead when resolving all visitors costs less.
func staleOf(
	ctx context.Context, tx pgx.Tx, database, from int32, size db.DatabaseSizeRow, rows [][]int32,
) (stale []int32, most bool, err error) {
	if size.NextNumber-from > max(fewVisitors, size.NextNumber/contactsPerNew) {
		return nil, true, nil
	}
	all := roaring.New()
	for _, visitors := range rows {
		for _, visitor := range visitors {
			all.Add(uint32(visitor))
		}
	}
	if size.NextNumber > from {
		visitors, err := queries.VisitorsOfNew(ctx, tx, db.VisitorsOfNewParams{DatabaseID: database, First: from})
		if err != nil {
			return nil, false, fmt.Errorf("find visitors of new contacts: %w", err)
		}
		for _, visitor := range visitors {
			all.Add(uint32(visitor))
		}
	}
	if all.GetCardinality() > uint64(max(fewVisitors, size.NextVisitor/visitorsPerStale)) {
		return nil, true, nil
	}
	for _, visitor := range all.ToArray() {
		stale = append(stale, int32(visitor))
	}
	return stale, false, nil
}

// readVisitors returns the contacts of a database's visitors: it takes the stored ones and resolves the stale ones. In
// a snapshot they are those of the snapshot. Otherwise each visitor's contact was true at some moment between the
// statements, because stale visitors are listed before the stored ones are read: the order matters.
func readVisitors(ctx context.Context, tx pgx.Tx, database int32) (resolvedVisitors, error) {
	from, err := queries.FindResolved(ctx, tx, database)
	if errors.Is(err, pgx.ErrNoRows) {
		return resolveAll(ctx, tx, database)
	}
	if err != nil {
		return nil, fmt.Errorf("find resolved visitors: %w", err)
	}
	size, err := queries.DatabaseSize(ctx, tx, database)
	if err != nil {
		return nil, fmt.Errorf("read size of database: %w", err)
	}
	rows, err := queries.ListStale(ctx, tx, database)
	if err != nil {
		return nil, fmt.Errorf("list stale visitors: %w", err)
	}
	stale, most, err := staleOf(ctx, tx, database, from, size, rows)
	if err != nil {
		return nil, err
	}
	if most {
		return resolveAll(ctx, tx, database)
	}
	kept := resolvedVisitors{}
	chunks, err := queries.ListResolved(ctx, tx, database)
	if err != nil {
		return nil, fmt.Errorf("read resolved visitors: %w", err)
	}
	for _, row := range chunks {
		if kept[row.Chunk], err = readResolved(row.Body); err != nil {
			return nil, err
		}
	}
	return kept, resolveSome(ctx, tx, database, stale, kept)
}

// resolvedVisitors are the known visitors of a database by chunk.
type resolvedVisitors map[int32]resolvedChunk

// resolvedChunk is the known visitors of one chunk, by their numbers within it, and their contacts in the same order.
// The bitmap may be nil when there are none.
type resolvedChunk struct {
	visitors *roaring.Bitmap
	contacts []uint32
}

// add adds the next visitor.
func (r resolvedVisitors) add(visitor, contact uint32) {
	chunk := r[int32(visitor>>contactpg.ChunkShift)]
	if chunk.visitors == nil {
		chunk.visitors = roaring.New()
	}
	chunk.visitors.Add(visitor & (1<<contactpg.ChunkShift - 1))
	chunk.contacts = append(chunk.contacts, contact)
	r[int32(visitor>>contactpg.ChunkShift)] = chunk
}

// with returns the chunk with other contacts for some visitors: changed has the contact's number plus 1, or 0 for none.
func (c resolvedChunk) with(changed map[uint32]uint32) resolvedChunk {
	var numbers [1 << contactpg.ChunkShift]uint32
	if c.visitors != nil {
		for i, visitor := range c.visitors.ToArray() {
			numbers[visitor] = c.contacts[i] + 1
		}
	}
	for visitor, number := range changed {
		numbers[visitor] = number
	}
	next := resolvedChunk{visitors: roaring.New()}
	for visitor, number := range numbers {
		if number != 0 {
			next.visitors.Add(uint32(visitor))
			next.contacts = append(next.contacts, number-1)
		}
	}
	return next
}

func (c resolvedChunk) marshal() ([]byte, error) {
	visitors := c.visitors
	if visitors == nil {
		visitors = roaring.New()
	}
	visitors.RunOptimize()
	body, err := visitors.MarshalBinary()
	if err != nil {
		return nil, fmt.Errorf("write resolved visitors: %w", err)
	}
	for _, contact := range c.contacts {
		body = binary.LittleEndian.AppendUint32(body, contact)
	}
	return body, nil
}

func readResolved(body []byte) (c resolvedChunk, err error) {
	c.visitors = roaring.New()
	size, err := c.visitors.FromBuffer(body)
	if err != nil {
		return c, fmt.Errorf("read resolved visitors: %w", err)
	}
	known := c.visitors.GetCardinality()
	if rest := uint64(len(body)) - uint64(size); rest != 4*known {
		return c, fmt.Errorf("read resolved visitors: %d bytes for %d contacts", rest, known)
	}
	c.contacts = make([]uint32, known)
	for i := range c.contacts {
		c.contacts[i] = binary.LittleEndian.Uint32(body[int(size)+4*i:])
	}
	return c, nil
}
