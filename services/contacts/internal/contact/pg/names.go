package pg

import (
	"context"
	"fmt"

	"puls.app/services/contacts/internal/contact"
	"puls.app/services/contacts/internal/pg/db"
	"puls.app/services/kit/pgdb"
)

// CheckNames returns the names that the account does not have or cannot use.
func (s *Store) CheckNames(
	ctx context.Context, account contact.AccountID, names contact.Names,
) (contact.BadNames, error) {
	var bad contact.BadNames
	err := s.DB.Read(ctx, int32(account), func(q pgdb.Querier) (err error) {
		unknown := db.ListUnknownUIDsParams{Uids: names.UIDs, AccountID: int32(account)}
		if bad.UIDs, err = queries.ListUnknownUIDs(ctx, q, unknown); err != nil {
			return fmt.Errorf("check uids: %w", err)
		}
		if bad.GroupCounts, err = groupCounts(ctx, q, account, names.UIDs); err != nil {
			return err
		}
		uids, ids := columnsOf(names.Groups)
		groups, err := queries.ListUnknownGroups(ctx, q, db.ListUnknownGroupsParams{
			Uids: uids, Ids: ids, AccountID: int32(account),
		})
		if err != nil {
			return fmt.Errorf("check groups: %w", err)
		}
		for _, row := range groups {
			bad.Groups = append(bad.Groups, contact.Reference[contact.GroupID]{
				UID: row.WantedUid, ID: contact.GroupID(row.WantedID),
			})
		}
		uids, ids = columnsOf(names.Properties)
		properties, err := queries.ListUnusableProperties(ctx, q, db.ListUnusablePropertiesParams{
			Uids: uids, Ids: ids, AccountID: int32(account),
		})
		for _, row := range properties {
			reference := contact.Reference[contact.PropertyID]{UID: row.WantedUid, ID: contact.PropertyID(row.WantedID)}
			if row.Unknown {
				bad.Properties = append(bad.Properties, reference)
			} else {
				bad.Texts = append(bad.Texts, reference)
			}
		}
		return Wrap("check properties", err)
	})
	return bad, err
}

func groupCounts(
	ctx context.Context, q pgdb.Querier, account contact.AccountID, uids []string,
) (map[string]int, error) {
	rows, err := queries.CountGroupsOfUIDs(ctx, q, db.CountGroupsOfUIDsParams{AccountID: int32(account), Uids: uids})
	if err != nil {
		return nil, fmt.Errorf("count groups: %w", err)
	}
	counts := map[string]int{}
	for _, row := range rows {
		counts[row.Uid] = int(row.Groups)
	}
	return counts, nil
}

// Sources returns the names of the groups and properties of uids.
func (s *Store) Sources(
	ctx context.Context, account contact.AccountID, uids []string,
) (map[string]contact.Source, error) {
	sources := map[string]contact.Source{}
	err := s.DB.Read(ctx, int32(account), func(q pgdb.Querier) error {
		rows, err := queries.ListSourceNames(ctx, q, db.ListSourceNamesParams{AccountID: int32(account), Uids: uids})
		for _, row := range rows { // by uid, the row without a name first
			switch source := sources[row.Uid]; {
			case row.Name == "":
				sources[row.Uid] = contact.Source{Groups: map[contact.GroupID]string{}, Properties: map[contact.PropertyID]string{}}
			case row.Property:
				source.Properties[contact.PropertyID(row.ID)] = row.Name
			default:
				source.Groups[contact.GroupID(row.ID)] = row.Name
			}
		}
		return Wrap("list names", err)
	})
	return sources, err
}

func columnsOf[ID contact.GroupID | contact.PropertyID](
	references []contact.Reference[ID],
) (uids []string, ids []int32) {
	uids, ids = make([]string, len(references)), make([]int32, len(references))
	for i, r := range references {
		uids[i], ids[i] = r.UID, int32(r.ID)
	}
	return uids, ids
}
