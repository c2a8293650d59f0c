package pg

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"

	"puls.app/services/contacts/internal/core"
	"puls.app/services/contacts/internal/pg/db"
)

// CheckNames answers the names that the account does not have.
func (s *Store) CheckNames(ctx context.Context, account int32, names core.Names) (core.BadNames, error) {
	var bad core.BadNames
	err := s.db.InAccount(ctx, account, func(tx pgx.Tx) (err error) {
		if bad.UIDs, err = s.q.ListUnknownUIDs(ctx, tx, db.ListUnknownUIDsParams{Uids: names.UIDs, AccountID: account}); err != nil {
			return fmt.Errorf("check uids: %w", err)
		}
		uids, ids := columnsOf(names.Groups)
		groups, err := s.q.ListUnknownGroups(ctx, tx, db.ListUnknownGroupsParams{Uids: uids, Ids: ids, AccountID: account})
		if err != nil {
			return fmt.Errorf("check groups: %w", err)
		}
		for _, row := range groups {
			bad.Groups = append(bad.Groups, core.Reference{UID: row.WantedUid, ID: row.WantedID})
		}
		uids, ids = columnsOf(names.Properties)
		properties, err := s.q.ListUnusableProperties(ctx, tx, db.ListUnusablePropertiesParams{Uids: uids, Ids: ids, AccountID: account})
		if err != nil {
			return fmt.Errorf("check properties: %w", err)
		}
		for _, row := range properties {
			reference := core.Reference{UID: row.WantedUid, ID: row.WantedID}
			if row.Unknown {
				bad.Properties = append(bad.Properties, reference)
			} else {
				bad.Texts = append(bad.Texts, reference)
			}
		}
		return nil
	})
	return bad, err //nolint:wrapcheck // wrapped where it arose
}

func columnsOf(references []core.Reference) (uids []string, ids []int32) {
	uids, ids = make([]string, len(references)), make([]int32, len(references))
	for i, r := range references {
		uids[i], ids[i] = r.UID, r.ID
	}
	return uids, ids
}
