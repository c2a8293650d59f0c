package pg

import (
	"context"
	"fmt"
	"slices"

	"github.com/jackc/pgx/v5"

	"puls.app/services/contacts/internal/contact"
	"puls.app/services/contacts/internal/pg/db"
)

// groupsOf returns the ids of groups and creates the missing ones, as far as the limit of the database allows. A dry
// run creates none: groups that would be created have ids below 0.
func groupsOf(
	ctx context.Context, tx pgx.Tx, batch contact.RowBatch, names []string, dry bool,
) (ids map[string]contact.GroupID, made []string, err error) {
	if len(names) == 0 {
		return nil, nil, nil
	}
	ids, missing, err := FindGroups(ctx, tx, batch.Account, batch.Database, names)
	if err != nil || len(missing) == 0 {
		return ids, nil, err
	}
	if !dry {
		if err := queries.LockNumbers(ctx, tx, int32(batch.Account)); err != nil {
			return nil, nil, fmt.Errorf("lock account: %w", err)
		}
		// Other transactions may have created some meanwhile.
		if ids, missing, err = FindGroups(ctx, tx, batch.Account, batch.Database, names); err != nil {
			return nil, nil, err
		}
	}
	have, err := queries.CountGroups(ctx, tx, int32(batch.Database))
	if err != nil {
		return nil, nil, fmt.Errorf("count groups: %w", err)
	}
	distinct := contact.DistinctGroups(missing)
	made = distinct[:min(len(distinct), max(0, batch.Groups-int(have)))]
	added := make(map[string]contact.GroupID, len(made))
	if !dry {
		if added, err = InsertGroups(ctx, tx, batch.Account, batch.Database, made); err != nil {
			return nil, nil, err
		}
	} else {
		for i, name := range made {
			added[name] = contact.GroupID(-1 - i)
		}
	}
	nameMade(ids, missing, added)
	return ids, made, nil
}

// nameMade adds the ids of created groups to ids by their missing names, ignoring case.
func nameMade(ids map[string]contact.GroupID, missing []string, made map[string]contact.GroupID) {
	byKey := make(map[string]contact.GroupID, len(made))
	for name, id := range made {
		byKey[contact.GroupKey(name)] = id
	}
	for _, name := range missing {
		if id, there := byKey[contact.GroupKey(name)]; there {
			ids[name] = id
		}
	}
}

// FindGroups returns the groups of names, ignoring case, and the names that no group has. Old groups may differ by case
// alone: then a name means the group of the same case, else the first one.
func FindGroups(
	ctx context.Context, tx pgx.Tx, account contact.AccountID, database contact.DatabaseID, names []string,
) (ids map[string]contact.GroupID, missing []string, err error) {
	params := db.FindGroupsParams{AccountID: int32(account), DatabaseID: int32(database), Names: names}
	rows, err := queries.FindGroups(ctx, tx, params)
	if err != nil {
		return nil, nil, fmt.Errorf("find groups: %w", err)
	}
	ids = make(map[string]contact.GroupID, len(names))
	for _, row := range rows {
		ids[row.Name] = contact.GroupID(row.ID)
	}
	unknown := func(name string) bool { return ids[name] == 0 }
	if !slices.ContainsFunc(names, unknown) {
		return ids, nil, nil
	}
	byKey, err := groupsByKey(ctx, tx, account, database)
	if err != nil {
		return nil, nil, err
	}
	for _, name := range names {
		if same := byKey[contact.GroupKey(name)]; unknown(name) && len(same) > 0 {
			ids[name] = same[0]
		}
	}
	return ids, slices.DeleteFunc(slices.Clone(names), func(name string) bool { return !unknown(name) }), nil
}

// groupsByKey returns the groups of a database by contact.GroupKey, the oldest first.
func groupsByKey(
	ctx context.Context, tx pgx.Tx, account contact.AccountID, database contact.DatabaseID,
) (map[string][]contact.GroupID, error) {
	rows, err := queries.DatabaseGroups(ctx, tx, db.DatabaseGroupsParams{
		AccountID: int32(account), DatabaseID: int32(database),
	})
	if err != nil {
		return nil, fmt.Errorf("list groups: %w", err)
	}
	byKey := make(map[string][]contact.GroupID, len(rows))
	for _, row := range rows {
		key := contact.GroupKey(row.Name)
		byKey[key] = append(byKey[key], contact.GroupID(row.ID))
	}
	for _, ids := range byKey {
		slices.Sort(ids)
	}
	return byKey, nil
}
