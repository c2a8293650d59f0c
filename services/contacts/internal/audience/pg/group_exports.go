package pg

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"puls.app/services/contacts/internal/audience"
	"puls.app/services/contacts/internal/contact"
	contactpg "puls.app/services/contacts/internal/contact/pg"
	"puls.app/services/contacts/internal/engine/fact"
	"puls.app/services/contacts/internal/pg/db"
	"puls.app/services/kit/pgdb"
)

// GroupExport returns a receipt.
func (s *Store) GroupExport(
	ctx context.Context, account contact.AccountID, id uuid.UUID,
) (export *audience.GroupExport, err error) {
	err = s.DB.Read(ctx, int32(account), func(q pgdb.Querier) error {
		export, err = readExport(ctx, q, account, id)
		return err
	})
	return export, err
}

func readExport(
	ctx context.Context, q pgdb.Querier, account contact.AccountID, id uuid.UUID,
) (*audience.GroupExport, error) {
	row, err := queries.GetGroupExport(ctx, q, db.GetGroupExportParams{AccountID: int32(account), ID: id})
	if errors.Is(err, pgx.ErrNoRows) {
		return nil, audience.ErrExportNotFound
	}
	if err != nil {
		return nil, fmt.Errorf("read export: %w", err)
	}
	exports, err := withItems(ctx, q, account, []db.ListGroupExportsRow{db.ListGroupExportsRow(row)})
	if err != nil {
		return nil, err
	}
	return &exports[0], nil
}

// GroupExports returns the receipts of a scoring.
func (s *Store) GroupExports(
	ctx context.Context, account contact.AccountID, scoring uuid.UUID,
) (exports []audience.GroupExport, err error) {
	err = s.DB.Read(ctx, int32(account), func(q pgdb.Querier) error {
		rows, err := queries.ListGroupExports(ctx, q, db.ListGroupExportsParams{
			AccountID: int32(account), ScoringID: scoring, Limit: audience.KeptExports,
		})
		if err != nil {
			return fmt.Errorf("list exports: %w", err)
		}
		exports, err = withItems(ctx, q, account, rows)
		return err
	})
	return exports, err
}

func withItems(
	ctx context.Context, q pgdb.Querier, account contact.AccountID, rows []db.ListGroupExportsRow,
) ([]audience.GroupExport, error) {
	exports, at := make([]audience.GroupExport, len(rows)), map[uuid.UUID]int{}
	list := db.ListGroupExportItemsParams{AccountID: int32(account)}
	for i, row := range rows {
		exports[i] = audience.GroupExport{
			ID: row.ID, MadeAt: row.MadeAt, UndoneAt: row.UndoneAt, NotContacts: row.NotContacts, Erased: row.Erased,
			Of: audience.Calculation{
				Account: account, Scoring: row.ScoringID, Channel: fact.Channel(row.Channel), Date: row.GeneratedDate,
				Revision: int(row.Revision),
			},
		}
		at[row.ID], list.Ids = i, append(list.Ids, row.ID)
	}
	items, err := queries.ListGroupExportItems(ctx, q, list)
	if err != nil {
		return nil, fmt.Errorf("list items of exports: %w", err)
	}
	for _, row := range items {
		export := &exports[at[row.ExportID]]
		export.Items = append(export.Items, audience.GroupExportItem{
			Target: audience.Target{
				Min: int(row.ScoringMin), Max: int(row.ScoringMax), Reason: row.Reason, Group: contact.GroupID(row.GroupID),
			},
			At: int(row.Target), Database: contact.DatabaseID(row.DatabaseID), UID: row.Uid, Name: row.GroupName,
			Created: row.Created, Added: row.Added, AlreadyThere: row.AlreadyThere, Removed: row.Removed,
		})
	}
	return exports, nil
}

