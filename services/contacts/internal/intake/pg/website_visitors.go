package pg

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"puls.app/services/contacts/internal/contact"
	contactpg "puls.app/services/contacts/internal/contact/pg"
	"puls.app/services/contacts/internal/pg/db"
)

// NewVisitors returns how many new visitors the websites of an account brought in an hour.
func (s *Store) NewVisitors(
	ctx context.Context, account contact.AccountID, hour time.Time,
) (brought map[uuid.UUID]int, err error) {
	brought = map[uuid.UUID]int{}
	err = s.System(ctx, "count new visitors", func(tx pgx.Tx) error {
		rows, err := queries.ListNewVisitors(ctx, tx, db.ListNewVisitorsParams{AccountID: int32(account), Hour: hour})
		for _, row := range rows {
			brought[row.SiClientID] = int(row.VisitorCount)
		}
		return err
	})
	return brought, err
}

// KnownVisitors returns which of the visitors a database has.
func (s *Store) KnownVisitors(
	ctx context.Context, database contact.DatabaseID, ids []string,
) (known map[string]bool, err error) {
	known = map[string]bool{}
	err = s.System(ctx, "find visitors", func(tx pgx.Tx) error {
		rows, err := queries.FindVisitors(ctx, tx, db.FindVisitorsParams{DatabaseID: int32(database), VisitorIds: ids})
		for _, row := range rows {
			known[row.VisitorID] = true
		}
		return err
	})
	return known, err
}

// removePage is how many visitor numbers a step checks; chunks are multiples of it.
const removePage = 1 << 14

// RemoveVisitors removes some visitors of a website that was removed with its visitors. The database is locked, as it
// is while visitors are added. The removed numbers are recorded: they are never reused, and facts with them count for
// no visitor.
func (s *Store) RemoveVisitors(ctx context.Context, before time.Time) (more bool, err error) {
	err = s.System(ctx, "remove visitors", func(tx pgx.Tx) error {
		r, err := queries.NextVisitorRemoval(ctx, tx)
		if errors.Is(err, pgx.ErrNoRows) {
			return nil
		}
		if err != nil {
			return fmt.Errorf("find removal: %w", err)
		}
		state, err := queries.LockDatabase(ctx, tx, db.LockDatabaseParams{AccountID: r.AccountID, ID: r.DatabaseID})
		if err != nil {
			return fmt.Errorf("lock database: %w", err)
		}
		// A step that is reading these bodies fails for lack of them and adds no visitor.
		bodies := db.DropBodiesOfParams{AccountID: r.AccountID, SourceID: r.SiClientID}
		if err := queries.DropBodiesOf(ctx, tx, bodies); err != nil {
			return fmt.Errorf("drop bodies: %w", err)
		}
		if r.NextVisitor >= state.NextVisitor {
			if r.RequestedAt.After(before) {
				return nil // a request in flight may still add some
			}
			end := db.EndVisitorRemovalParams{AccountID: r.AccountID, SiClientID: r.SiClientID}
			more = true
			return queries.EndVisitorRemoval(ctx, tx, end)
		}
		more = true
		last := min(r.NextVisitor+removePage, state.NextVisitor)
		numbers, err := queries.RemoveVisitors(ctx, tx, db.RemoveVisitorsParams{
			DatabaseID: r.DatabaseID, First: r.NextVisitor, Last: last, Website: r.SiClientID, Whole: r.Whole,
			KnownUntil: r.KnownUntil,
		})
		if err != nil {
			return fmt.Errorf("delete visitors: %w", err)
		}
		if err := noteRemoved(ctx, tx, r.DatabaseID, numbers); err != nil {
			return err
		}
		return queries.AdvanceVisitorRemoval(ctx, tx, db.AdvanceVisitorRemovalParams{
			AccountID: r.AccountID, SiClientID: r.SiClientID, NextVisitor: last,
		})
	})
	return more, err
}

// noteRemoved removes the claims of visitors of one chunk, and records their numbers.
func noteRemoved(ctx context.Context, tx pgx.Tx, database int32, numbers []int32) error {
	if len(numbers) == 0 {
		return nil
	}
	err := queries.RemoveClaims(ctx, tx, db.RemoveClaimsParams{DatabaseID: database, Visitors: numbers})
	if err != nil {
		return fmt.Errorf("delete claims: %w", err)
	}
	chunk := numbers[0] >> contactpg.ChunkShift
	removed := roaring.New()
	body, err := queries.GetRemovedVisitors(ctx, tx, db.GetRemovedVisitorsParams{DatabaseID: database, Chunk: chunk})
	if err == nil {
		err = contactpg.ReadBits(removed, body)
	} else if errors.Is(err, pgx.ErrNoRows) {
		err = nil
	}
	if err != nil {
		return fmt.Errorf("read removed visitors: %w", err)
	}
	for _, number := range numbers {
		removed.Add(contactpg.Place(number))
	}
	removed.RunOptimize()
	if body, err = removed.MarshalBinary(); err != nil {
		return fmt.Errorf("write removed visitors: %w", err)
	}
	return contactpg.Wrap("keep removed visitors", queries.PutRemovedVisitors(ctx, tx, db.PutRemovedVisitorsParams{
		DatabaseID: database, Chunk: chunk, Bits: body,
	}))
}
