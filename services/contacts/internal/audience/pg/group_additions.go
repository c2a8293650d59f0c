package pg

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/jackc/pgx/v5"

	"puls.app/services/contacts/internal/audience"
	"puls.app/services/contacts/internal/contact"
	contactpg "puls.app/services/contacts/internal/contact/pg"
	"puls.app/services/contacts/internal/engine/fact"
	"puls.app/services/contacts/internal/pg/db"
)

// AddToGroups creates groups, adds members and stores the receipt.
func (s *Store) AddToGroups(
	ctx context.Context, a audience.Additions, allow func(have, target int) error,
) (*audience.GroupExport, error) {
	account := a.Of.Account
	err := s.DB.InAccount(ctx, int32(account), func(tx pgx.Tx) error {
		if err := queries.LockDatabases(ctx, tx, int32(account)); err != nil {
			return fmt.Errorf("lock databases: %w", err)
		}
		adding := &adding{Store: s, tx: tx, allow: allow, Additions: &a}
		if err := adding.findGroups(ctx); err != nil {
			return err
		}
		for _, part := range a.Parts {
			if err := adding.database(ctx, part); err != nil {
				return fmt.Errorf("database %d: %w", part.ID, err)
			}
		}
		return adding.keep(ctx)
	})
	return &a.GroupExport, err
}

// adding is an export in progress.
type adding struct {
	*Store
	tx    pgx.Tx
	allow func(have, target int) error
	*audience.Additions
	// groups are those that targets name, by id; members are the added contacts of each item.
	groups  map[contact.GroupID]db.LockGroupsRow
	members []*roaring.Bitmap
}

// findGroups fails with ErrGroupUnknown for a group of none of the databases.
func (a *adding) findGroups(ctx context.Context) (err error) {
	var ids []contact.GroupID
	for _, target := range a.Targets {
		if target.Group != 0 {
			ids = append(ids, target.Group)
		}
	}
	if a.groups, err = contactpg.LockGroups(ctx, a.tx, a.Of.Account, ids); err != nil {
		return err
	}
	for i, target := range a.Targets {
		group, there := a.groups[target.Group]
		in := func(d audience.DatabaseCells) bool { return there && int32(d.ID) == group.DatabaseID }
		if target.Group != 0 && !slices.ContainsFunc(a.Parts, in) {
			return audience.AtTarget(contact.ErrGroupUnknown, i, "groupId")
		}
	}
	return nil
}

// database adds the contacts of one database to its groups.
func (a *adding) database(ctx context.Context, part audience.DatabaseCells) error {
	found, err := a.find(ctx, part)
	if err != nil {
		return err
	}
	groups, created, err := a.groupsOf(ctx, part.Database, found)
	if err != nil {
		return err
	}
	for i, target := range a.Targets {
		if groups[i].ID == 0 {
			continue
		}
		added, already, err := a.add(ctx, part.ID, groups[i].ID, found[i])
		if err != nil {
			return err
		}
		target.Group = contact.GroupID(groups[i].ID)
		a.members = append(a.members, added)
		a.Items = append(a.Items, audience.GroupExportItem{
			Target: target, At: i, Database: part.ID, UID: part.UID, Name: groups[i].Name, Created: created[i],
			Added: int32(added.GetCardinality()), AlreadyThere: already,
		})
	}
	return nil
}

// find returns the contacts of each target, by chunk.
func (a *adding) find(ctx context.Context, part audience.DatabaseCells) ([]map[int32]*roaring.Bitmap, error) {
	chunks := part.Chunks
	if a.Of.Channel == fact.Web {
		contacts, err := ContactsOfVisitors(ctx, a.tx, part.ID)
		if err != nil {
			return nil, err
		}
		var unknown audience.ScoreCounts
		chunks, unknown = audience.OfContacts(chunks, contacts)
		a.NotContacts += a.Picks.Count(unknown)
	}
	members, err := chunkWords(ctx, a.tx, part.ID, contact.BitMember)
	if err != nil {
		return nil, err
	}
	found := make([]map[int32]*roaring.Bitmap, len(a.Targets))
	for i := range found {
		found[i] = map[int32]*roaring.Bitmap{}
	}
	for _, chunk := range chunks {
		number := int32(chunk.Chunk)
		places, erased := a.Picks.Of(len(a.Targets), chunk, members[number])
		a.Erased += erased
		for i, some := range places {
			if len(some) > 0 {
				found[i][number] = roaring.BitmapOf(some...)
			}
		}
	}
	return found, nil
}

// groupsOf returns the group of each target in a database and whether it was created; a target without a group has id
// 0.
func (a *adding) groupsOf(
	ctx context.Context, database contact.Database, found []map[int32]*roaring.Bitmap,
) (groups []db.LockGroupsRow, created []bool, err error) {
	groups, created = make([]db.LockGroupsRow, len(a.Targets)), make([]bool, len(a.Targets))
	var keys, names []string
	var firsts []int // the target of each name
	for i, target := range a.Targets {
		if group := a.groups[target.Group]; group.DatabaseID == int32(database.ID) {
			groups[i] = group
		}
		key := contact.GroupKey(target.NewName)
		if created[i] = key != "" && len(found[i]) > 0; created[i] && !slices.Contains(keys, key) {
			keys, names, firsts = append(keys, key), append(names, target.NewName), append(firsts, i)
		}
	}
	if len(names) == 0 {
		return groups, created, nil
	}
	ids, err := a.makeGroups(ctx, database.ID, names, firsts)
	for i, target := range a.Targets {
		if created[i] {
			name := names[slices.Index(keys, contact.GroupKey(target.NewName))]
			groups[i] = db.LockGroupsRow{ID: int32(ids[name]), Name: name}
		}
	}
	return groups, created, err
}

