package pg

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"puls.app/services/contacts/internal/core"
	"puls.app/services/contacts/internal/pg/db"
)

// lockImport returns an import that nobody else changes until the transaction ends.
func (s *Store) lockImport(
	ctx context.Context, tx pgx.Tx, account core.AccountID, id core.ImportID,
) (core.Import, error) {
	row, err := s.q.LockImport(ctx, tx, db.LockImportParams{AccountID: int32(account), ID: id})
	if errors.Is(err, pgx.ErrNoRows) {
		return core.Import{}, core.ErrImportNotFound
	}
	if err != nil {
		return core.Import{}, fmt.Errorf("lock import: %w", err)
	}
	return importFromRow(db.GetImportRow(row))
}

// Reread has an import read from the beginning. Requests do not reach pieces of files, so it is done as the system.
func (s *Store) Reread(
	ctx context.Context, account core.AccountID, id core.ImportID, change func(*core.Import) (again bool, err error),
) (core.Import, error) {
	err := s.db.AsSystem(ctx, func(tx pgx.Tx) error {
		i, err := s.lockImport(ctx, tx, account, id)
		if err != nil {
			return err
		}
		again, err := change(&i)
		if err != nil || !again {
			return err
		}
		return s.begin(ctx, tx, &i)
	})
	if err != nil {
		return core.Import{}, err
	}
	return s.GetImport(ctx, account, id)
}

// begin keeps how an import is read from now on, and removes what was read of it before.
func (s *Store) begin(ctx context.Context, tx pgx.Tx, i *core.Import) error {
	options, err := json.Marshal(i.Options)
	if err != nil {
		return fmt.Errorf("write options: %w", err)
	}
	if err := s.q.RereadImport(ctx, tx, db.RereadImportParams{
		ID: i.ID, AccountID: int32(i.Account), State: string(i.State), CheckState: string(i.Check), DraftUntil: i.DraftUntil,
		Options: options, KeepConsent: i.Options.KeepConsent, Format: string(i.Format), Encoding: string(i.Encoding),
		Folded: i.Folded, TextSize: i.TextSize, Delimiter: i.Delimiter, ColumnNames: texts(i.Names),
		Position: i.Position, Lines: int32(i.Lines),
	}); err != nil {
		return fmt.Errorf("begin import anew: %w", err)
	}
	if i.TextSize == nil {
		text := db.DeleteBlocksFromParams{ImportID: i.ID, First: core.TextBlocks}
		if err := s.q.DeleteBlocksFrom(ctx, tx, text); err != nil {
			return fmt.Errorf("delete pieces: %w", err)
		}
	}
	if err := s.forgetRefused(ctx, tx, i.ID); err != nil {
		return err
	}
	if i.State != core.StateReading || len(i.Options.Mapping) != len(i.Names) || i.Options.NoHeader {
		return nil
	}
	before, err := s.learned(ctx, tx, i.Account, i.Kind)
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
	if err := s.q.LearnMapping(ctx, tx, learn); err != nil {
		return fmt.Errorf("learn mapping: %w", err)
	}
	return nil
}

func (s *Store) forgetRefused(ctx context.Context, tx pgx.Tx, id core.ImportID) error {
	if err := s.q.DeleteRefused(ctx, tx, id); err != nil {
		return fmt.Errorf("delete refused rows: %w", err)
	}
	if err := s.q.DeleteReasons(ctx, tx, id); err != nil {
		return fmt.Errorf("delete reasons: %w", err)
	}
	return nil
}

