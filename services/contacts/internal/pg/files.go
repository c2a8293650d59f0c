package pg

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"puls.app/services/contacts/internal/core"
	"puls.app/services/contacts/internal/engine/file"
	"puls.app/services/contacts/internal/pg/db"
)

// FindByKey returns the import that an idempotency key stands for, nil if none.
func (s *Store) FindByKey(ctx context.Context, account core.AccountID, key string) (*core.Upload, error) {
	var upload *core.Upload
	err := s.db.InAccount(ctx, int32(account), func(tx pgx.Tx) error {
		row, err := s.q.FindImportByKey(ctx, tx, db.FindImportByKeyParams{AccountID: int32(account), IdempotencyKey: &key})
		if errors.Is(err, pgx.ErrNoRows) {
			return nil
		}
		if err != nil {
			return fmt.Errorf("find import by key: %w", err)
		}
		upload = &core.Upload{
			ID: row.ID, Account: account, Kind: core.FileKind(row.Kind), Format: core.Format(row.Format),
			KeepConsent: row.KeepConsent, IdempotencyKey: key, Digest: row.Digest,
		}
		return nil
	})
	return upload, err
}

// AddBlock keeps the next piece of a file.
func (s *Store) AddBlock(ctx context.Context, id core.ImportID, number int, data []byte) error {
	body := s.pack.EncodeAll(data, nil)
	return s.system(ctx, "add block", func(tx pgx.Tx) error {
		return s.q.AddBlock(ctx, tx, db.AddBlockParams{ImportID: id, Number: int32(number), Body: body})
	})
}

// Accept makes a file an import.
func (s *Store) Accept(ctx context.Context, u core.Upload, allow core.Allow) error {
	return s.db.InAccount(ctx, int32(u.Account), func(tx pgx.Tx) error {
		params := db.AcceptImportParams{
			ID: u.ID, AccountID: int32(u.Account), Kind: string(u.Kind), Format: string(u.Format), Encoding: string(u.Encoding),
			KeepConsent: u.KeepConsent, Digest: u.Digest, Size: u.Size, Position: u.Start, Lines: int32(u.Lines),
			Who: u.Who, Source: u.From,
		}
		if u.IdempotencyKey != "" {
			params.IdempotencyKey = &u.IdempotencyKey
		}
		if err := s.q.LockNumbers(ctx, tx, int32(u.Account)); err != nil {
			return fmt.Errorf("lock account: %w", err)
		}
		waiting, err := s.q.CountWaiting(ctx, tx, int32(u.Account))
		if err != nil {
			return fmt.Errorf("count imports: %w", err)
		}
		if err := allow(int(waiting)); err != nil {
			return err
		}
		n, err := s.q.AcceptImport(ctx, tx, params)
		if err != nil {
			return fmt.Errorf("accept import: %w", err)
		}
		if n == 0 {
			return core.ErrKeyTaken
		}
		return nil
	})
}

// CountWaiting returns how many of the account's imports wait to be read.
func (s *Store) CountWaiting(ctx context.Context, account core.AccountID) (waiting int, err error) {
	err = s.db.InAccount(ctx, int32(account), func(tx pgx.Tx) error {
		n, err := s.q.CountWaiting(ctx, tx, int32(account))
		waiting = int(n)
		return err
	})
	if err != nil {
		return 0, fmt.Errorf("count imports: %w", err)
	}
	return waiting, nil
}

// Discard removes the pieces of a file that was not accepted.
func (s *Store) Discard(ctx context.Context, id core.ImportID) error {
	return s.system(ctx, "delete blocks", func(tx pgx.Tx) error { return s.q.DeleteBlocks(ctx, tx, id) })
}

// CleanUploads removes the pieces of files that never ended and got no piece since before.
func (s *Store) CleanUploads(ctx context.Context, before time.Time) (removed int64, err error) {
	err = s.db.AsSystem(ctx, func(tx pgx.Tx) error {
		removed, err = s.q.DeleteLeftBlocks(ctx, tx, before)
		return err
	})
	if err != nil {
		return 0, fmt.Errorf("delete left blocks: %w", err)
	}
	return removed, nil
}

