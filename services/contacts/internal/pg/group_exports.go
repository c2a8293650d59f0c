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
	"puls.app/services/contacts/internal/engine/fact"
	"puls.app/services/contacts/internal/pg/db"
)

// GroupExport returns a receipt.
func (s *Store) GroupExport(
	ctx context.Context, account core.AccountID, id uuid.UUID,
) (export *core.GroupExport, err error) {
	err = s.db.InAccount(ctx, int32(account), func(tx pgx.Tx) error {
		export, err = s.readExport(ctx, tx, account, id)
		return err
	})
	return export, err
}

func (s *Store) readExport(
	ctx context.Context, tx pgx.Tx, account core.AccountID, id uuid.UUID,
) (*core.GroupExport, error) {
	row, err := s.q.GetGroupExport(ctx, tx, db.GetGroupExportParams{AccountID: int32(account), ID: id})
	if errors.Is(err, pgx.ErrNoRows) {
		return nil, core.ErrExportNotFound
	}
	if err != nil {
		return nil, fmt.Errorf("read export: %w", err)
	}
	exports, err := s.withItems(ctx, tx, account, []db.ListGroupExportsRow{db.ListGroupExportsRow(row)})
	if err != nil {
		return nil, err
	}
	return &exports[0], nil
}

// GroupExports returns the receipts of a scoring.
func (s *Store) GroupExports(
	ctx context.Context, account core.AccountID, scoring uuid.UUID,
) (exports []core.GroupExport, err error) {
	err = s.db.InAccount(ctx, int32(account), func(tx pgx.Tx) error {
		rows, err := s.q.ListGroupExports(ctx, tx, db.ListGroupExportsParams{
			AccountID: int32(account), ScoringID: scoring, Limit: core.KeptExports,
		})
		if err != nil {
			return fmt.Errorf("list exports: %w", err)
		}
		exports, err = s.withItems(ctx, tx, account, rows)
		return err
	})
	return exports, err
}

func (s *Store) withItems(
	ctx context.Context, tx pgx.Tx, account core.AccountID, rows []db.ListGroupExportsRow,
) ([]core.GroupExport, error) {
	exports, at := make([]core.GroupExport, len(rows)), map[uuid.UUID]int{}
	list := db.ListGroupExportItemsParams{AccountID: int32(account)}
	for i, row := range rows {
		exports[i] = core.GroupExport{
			ID: row.ID, MadeAt: row.MadeAt, UndoneAt: row.UndoneAt, NotContacts: row.NotContacts, Erased: row.Erased,
			Of: core.Calculation{
				Account: account, Scoring: row.ScoringID, Channel: fact.Channel(row.Channel), Date: row.GeneratedDate,
				Revision: int(row.Revision),
			},
		}
		at[row.ID], list.Ids = i, append(list.Ids, row.ID)
	}
	items, err := s.q.ListGroupExportItems(ctx, tx, list)
	if err != nil {
		return nil, fmt.Errorf("list items of exports: %w", err)
	}
	for _, row := range items {
		export := &exports[at[row.ExportID]]
		export.Items = append(export.Items, core.GroupExportItem{
			Target: core.Target{
				Min: int(row.ScoringMin), Max: int(row.ScoringMax), Reason: row.Reason, Group: core.GroupID(row.GroupID),
			},
			At: int(row.Target), Database: core.DatabaseID(row.DatabaseID), UID: row.Uid, Name: row.GroupName,
			Created: row.Created, Added: row.Added, AlreadyThere: row.AlreadyThere, Removed: row.Removed,
		})
	}
	return exports, nil
}

// UndoGroupExport takes out whom an export added.
func (s *Store) UndoGroupExport(
	ctx context.Context, account core.AccountID, id uuid.UUID, by core.Actor, now time.Time,
) (export *core.GroupExport, err error) {
	err = s.db.InAccount(ctx, int32(account), func(tx pgx.Tx) error {
		if err := s.q.LockDatabases(ctx, tx, int32(account)); err != nil {
			return fmt.Errorf("lock databases: %w", err)
		}
		if export, err = s.readExport(ctx, tx, account, id); err != nil {
			return err
		}
		if export.UndoneAt != nil {
			return core.ErrExportUndone.WithCurrent(export).Withf(
				"the export was undone at %s", export.UndoneAt.UTC().Format(time.RFC3339),
			)
		}
		if err := s.takeOut(ctx, tx, export, by, now); err != nil {
			return err
		}
		export.UndoneAt = &now
		return wrap("note the undoing", s.q.UndoGroupExport(ctx, tx, db.UndoGroupExportParams{
			AccountID: int32(account), ID: id, UndoneAt: &now,
		}))
	})
	return export, err
}