func (a *adding) makeGroups(
	ctx context.Context, database contact.DatabaseID, names []string, targets []int,
) (map[string]contact.GroupID, error) {
	have, err := contactpg.CountGroupsAlone(ctx, a.tx, a.Of.Account, database)
	if err != nil {
		return nil, err
	}
	taken, _, err := contactpg.FindGroups(ctx, a.tx, a.Of.Account, database, names)
	if err != nil {
		return nil, err
	}
	for i, name := range names {
		if taken[name] != 0 {
			return nil, audience.AtTarget(contact.ErrGroupExists, targets[i], "newGroupName")
		}
		if err := a.allow(have+i, targets[i]); err != nil {
			return nil, err
		}
	}
	return contactpg.InsertGroups(ctx, a.tx, a.Of.Account, database, names)
}

// add adds contacts to a group and returns the numbers of those that were not members.
func (a *adding) add(
	ctx context.Context, database contact.DatabaseID, group int32, found map[int32]*roaring.Bitmap,
) (added *roaring.Bitmap, already int32, err error) {
	maps, changed := map[contactpg.BitsKey]*roaring.Bitmap{}, map[contactpg.BitsKey]*roaring.Bitmap{}
	for chunk := range found {
		maps[contactpg.BitsKey{Chunk: chunk, Kind: contact.BitGroup, Ref: group}] = nil
	}
	if err := contactpg.LockBits(ctx, a.tx, database, maps); err != nil {
		return nil, 0, err
	}
	added = roaring.New()
	for key, before := range maps {
		wanted := found[key.Chunk]
		already += int32(wanted.AndCardinality(before))
		if fresh := roaring.AndNot(wanted, before); !fresh.IsEmpty() {
			added.Or(roaring.AddOffset64(fresh, int64(key.Chunk)<<contactpg.ChunkShift))
			before.Or(fresh)
			changed[key] = before
		}
	}
	return added, already, contactpg.PutBits(ctx, a.tx, database, changed)
}

// keep stores the receipt and deletes the oldest ones of the scoring.
func (a *adding) keep(ctx context.Context) error {
	account := int32(a.Of.Account)
	err := queries.InsertGroupExport(ctx, a.tx, db.InsertGroupExportParams{
		ID: a.ID, AccountID: account, ScoringID: a.Of.Scoring, Channel: int16(a.Of.Channel), GeneratedDate: a.Of.Date,
		Revision: int32(a.Of.Revision), MadeAt: a.MadeAt, NotContacts: a.NotContacts, Erased: a.Erased,
	})
	if err != nil {
		return fmt.Errorf("keep export: %w", err)
	}
	for i, item := range a.Items {
		a.members[i].RunOptimize()
		body, err := a.members[i].MarshalBinary()
		if err != nil {
			return fmt.Errorf("write bitmap: %w", err)
		}
		err = queries.InsertGroupExportItem(ctx, a.tx, db.InsertGroupExportItemParams{
			AccountID: account, ExportID: a.ID, Target: int16(item.At), DatabaseID: int32(item.Database), Uid: item.UID,
			GroupID: int32(item.Group), GroupName: item.Name, Created: item.Created, ScoringMin: int16(item.Min),
			ScoringMax: int16(item.Max), Reason: item.Reason, Added: item.Added, AlreadyThere: item.AlreadyThere,
			Members: body,
		})
		if err != nil {
			return fmt.Errorf("keep item: %w", err)
		}
	}
	if err := a.log(ctx); err != nil {
		return err
	}
	slices.SortFunc(a.Items, func(a, b audience.GroupExportItem) int {
		return cmp.Or(cmp.Compare(a.At, b.At), cmp.Compare(a.UID, b.UID))
	})
	return contactpg.Wrap("forget old exports", queries.ForgetGroupExports(ctx, a.tx, db.ForgetGroupExportsParams{
		AccountID: account, ScoringID: a.Of.Scoring, Kept: audience.KeptExports,
	}))
}

// log adds the export to the event log. The entry's subjects are the contacts that it added to a group.
func (a *adding) log(ctx context.Context) error {
	_, err := contactpg.AddEntry(ctx, a.tx, contact.Entry{
		ID: a.ID, Account: a.Of.Account, At: a.MadeAt, Kind: contact.EntryGroupExport, Actor: a.Actor,
	})
	if err != nil {
		return err
	}
	added := map[contact.DatabaseID]*roaring.Bitmap{}
	for i, item := range a.Items {
		if added[item.Database] == nil {
			added[item.Database] = roaring.New()
		}
		added[item.Database].Or(a.members[i])
	}
	return contactpg.AddSubjects(ctx, a.tx, a.ID, 0, added)
}
