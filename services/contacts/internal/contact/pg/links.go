package pg

import (
	"context"
	"errors"
	"fmt"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/jackc/pgx/v5"

	"puls.app/services/contacts/internal/contact"
	"puls.app/services/contacts/internal/pg/db"
)

// holdLinks records that the actor of an entry receives one-click links, and returns the epoch of the account's links.
func holdLinks(ctx context.Context, tx pgx.Tx, e contact.Entry) (epoch int32, err error) {
	note := db.NoteLinkHolderParams{AccountID: int32(e.Account), Who: e.Who, DownloadedAt: e.At}
	if err := queries.NoteLinkHolder(ctx, tx, note); err != nil {
		return 0, fmt.Errorf("note holder of links: %w", err)
	}
	row, err := queries.GetLinkEpoch(ctx, tx, int32(e.Account))
	if errors.Is(err, pgx.ErrNoRows) {
		return 0, nil
	}
	return row.Epoch, Wrap("read epoch of links", err)
}

// RecordUID adds an entry about the chosen contacts of a uid, and records that its actor receives their links.
func (s *Store) RecordUID(
	ctx context.Context, e contact.Entry, uid string, choice contact.Choice,
) (epoch int32, err error) {
	err = s.InDatabase(ctx, e.Account, uid, func(tx pgx.Tx, database contact.DatabaseID) error {
		if epoch, err = holdLinks(ctx, tx, e); err != nil {
			return err
		}
		members, err := MembersAmong(ctx, tx, database, nil)
		if err != nil {
			return err
		}
		chosen := roaring.New()
		for numbers := members.Iterator(); numbers.HasNext(); {
			number := numbers.Next()
			if _, in := choice.Of(int32(number)); in {
				chosen.Add(number)
			}
		}
		if _, err := AddEntry(ctx, tx, e); err != nil {
			return err
		}
		return AddSubjects(ctx, tx, e.ID, 0, map[contact.DatabaseID]*roaring.Bitmap{database: chosen})
	})
	return epoch, err
}
