package pg

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/jackc/pgx/v5"

	"puls.app/services/reports/internal/core"
	"puls.app/services/reports/internal/pg/db"
)

// PutReceipts stores the receipts of filling properties with one revision's scores.
func (s *Store) PutReceipts(
	ctx context.Context, account core.AccountID, key core.Key, revision int, receipts []core.Receipt,
) error {
	return s.db.InAccount(ctx, int32(account), func(tx pgx.Tx) error {
		channel := int16(key.Channel)
		err := s.q.DeleteOlderReceipts(ctx, tx, db.DeleteOlderReceiptsParams{
			AccountID: int32(account), ScoringID: key.Scoring, Channel: channel, GeneratedDate: key.Date,
			Revision: int32(revision),
		})
		if err != nil {
			return fmt.Errorf("remove older receipts: %w", err)
		}
		for _, r := range receipts {
			skipped, err := json.Marshal(r.Skipped)
			if err != nil {
				return fmt.Errorf("write skipped: %w", err)
			}
			err = s.q.PutReceipt(ctx, tx, db.PutReceiptParams{
				AccountID: int32(account), ScoringID: key.Scoring, Channel: channel, GeneratedDate: key.Date,
				Uid: string(r.UID), PropertyID: r.Property, Revision: int32(revision), PropertyName: r.Name,
				WrittenCount: r.Written, Skipped: skipped, WrittenAt: r.At,
			})
			if err != nil {
				return fmt.Errorf("keep receipt: %w", err)
			}
		}
		return nil
	})
}

// receiptsOf returns the receipts of one revision.
func receiptsOf(rows []db.ListReceiptsRow, revision int) (receipts []core.Receipt, err error) {
	for _, row := range rows {
		if int(row.Revision) != revision {
			continue
		}
		r := core.Receipt{
			UID: core.UID(row.Uid), Property: row.PropertyID, Name: row.PropertyName, Written: row.WrittenCount,
			At: row.WrittenAt,
		}
		if err := json.Unmarshal(row.Skipped, &r.Skipped); err != nil {
			return nil, fmt.Errorf("read skipped: %w", err)
		}
		receipts = append(receipts, r)
	}
	return receipts, nil
}
