package pg

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"puls.app/services/contacts/internal/core"
	"puls.app/services/contacts/internal/engine"
	"puls.app/services/contacts/internal/pg/db"
)

// FindByKey answers the import that an idempotency key stands for, nil if none.
func (s *Store) FindByKey(ctx context.Context, account int32, key string) (*core.Upload, error) {
	var upload *core.Upload
	err := s.db.InAccount(ctx, account, func(tx pgx.Tx) error {
		row, err := s.q.FindImportByKey(ctx, tx, db.FindImportByKeyParams{AccountID: account, IdempotencyKey: &key})
		if errors.Is(err, pgx.ErrNoRows) {
			return nil
		}
		if err != nil {
			return fmt.Errorf("find import by key: %w", err)
		}
		upload = &core.Upload{
			ID: core.ImportID(row.ID), Account: account, Kind: core.FileKind(row.Kind), Format: row.Format,
			KeepConsent: row.KeepConsent, IdempotencyKey: key, Digest: row.Digest,
		}
		return nil
	})
	return upload, err //nolint:wrapcheck // wrapped where it arose
}

// AddBlock keeps the next piece of a file.
func (s *Store) AddBlock(ctx context.Context, id core.ImportID, number int, data []byte) error {
	body := s.pack.EncodeAll(data, nil)
	return s.system(ctx, "add block", func(tx pgx.Tx) error {
		return s.q.AddBlock(ctx, tx, db.AddBlockParams{ImportID: uuid.UUID(id), Number: int32(number), Body: body})
	})
}

// Accept makes a file an import.
func (s *Store) Accept(ctx context.Context, u core.Upload) error {
	return s.db.InAccount(ctx, u.Account, func(tx pgx.Tx) error { //nolint:wrapcheck // wrapped where it arose
		params := db.AcceptImportParams{
			ID: uuid.UUID(u.ID), AccountID: u.Account, Kind: string(u.Kind), Format: u.Format, Encoding: string(u.Encoding),
			KeepConsent: u.KeepConsent, Digest: u.Digest, Size: u.Size, Position: u.Start, Lines: int32(u.Lines),
		}
		if u.IdempotencyKey != "" {
			params.IdempotencyKey = &u.IdempotencyKey
		}
		if err := s.q.LockNumbers(ctx, tx, u.Account); err != nil {
			return fmt.Errorf("lock account: %w", err)
		}
		if err := s.checkWaiting(ctx, tx, u.Account); err != nil {
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

// CheckWaiting fails while as many of the account's imports wait as may.
func (s *Store) CheckWaiting(ctx context.Context, account int32) error {
	return s.db.InAccount(ctx, account, func(tx pgx.Tx) error { //nolint:wrapcheck // wrapped where it arose
		return s.checkWaiting(ctx, tx, account)
	})
}

func (s *Store) checkWaiting(ctx context.Context, tx pgx.Tx, account int32) error {
	waiting, err := s.q.CountWaiting(ctx, tx, account)
	if err != nil {
		return fmt.Errorf("count imports: %w", err)
	}
	if int(waiting) >= s.limits.Waiting {
		return core.ErrImportLimit
	}
	return nil
}

// Discard removes the pieces of a file that was not accepted.
func (s *Store) Discard(ctx context.Context, id core.ImportID) error {
	return s.system(ctx, "delete blocks", func(tx pgx.Tx) error { return s.q.DeleteBlocks(ctx, tx, uuid.UUID(id)) })
}

// CleanUploads removes the pieces of files that never ended and got no piece since before.
func (s *Store) CleanUploads(ctx context.Context, before time.Time) (removed int64, err error) {
	err = s.db.AsSystem(ctx, func(tx pgx.Tx) error {
		removed, err = s.q.DeleteLeftBlocks(ctx, tx, before)
		return err //nolint:wrapcheck // wrapped below
	})
	if err != nil {
		return 0, fmt.Errorf("delete left blocks: %w", err)
	}
	return removed, nil
}

// Block adds a piece of a file to text and answers the result; false behind the last one.
func (s *Store) Block(ctx context.Context, id core.ImportID, number int, text []byte) ([]byte, bool, error) {
	var body []byte
	err := s.db.AsSystem(ctx, func(tx pgx.Tx) (err error) {
		body, err = s.q.GetBlock(ctx, tx, db.GetBlockParams{ImportID: uuid.UUID(id), Number: int32(number)})
		return err //nolint:wrapcheck // wrapped below
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

// List answers a page of the imports and how many there are.
func (s *Store) List(ctx context.Context, account int32, page, size int) (imports []core.Import, total int, err error) {
	err = s.db.InAccount(ctx, account, func(tx pgx.Tx) error {
		all, err := s.q.CountImports(ctx, tx, account)
		if err != nil {
			return fmt.Errorf("count imports: %w", err)
		}
		total = int(all)
		p := db.ListImportsParams{AccountID: account, Limit: int32(size), Offset: int32(page * size)}
		rows, err := s.q.ListImports(ctx, tx, p)
		if err != nil {
			return fmt.Errorf("list imports: %w", err)
		}
		for _, row := range rows {
			imports = append(imports, importFromRow(db.GetImportRow(row)))
		}
		return nil
	})
	return imports, total, err //nolint:wrapcheck // wrapped where it arose
}

// Get answers one import.
func (s *Store) Get(ctx context.Context, account int32, id core.ImportID) (found core.Import, err error) {
	err = s.db.InAccount(ctx, account, func(tx pgx.Tx) error {
		row, err := s.q.GetImport(ctx, tx, db.GetImportParams{AccountID: account, ID: uuid.UUID(id)})
		if errors.Is(err, pgx.ErrNoRows) {
			return core.ErrImportNotFound
		}
		if err != nil {
			return fmt.Errorf("get import: %w", err)
		}
		found = importFromRow(row)
		return nil
	})
	return found, err //nolint:wrapcheck // wrapped where it arose
}

func importFromRow(row db.GetImportRow) core.Import {
	return core.Import{
		ID: core.ImportID(row.ID), Account: row.AccountID, Kind: core.FileKind(row.Kind), Format: row.Format,
		Encoding: engine.Encoding(row.Encoding), KeepConsent: row.KeepConsent, State: core.State(row.State),
		Timezone: row.Timezone, Size: row.Size, Position: row.Position, Lines: int(row.Lines), Read: int(row.Read),
		Kept: int(row.Kept), Refused: int(row.Refused), Attempts: int(row.Attempts), StartedAt: row.StartedAt,
		FinishedAt: row.FinishedAt, First: firstRefused(row.FirstLines, row.FirstReasons),
	}
}

func firstRefused(lines []int32, reasons []string) []engine.Refusal {
	var first []engine.Refusal
	for i := range min(len(lines), len(reasons)) {
		first = append(first, engine.Refusal{Line: int(lines[i]), Reason: engine.Reason(reasons[i])})
	}
	return first
}
