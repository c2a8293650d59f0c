package pg

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"

	"puls.app/services/contacts/internal/core"
	"puls.app/services/contacts/internal/pg/db"
)

// CheckNames returns the names that the account does not have.
func (s *Store) CheckNames(ctx context.Context, account core.AccountID, names core.Names) (core.BadNames, error) {
	var bad core.BadNames
	err := s.db.InAccount(ctx, int32(account), func(tx pgx.Tx) (err error) {
		unknown := db.ListUnknownUIDsParams{Uids: names.UIDs, AccountID: int32(account)}
		if bad.UIDs, err = s.q.ListUnknownUIDs(ctx, tx, unknown); err != nil {
			return fmt.Errorf("check uids: %w", err)
		}
		uids, ids := columnsOf(names.Groups)
		groups, err := s.q.ListUnknownGroups(ctx, tx, db.ListUnknownGroupsParams{
			Uids: uids, Ids: ids, AccountID: int32(account),
		})
		if err != nil {
			return fmt.Errorf("check groups: %w", err)
		}
		for _, row := range groups {
			bad.Groups = append(bad.Groups, core.Reference[core.GroupID]{UID: row.WantedUid, ID: core.GroupID(row.WantedID)})
		}
		uids, ids = columnsOf(names.Properties)
		properties, err := s.q.ListUnusableProperties(ctx, tx, db.ListUnusablePropertiesParams{
			Uids: uids, Ids: ids, AccountID: int32(account),
		})
		if err != nil {
			return fmt.Errorf("check properties: %w", err)
		}
		for _, row := range properties {
			reference := core.Reference[core.PropertyID]{UID: row.WantedUid, ID: core.PropertyID(row.WantedID)}
			if row.Unknown {
				bad.Properties = append(bad.Properties, reference)
			} else {
				bad.Texts = append(bad.Texts, reference)
			}
		}
		return nil
	})
	return bad, err
}

func columnsOf[ID core.GroupID | core.PropertyID](references []core.Reference[ID]) (uids []string, ids []int32) {
	uids, ids = make([]string, len(references)), make([]int32, len(references))
	for i, r := range references {
		uids[i], ids[i] = r.UID, int32(r.ID)
	}
	return uids, ids
}
