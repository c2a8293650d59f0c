package pg

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"puls.app/services/contacts/internal/contact"
	"puls.app/services/contacts/internal/importing"
	"puls.app/services/contacts/internal/packed"
	"puls.app/services/contacts/internal/pg/db"
	"puls.app/services/contacts/internal/table"
	"puls.app/services/kit/pgdb"
)

// lockImport returns an import and locks it until the transaction ends.
func lockImport(
	ctx context.Context, tx pgx.Tx, account contact.AccountID, id importing.ID,
) (importing.Import, error) {
	row, err := queries.LockImport(ctx, tx, db.LockImportParams{AccountID: int32(account), ID: id})
	if errors.Is(err, pgx.ErrNoRows) {
		return importing.Import{}, importing.ErrNotFound
	}
	if err != nil {
		return importing.Import{}, fmt.Errorf("lock import: %w", err)
	}
	return importFromRow(db.GetImportRow(row))
}

// Reread restarts an import. Requests have no access to the blocks of files, so it runs as the system.
func (s *Store) Reread(
	ctx context.Context, account contact.AccountID, id importing.ID, allow func(waiting int) error,
	change func(*importing.Import) (again bool, err error),
) (importing.Import, error) {
	err := s.DB.AsSystem(ctx, func(tx pgx.Tx) error {
		if allow != nil {
			if err := queries.LockNumbers(ctx, tx, int32(account)); err != nil {
				return fmt.Errorf("lock account: %w", err)
			}
		}
		i, err := lockImport(ctx, tx, account, id)
		if err != nil {
			return err
		}
		again, err := change(&i)
		if err != nil || !again {
			return err
		}
		if allow != nil {
			waiting, err := queries.CountWaiting(ctx, tx, db.CountWaitingParams{AccountID: int32(account)})
			if err != nil {
				return fmt.Errorf("count imports: %w", err)
			}
			if err := allow(int(waiting)); err != nil {
				return err
			}
		}
		return begin(ctx, tx, &i)
	})
	if err != nil {
		return importing.Import{}, err
	}
	return s.GetImport(ctx, account, id)
}

// begin stores how an import is read from now on, and removes the results of earlier passes.
func begin(ctx context.Context, tx pgx.Tx, i *importing.Import) error {
	options, err := json.Marshal(i.Options)
	if err != nil {
		return fmt.Errorf("write options: %w", err)
	}
	if err := queries.RereadImport(ctx, tx, db.RereadImportParams{
		ID: i.ID, AccountID: int32(i.Account), Kind: string(i.Kind), State: string(i.State),
		CheckState: string(i.Check), DraftUntil: i.DraftUntil,
		Options: options, KeepConsent: i.Options.KeepConsent, Format: string(i.Format), Encoding: string(i.Encoding),
		Folded: i.Folded, TextSize: i.TextSize, Delimiter: i.Delimiter, ColumnNames: texts(i.Names),
		Position: i.Position, Lines: int32(i.Lines),
	}); err != nil {
		return fmt.Errorf("restart import: %w", err)
	}
	if i.TextSize == nil {
		text := db.DeleteBlocksFromParams{ImportID: i.ID, First: importing.TextBlocks}
		if err := queries.DeleteBlocksFrom(ctx, tx, text); err != nil {
			return fmt.Errorf("delete pieces: %w", err)
		}
	}
	if err := forgetRefused(ctx, tx, i.ID); err != nil {
		return err
	}
	if i.State != importing.StateReading || len(i.Options.Mapping) != len(i.Names) || i.Options.NoHeader {
		return nil
	}
	before, err := learnedMapping(ctx, tx, i.Account, i.Kind)
	if err != nil {
		return fmt.Errorf("read learned mapping: %w", err)
	}
	meanings, err := json.Marshal(before.Learn(i.Options.Values))
	if err != nil {
		return fmt.Errorf("write meanings: %w", err)
	}
	learn := db.LearnMappingParams{
		AccountID: int32(i.Account), Kind: string(i.Kind), Names: texts(i.Names), Fields: texts(i.Options.Mapping),
		Meanings: meanings,
	}
	if err := queries.LearnMapping(ctx, tx, learn); err != nil {
		return fmt.Errorf("learn mapping: %w", err)
	}
	return nil
}

func forgetRefused(ctx context.Context, tx pgx.Tx, id importing.ID) error {
	if err := queries.DeleteRefused(ctx, tx, id); err != nil {
		return fmt.Errorf("delete refused rows: %w", err)
	}
	if err := queries.DeleteReasons(ctx, tx, id); err != nil {
		return fmt.Errorf("delete reasons: %w", err)
	}
	return nil
}