// Block adds a piece of a file to text and returns the result; false behind the last one.
func (s *Store) Block(ctx context.Context, id core.ImportID, number int, text []byte) ([]byte, bool, error) {
	var body []byte
	err := s.db.AsSystem(ctx, func(tx pgx.Tx) (err error) {
		body, err = s.q.GetBlock(ctx, tx, db.GetBlockParams{ImportID: id, Number: int32(number)})
		return err
	})
	if errors.Is(err, pgx.ErrNoRows) {
		return text, false, nil
	}
	if err != nil {
		return text, false, fmt.Errorf("get block: %w", err)
	}
	text, err = s.unpack.DecodeAll(body, text)
	if err != nil {
		return text, false, fmt.Errorf("unpack block: %w", err)
	}
	return text, true, nil
}

// ListImports returns a page of the imports and how many there are.
func (s *Store) ListImports(
	ctx context.Context, account core.AccountID, page, size int,
) (imports []core.Import, total int, err error) {
	err = s.db.InAccount(ctx, int32(account), func(tx pgx.Tx) error {
		all, err := s.q.CountImports(ctx, tx, int32(account))
		if err != nil {
			return fmt.Errorf("count imports: %w", err)
		}
		total = int(all)
		p := db.ListImportsParams{AccountID: int32(account), Limit: int32(size), Offset: int32(page * size)}
		rows, err := s.q.ListImports(ctx, tx, p)
		if err != nil {
			return fmt.Errorf("list imports: %w", err)
		}
		for _, row := range rows {
			imports = append(imports, importFromRow(db.GetImportRow(row)))
		}
		return nil
	})
	return imports, total, err
}

// GetImport returns one import.
func (s *Store) GetImport(
	ctx context.Context, account core.AccountID, id core.ImportID,
) (found core.Import, err error) {
	err = s.db.InAccount(ctx, int32(account), func(tx pgx.Tx) error {
		row, err := s.q.GetImport(ctx, tx, db.GetImportParams{AccountID: int32(account), ID: id})
		if errors.Is(err, pgx.ErrNoRows) {
			return core.ErrImportNotFound
		}
		if err != nil {
			return fmt.Errorf("get import: %w", err)
		}
		found = importFromRow(row)
		return nil
	})
	return found, err
}

func importFromRow(row db.GetImportRow) core.Import {
	return core.Import{
		ID: row.ID, Account: core.AccountID(row.AccountID), Kind: core.FileKind(row.Kind), Format: core.Format(row.Format),
		Encoding: file.Encoding(row.Encoding), KeepConsent: row.KeepConsent, State: core.State(row.State),
		Timezone: row.Timezone, Size: row.Size, Position: row.Position, Lines: int(row.Lines), Read: int(row.Read),
		Kept: int(row.Kept), Refused: int(row.Refused), Attempts: int(row.Attempts), StartedAt: row.StartedAt,
		FinishedAt: row.FinishedAt, First: firstRefused(row.FirstLines, row.FirstReasons),
		Effects: core.Effects{
			New: int(row.NewContacts), Changed: int(row.ChangedContacts), Unchanged: int(row.UnchangedContacts),
			EmailGiven: int(row.EmailGiven), EmailWithdrawn: int(row.EmailWithdrawn), SMSGiven: int(row.SmsGiven),
			SMSWithdrawn: int(row.SmsWithdrawn), UnsubscribedKept: int(row.UnsubscribedKept), NewGroups: row.NewGroups,
		},
		Actor: core.Actor{Who: row.Who, From: row.Source},
	}
}

func firstRefused(lines []int32, reasons []string) []core.RefusedRow {
	var first []core.RefusedRow
	for i := range min(len(lines), len(reasons)) {
		first = append(first, core.RefusedRow{Line: int(lines[i]), Defect: core.DefectFrom(reasons[i])})
	}
	return first
}