// takeOut does so with every group that is still there, and adds it to the event log under the scoring's name.
func (s *Store) takeOut(ctx context.Context, tx pgx.Tx, export *core.GroupExport, by core.Actor, now time.Time) error {
	var ids []core.GroupID
	for _, item := range export.Items {
		ids = append(ids, item.Group)
	}
	account := int32(export.Of.Account)
	groups, err := s.lockGroups(ctx, tx, export.Of.Account, ids)
	if err != nil {
		return err
	}
	removed := map[core.DatabaseID]*roaring.Bitmap{}
	for i := range export.Items {
		item := &export.Items[i]
		if removed[item.Database] == nil {
			removed[item.Database] = roaring.New()
		}
		if _, there := groups[item.Group]; there {
			body, err := s.q.GroupExportMembers(ctx, tx, db.GroupExportMembersParams{
				AccountID: account, ExportID: export.ID, Target: int16(item.At), DatabaseID: int32(item.Database),
			})
			if err != nil {
				return fmt.Errorf("read members: %w", err)
			}
			out, err := s.removeMembers(ctx, tx, item, body)
			if err != nil {
				return err
			}
			item.Removed = int32(out.GetCardinality())
			removed[item.Database].Or(out)
		}
		err := s.q.UndoGroupExportItem(ctx, tx, db.UndoGroupExportItemParams{
			AccountID: account, ExportID: export.ID, Target: int16(item.At), DatabaseID: int32(item.Database),
			Removed: item.Removed,
		})
		if err != nil {
			return fmt.Errorf("note who was taken out: %w", err)
		}
	}
	if source, err := s.q.EntrySource(ctx, tx, db.EntrySourceParams{AccountID: account, ID: export.ID}); err == nil {
		by.From = source
	} else if !errors.Is(err, pgx.ErrNoRows) { // exports before the log have none
		return fmt.Errorf("read entry of export: %w", err)
	}
	entry := core.Entry{
		ID: uuid.NewSHA1(export.ID, []byte("undone")), Account: export.Of.Account, At: now,
		Kind: core.EntryGroupExportUndo, Actor: by,
	}
	if _, err := s.addEntry(ctx, tx, entry); err != nil {
		return err
	}
	return s.addSubjects(ctx, tx, entry.ID, removed)
}

// removeMembers returns who of the added were still in.
func (s *Store) removeMembers(
	ctx context.Context, tx pgx.Tx, item *core.GroupExportItem, body []byte,
) (*roaring.Bitmap, error) {
	added, removed := roaring.New(), roaring.New()
	if err := readBits(added, body); err != nil {
		return nil, err
	}
	parts, maps := map[bitsKey]*roaring.Bitmap{}, map[bitsKey]*roaring.Bitmap{}
	for chunk, part := range chunksOf(added) {
		key := bitsKey{chunk, core.BitGroup, int32(item.Group)}
		parts[key], maps[key] = part, nil
	}
	if len(maps) == 0 {
		return removed, nil
	}
	if err := s.lockBits(ctx, tx, item.Database, maps); err != nil {
		return nil, err
	}
	for key, part := range parts {
		part.And(maps[key])
		removed.Or(roaring.AddOffset64(part, int64(key.chunk)<<chunkShift))
		maps[key].AndNot(part)
	}
	return removed, s.putBits(ctx, tx, item.Database, maps)
}

func (s *Store) lockGroups(
	ctx context.Context, tx pgx.Tx, account core.AccountID, ids []core.GroupID,
) (map[core.GroupID]db.LockGroupsRow, error) {
	rows, err := s.q.LockGroups(ctx, tx, db.LockGroupsParams{AccountID: int32(account), Ids: int32s(ids)})
	groups := make(map[core.GroupID]db.LockGroupsRow, len(rows))
	for _, row := range rows {
		groups[core.GroupID(row.ID)] = row
	}
	return groups, wrap("lock groups", err)
}