// Cancel ends an import and removes its file. The end of a draft is not published.
func (s *Store) Cancel(
	ctx context.Context, account contact.AccountID, id importing.ID, may func(*importing.Import) (bool, error),
) (importing.Import, error) {
	err := s.DB.AsSystem(ctx, func(tx pgx.Tx) error {
		i, err := lockImport(ctx, tx, account, id)
		if err != nil {
			return err
		}
		if stop, err := may(&i); err != nil || !stop {
			return err
		}
		if err := queries.CancelImport(ctx, tx, db.CancelImportParams{AccountID: int32(account), ID: id}); err != nil {
			return fmt.Errorf("cancel import: %w", err)
		}
		if err := queries.DeleteBlocks(ctx, tx, id); err != nil {
			return fmt.Errorf("delete blocks: %w", err)
		}
		if i.State == importing.StateDraft {
			return nil
		}
		return s.announce(ctx, tx, id)
	})
	if err != nil {
		return importing.Import{}, err
	}
	return s.GetImport(ctx, account, id)
}

// LearnedMapping returns the mapping of the account's last file of a kind.
func (s *Store) LearnedMapping(
	ctx context.Context, account contact.AccountID, kind table.FileKind,
) (learned *table.Mapping, err error) {
	err = s.DB.Read(ctx, int32(account), func(q pgdb.Querier) (err error) {
		learned, err = learnedMapping(ctx, q, account, kind)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("read learned mapping: %w", err)
	}
	return learned, nil
}

func learnedMapping(
	ctx context.Context, q pgdb.Querier, account contact.AccountID, kind table.FileKind,
) (*table.Mapping, error) {
	row, err := queries.LearnedMapping(ctx, q, db.LearnedMappingParams{AccountID: int32(account), Kind: string(kind)})
	if errors.Is(err, pgx.ErrNoRows) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	learned := &table.Mapping{Names: row.Names, Fields: row.Fields, At: row.LearnedAt}
	return learned, json.Unmarshal(row.Meanings, &learned.Values)
}

// CleanDrafts removes drafts whose time ended before now.
func (s *Store) CleanDrafts(ctx context.Context, now time.Time) error {
	return s.System(ctx, "delete old drafts", func(tx pgx.Tx) error {
		ids, err := queries.DeleteOldDrafts(ctx, tx, now)
		if err != nil {
			return err
		}
		for _, id := range ids {
			if err := queries.DeleteBlocks(ctx, tx, id); err != nil {
				return err
			}
			if err := forgetRefused(ctx, tx, id); err != nil {
				return err
			}
		}
		return nil
	})
}

// AddText stores a block of the text made of a file.
func (s *Store) AddText(ctx context.Context, id importing.ID, pass, number int, data []byte) error {
	body := packed.Pack(data)
	return s.System(ctx, "add text", func(tx pgx.Tx) error {
		if err := unfolding(ctx, tx, id, pass, number); err != nil {
			return err
		}
		return queries.AddTextBlock(ctx, tx, db.AddTextBlockParams{ImportID: id, Number: int32(number), Body: body})
	})
}

// noPiece is passed when no block is added: the end of a text is progress by itself.
const noPiece = -1

// unfolding locks the import whose text is being made, and fails with importing.ErrMoved if it was restarted or has
// ended.
func unfolding(ctx context.Context, tx pgx.Tx, id importing.ID, pass, number int) error {
	n, err := queries.KeepUnfolding(ctx, tx, db.KeepUnfoldingParams{ID: id, Pass: int32(pass), Number: int32(number)})
	if err != nil {
		return err
	}
	if n == 0 {
		return importing.ErrMoved
	}
	return nil
}

// FinishUnfolding makes the text the input of the import.
func (s *Store) FinishUnfolding(ctx context.Context, u importing.Unfolded) error {
	return s.System(ctx, "finish text", func(tx pgx.Tx) error {
		if err := unfolding(ctx, tx, u.Import, u.Pass, noPiece); err != nil {
			return err
		}
		return queries.FinishUnfolding(ctx, tx, db.FinishUnfoldingParams{
			ID: u.Import, TextSize: &u.Size, Encoding: string(u.Encoding), Position: u.Start, Lines: int32(u.Lines),
			ColumnNames: texts(u.Names), Delimiter: u.Delimiter,
		})
	})
}
