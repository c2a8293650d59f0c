package pg

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"puls.app/services/contacts/internal/core"
	"puls.app/services/contacts/internal/pg/db"
)

// NewVisitors returns how many new visitors the websites of an account brought in an hour.
func (s *Store) NewVisitors(
	ctx context.Context, account core.AccountID, hour time.Time,
) (brought map[uuid.UUID]int, err error) {
	brought = map[uuid.UUID]int{}
	err = s.system(ctx, "count new visitors", func(tx pgx.Tx) error {
		rows, err := s.q.ListNewVisitors(ctx, tx, db.ListNewVisitorsParams{AccountID: int32(account), Hour: hour})
		for _, row := range rows {
			brought[row.SiClientID] = int(row.VisitorCount)
		}
		return err
	})
	return brought, err
}

// KnownVisitors returns which of some visitors a database has.
func (s *Store) KnownVisitors(
	ctx context.Context, database core.DatabaseID, ids []string,
) (known map[string]bool, err error) {
	known = map[string]bool{}
	err = s.system(ctx, "find visitors", func(tx pgx.Tx) error {
		rows, err := s.q.FindVisitors(ctx, tx, db.FindVisitorsParams{DatabaseID: int32(database), VisitorIds: ids})
		for _, row := range rows {
			known[row.VisitorID] = true
		}
		return err
	})
	return known, err
}

// removePage is how many numbers of visitors a step looks at; chunks are multiples of it.
const removePage = 1 << 14

// RemoveVisitors removes some visitors of a website that was removed with them. The database is locked, as it is while
// visitors are added. The numbers of those who go are noted: they are never used again, and facts with them count for
// nobody.
func (s *Store) RemoveVisitors(ctx context.Context, before time.Time) (more bool, err error) {
	err = s.system(ctx, "remove visitors", func(tx pgx.Tx) error {
		r, err := s.q.NextVisitorRemoval(ctx, tx)
		if errors.Is(err, pgx.ErrNoRows) {
			return nil
		}
		if err != nil {
			return fmt.Errorf("find removal: %w", err)
		}
		state, err := s.q.LockDatabase(ctx, tx, db.LockDatabaseParams{AccountID: r.AccountID, ID: r.DatabaseID})
		if err != nil {
			return fmt.Errorf("lock database: %w", err)
		}
		// What is read of it meanwhile fails for want of these, and brings nobody.
		bodies := db.DropBodiesOfParams{AccountID: r.AccountID, SourceID: r.SiClientID}
		if err := s.q.DropBodiesOf(ctx, tx, bodies); err != nil {
			return fmt.Errorf("drop bodies: %w", err)
		}
		if r.NextVisitor >= state.NextVisitor {
			if r.RequestedAt.After(before) {
				return nil // a request that was on its way may still bring some
			}
			end := db.EndVisitorRemovalParams{AccountID: r.AccountID, SiClientID: r.SiClientID}
			more = true
			return s.q.EndVisitorRemoval(ctx, tx, end)
		}
		more = true
		last := min(r.NextVisitor+removePage, state.NextVisitor)
		numbers, err := s.q.RemoveVisitors(ctx, tx, db.RemoveVisitorsParams{
			DatabaseID: r.DatabaseID, First: r.NextVisitor, Last: last, Website: r.SiClientID, Whole: r.Whole,
			KnownUntil: r.KnownUntil,
		})
		if err != nil {
			return fmt.Errorf("delete visitors: %w", err)
		}
		if err := s.noteRemoved(ctx, tx, r.DatabaseID, numbers); err != nil {
			return err
		}
		return s.q.AdvanceVisitorRemoval(ctx, tx, db.AdvanceVisitorRemovalParams{
			AccountID: r.AccountID, SiClientID: r.SiClientID, NextVisitor: last,
		})
	})
	return more, err
}

// noteRemoved takes away what visitors of one chunk said, and notes their numbers.
func (s *Store) noteRemoved(ctx context.Context, tx pgx.Tx, database int32, numbers []int32) error {
	if len(numbers) == 0 {
		return nil
	}
	err := s.q.RemoveClaims(ctx, tx, db.RemoveClaimsParams{DatabaseID: database, Visitors: numbers})
	if err != nil {
		return fmt.Errorf("delete claims: %w", err)
	}
	chunk := numbers[0] >> chunkShift
	removed := roaring.New()
	body, err := s.q.GetRemovedVisitors(ctx, tx, db.GetRemovedVisitorsParams{DatabaseID: database, Chunk: chunk})
	if err == nil {
		err = readBits(removed, body)
	} else if errors.Is(err, pgx.ErrNoRows) {
		err = nil
	}
	if err != nil {
		return fmt.Errorf("read removed visitors: %w", err)
	}
	for _, number := range numbers {
		removed.Add(place(number))
	}
	removed.RunOptimize()
	if body, err = removed.MarshalBinary(); err != nil {
		return fmt.Errorf("write removed visitors: %w", err)
	}
	return wrap("keep removed visitors", s.q.PutRemovedVisitors(ctx, tx, db.PutRemovedVisitorsParams{
		DatabaseID: database, Chunk: chunk, Bits: body,
	}))
}

// removedVisitors returns the numbers of removed visitors by chunk.
func (s *Store) removedVisitors(ctx context.Context, tx pgx.Tx, database int32) (map[int32]*roaring.Bitmap, error) {
	rows, err := s.q.ListRemovedVisitors(ctx, tx, database)
	if err != nil {
		return nil, fmt.Errorf("read removed visitors: %w", err)
	}
	removed := map[int32]*roaring.Bitmap{}
	for _, row := range rows {
		removed[row.Chunk] = roaring.New()
		if err := readBits(removed[row.Chunk], row.Bits); err != nil {
			return nil, err
		}
	}
	return removed, nil
}