// Cancel ends an import and removes its file. That of a draft is told nobody.
func (s *Store) Cancel(
	ctx context.Context, account core.AccountID, id core.ImportID, may func(*core.Import) (bool, error),
) (core.Import, error) {
	err := s.db.AsSystem(ctx, func(tx pgx.Tx) error {
		i, err := s.lockImport(ctx, tx, account, id)
		if err != nil {
			return err
		}
		if stop, err := may(&i); err != nil || !stop {
			return err
		}
		if err := s.q.CancelImport(ctx, tx, db.CancelImportParams{AccountID: int32(account), ID: id}); err != nil {
			return fmt.Errorf("cancel import: %w", err)
		}
		if err := s.q.DeleteBlocks(ctx, tx, id); err != nil {
			return fmt.Errorf("delete blocks: %w", err)
		}
		if i.State == core.StateDraft {
			return nil
		}
		return s.announce(ctx, tx, id)
	})
	if err != nil {
		return core.Import{}, err
	}
	return s.GetImport(ctx, account, id)
}

// LearnedMapping returns that of the account's last file of a kind.
func (s *Store) LearnedMapping(
	ctx context.Context, account core.AccountID, kind core.FileKind,
) (learned *core.Mapping, err error) {
	err = s.db.InAccount(ctx, int32(account), func(tx pgx.Tx) (err error) {
		learned, err = s.learned(ctx, tx, account, kind)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("read learned mapping: %w", err)
	}
	return learned, nil
}

func (s *Store) learned(
	ctx context.Context, tx pgx.Tx, account core.AccountID, kind core.FileKind,
) (*core.Mapping, error) {
	row, err := s.q.LearnedMapping(ctx, tx, db.LearnedMappingParams{AccountID: int32(account), Kind: string(kind)})
	if errors.Is(err, pgx.ErrNoRows) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	learned := &core.Mapping{Names: row.Names, Fields: row.Fields, At: row.LearnedAt}
	return learned, json.Unmarshal(row.Meanings, &learned.Values)
}

// CleanDrafts removes drafts whose time ended before now.
func (s *Store) CleanDrafts(ctx context.Context, now time.Time) error {
	return s.system(ctx, "delete old drafts", func(tx pgx.Tx) error {
		ids, err := s.q.DeleteOldDrafts(ctx, tx, now)
		if err != nil {
			return err
		}
		for _, id := range ids {
			if err := s.q.DeleteBlocks(ctx, tx, id); err != nil {
				return err
			}
			if err := s.forgetRefused(ctx, tx, id); err != nil {
				return err
			}
		}
		return nil
	})
}

// AddText keeps a piece of the text that is made of a file.
func (s *Store) AddText(ctx context.Context, id core.ImportID, pass, number int, data []byte) error {
	body := s.pack.EncodeAll(data, nil)
	return s.system(ctx, "add text", func(tx pgx.Tx) error {
		if err := s.unfolding(ctx, tx, id, pass, number); err != nil {
			return err
		}
		return s.q.AddTextBlock(ctx, tx, db.AddTextBlockParams{ImportID: id, Number: int32(number), Body: body})
	})
}

// noPiece is the number of no piece: the end of a text is progress by itself.
const noPiece = -1

// unfolding holds an import still of whose text a piece is made, and fails with core.ErrMoved for one that began anew
// or ended.
func (s *Store) unfolding(ctx context.Context, tx pgx.Tx, id core.ImportID, pass, number int) error {
	n, err := s.q.KeepUnfolding(ctx, tx, db.KeepUnfoldingParams{ID: id, Pass: int32(pass), Number: int32(number)})
	if err != nil {
		return err
	}
	if n == 0 {
		return core.ErrMoved
	}
	return nil
}

// FinishUnfolding has a text read from then on.
func (s *Store) FinishUnfolding(ctx context.Context, u core.Unfolded) error {
	return s.system(ctx, "finish text", func(tx pgx.Tx) error {
		if err := s.unfolding(ctx, tx, u.Import, u.Pass, noPiece); err != nil {
			return err
		}
		return s.q.FinishUnfolding(ctx, tx, db.FinishUnfoldingParams{
			ID: u.Import, TextSize: &u.Size, Encoding: string(u.Encoding), Position: u.Start, Lines: int32(u.Lines),
			ColumnNames: texts(u.Names), Delimiter: u.Delimiter,
		})
	})
}