// UndoGroupExport removes the contacts that an export added.
func (s *Store) UndoGroupExport(
	ctx context.Context, account contact.AccountID, id uuid.UUID, by contact.Actor, now time.Time,
) (export *audience.GroupExport, err error) {
	err = s.DB.InAccount(ctx, int32(account), func(tx pgx.Tx) error {
		if err := queries.LockDatabases(ctx, tx, int32(account)); err != nil {
			return fmt.Errorf("lock databases: %w", err)
		}
		if export, err = readExport(ctx, tx, account, id); err != nil {
			return err
		}
		if export.UndoneAt != nil {
			return audience.ErrExportUndone.WithCurrent(export).Withf(
				"the export was undone at %s", export.UndoneAt.UTC().Format(time.RFC3339),
			)
		}
		if err := takeOut(ctx, tx, export, by, now); err != nil {
			return err
		}
		export.UndoneAt = &now
		return contactpg.Wrap("note the undoing", queries.UndoGroupExport(ctx, tx, db.UndoGroupExportParams{
			AccountID: int32(account), ID: id, UndoneAt: &now,
		}))
	})
	return export, err
}

// takeOut removes the added contacts from every group that still exists, and adds an entry to the event log under the
// scoring's name.
func takeOut(ctx context.Context, tx pgx.Tx, export *audience.GroupExport, by contact.Actor, now time.Time) error {
	var ids []contact.GroupID
	for _, item := range export.Items {
		ids = append(ids, item.Group)
	}
	account := int32(export.Of.Account)
	groups, err := contactpg.LockGroups(ctx, tx, export.Of.Account, ids)
	if err != nil {
		return err
	}
	removed := map[contact.DatabaseID]*roaring.Bitmap{}
	for i := range export.Items {
		item := &export.Items[i]
		if removed[item.Database] == nil {
			removed[item.Database] = roaring.New()
		}
		if _, there := groups[item.Group]; there {
			body, err := queries.GroupExportMembers(ctx, tx, db.GroupExportMembersParams{
				AccountID: account, ExportID: export.ID, Target: int16(item.At), DatabaseID: int32(item.Database),
			})
			if err != nil {
				return fmt.Errorf("read members: %w", err)
			}
			out, err := removeMembers(ctx, tx, item, body)
			if err != nil {
				return err
			}
			item.Removed = int32(out.GetCardinality())
			removed[item.Database].Or(out)
		}
		err := queries.UndoGroupExportItem(ctx, tx, db.UndoGroupExportItemParams{
			AccountID: account, ExportID: export.ID, Target: int16(item.At), DatabaseID: int32(item.Database),
			Removed: item.Removed,
		})
		if err != nil {
			return fmt.Errorf("store removed members: %w", err)
		}
	}
	if source, err := queries.EntrySource(ctx, tx, db.EntrySourceParams{AccountID: account, ID: export.ID}); err == nil {
		by.From = source
	} else if !errors.Is(err, pgx.ErrNoRows) { // exports older than the event log have no entry
		return fmt.Errorf("read entry of export: %w", err)
	}
	entry := contact.Entry{
		ID: uuid.NewSHA1(export.ID, []byte("undone")), Account: export.Of.Account, At: now,
		Kind: contact.EntryGroupExportUndo, Actor: by,
	}
	if _, err := contactpg.AddEntry(ctx, tx, entry); err != nil {
		return err
	}
	return contactpg.AddSubjects(ctx, tx, entry.ID, 0, removed)
}

// removeMembers removes the added contacts from a group and returns those that were still members.
func removeMembers(
	ctx context.Context, tx pgx.Tx, item *audience.GroupExportItem, body []byte,
) (*roaring.Bitmap, error) {
	added, removed := roaring.New(), roaring.New()
	if err := contactpg.ReadBits(added, body); err != nil {
		return nil, err
	}
	parts, maps := map[contactpg.BitsKey]*roaring.Bitmap{}, map[contactpg.BitsKey]*roaring.Bitmap{}
	for chunk, part := range contactpg.ChunksOf(added) {
		key := contactpg.BitsKey{Chunk: chunk, Kind: contact.BitGroup, Ref: int32(item.Group)}
		parts[key], maps[key] = part, nil
	}
	if len(maps) == 0 {
		return removed, nil
	}
	if err := contactpg.LockBits(ctx, tx, item.Database, maps); err != nil {
		return nil, err
	}
	for key, part := range parts {
		part.And(maps[key])
		removed.Or(roaring.AddOffset64(part, int64(key.Chunk)<<contactpg.ChunkShift))
		maps[key].AndNot(part)
	}
	return removed, contactpg.PutBits(ctx, tx, item.Database, maps)
}
