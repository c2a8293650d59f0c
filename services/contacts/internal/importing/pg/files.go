package pg

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"puls.app/services/contacts/internal/contact"
	"puls.app/services/contacts/internal/engine/file"
	"puls.app/services/contacts/internal/importing"
	"puls.app/services/contacts/internal/packed"
	"puls.app/services/contacts/internal/pg/db"
	"puls.app/services/contacts/internal/table"
	"puls.app/services/kit/pgdb"
	"puls.app/services/kit/telemetry"
)

// FindByKey returns the import of an idempotency key, nil if none.
func (s *Store) FindByKey(ctx context.Context, account contact.AccountID, key string) (*importing.Upload, error) {
	var upload *importing.Upload
	err := s.DB.Read(ctx, int32(account), func(q pgdb.Querier) error {
		row, err := queries.FindImportByKey(ctx, q, db.FindImportByKeyParams{
			AccountID: int32(account), IdempotencyKey: &key,
		})
		if errors.Is(err, pgx.ErrNoRows) {
			return nil
		}
		if err != nil {
			return fmt.Errorf("find import by key: %w", err)
		}
		upload = &importing.Upload{
			ID: row.ID, Account: account, Kind: table.FileKind(row.Kind), IdempotencyKey: key, Digest: row.Digest,
			Changed: row.IsDraft,
		}
		upload.Options, err = readOptions(row.Options, row.KeepConsent)
		return err
	})
	return upload, err
}

// AddBlock stores the next block of a file.
func (s *Store) AddBlock(ctx context.Context, id importing.ID, number int, data []byte) error {
	body := packed.Pack(data)
	return s.System(ctx, "add block", func(tx pgx.Tx) error {
		return queries.AddBlock(ctx, tx, db.AddBlockParams{ImportID: id, Number: int32(number), Body: body})
	})
}

// Accept makes a file an import.
func (s *Store) Accept(ctx context.Context, u importing.Upload, allow contact.Allow) error {
	return s.DB.InAccount(ctx, int32(u.Account), func(tx pgx.Tx) error {
		options, err := json.Marshal(u.Options)
		if err != nil {
			return fmt.Errorf("write options: %w", err)
		}
		params := db.AcceptImportParams{
			ID: u.ID, AccountID: int32(u.Account), Kind: string(u.Kind), Format: string(u.Format), Encoding: string(u.Encoding),
			KeepConsent: u.Options.KeepConsent, Digest: u.Digest, Size: u.Size, Position: u.Start, Lines: int32(u.Lines),
			Who: u.Who, Source: u.From, State: string(importing.StateReading), FileName: u.FileName, Options: options,
			Compression: u.Compression, Folded: u.Folded, Delimiter: u.Delimiter, ColumnNames: texts(u.Names),
			DraftUntil: u.Until, Trace: telemetry.Parent(ctx),
		}
		if u.Draft {
			params.State = string(importing.StateDraft)
			if u.Check {
				params.CheckState = string(importing.CheckRunning)
			}
		}
		if u.IdempotencyKey != "" {
			params.IdempotencyKey = &u.IdempotencyKey
		}
		if err := queries.LockNumbers(ctx, tx, int32(u.Account)); err != nil {
			return fmt.Errorf("lock account: %w", err)
		}
		waiting, err := queries.CountWaiting(ctx, tx, db.CountWaitingParams{AccountID: int32(u.Account), Drafts: u.Draft})
		if err != nil {
			return fmt.Errorf("count imports: %w", err)
		}
		if err := allow(int(waiting)); err != nil {
			return err
		}
		n, err := queries.AcceptImport(ctx, tx, params)
		if err != nil {
			return fmt.Errorf("accept import: %w", err)
		}
		if n == 0 {
			return importing.ErrKeyTaken
		}
		return nil
	})
}

// texts returns list, or an empty list for nil, so that the column is not null.
func texts(list []string) []string {
	if list == nil {
		return []string{}
	}
	return list
}

// CountWaiting returns how many of the account's imports wait to be read, or how many drafts it has.
func (s *Store) CountWaiting(ctx context.Context, account contact.AccountID, drafts bool) (waiting int, err error) {
	err = s.DB.Read(ctx, int32(account), func(q pgdb.Querier) error {
		n, err := queries.CountWaiting(ctx, q, db.CountWaitingParams{AccountID: int32(account), Drafts: drafts})
		waiting = int(n)
		return err
	})
	if err != nil {
		return 0, fmt.Errorf("count imports: %w", err)
	}
	return waiting, nil
}

// Discard removes the blocks of a file that was not accepted.
func (s *Store) Discard(ctx context.Context, id importing.ID) error {
	return s.System(ctx, "delete blocks", func(tx pgx.Tx) error { return queries.DeleteBlocks(ctx, tx, id) })
}

// CleanUploads removes the blocks of files that never ended and got no block since before.
func (s *Store) CleanUploads(ctx context.Context, before time.Time) (removed int64, err error) {
	err = s.DB.AsSystem(ctx, func(tx pgx.Tx) error {
		removed, err = queries.DeleteLeftBlocks(ctx, tx, before)
		return err
	})
	if err != nil {
		return 0, fmt.Errorf("delete left blocks: %w", err)
	}
	return removed, nil
}

// Block appends a block of a file to text and returns the result; false after the last one.
func (s *Store) Block(ctx context.Context, id importing.ID, number int, text []byte) ([]byte, bool, error) {
	var body []byte
	err := s.DB.ReadAsSystem(ctx, func(q pgdb.Querier) (err error) {
		body, err = queries.GetBlock(ctx, q, db.GetBlockParams{ImportID: id, Number: int32(number)})
		return err
	})
	if errors.Is(err, pgx.ErrNoRows) {
		return text, false, nil
	}
	if err != nil {
		return text, false, fmt.Errorf("get block: %w", err)
	}
	text, err = packed.Unpack(body, text)
	if err != nil {
		return text, false, fmt.Errorf("unpack block: %w", err)
	}
	return text, true, nil
}

// ListImports returns a page of the imports and their total number.
func (s *Store) ListImports(
	ctx context.Context, account contact.AccountID, page, size int,
) (imports []importing.Import, total int, err error) {
	err = s.DB.Read(ctx, int32(account), func(q pgdb.Querier) error {
		all, err := queries.CountImports(ctx, q, int32(account))
		if err != nil {
			return fmt.Errorf("count imports: %w", err)
		}
		total = int(all)
		p := db.ListImportsParams{AccountID: int32(account), Limit: int32(size), Offset: int32(page * size)}
		rows, err := queries.ListImports(ctx, q, p)
		if err != nil {
			return fmt.Errorf("list imports: %w", err)
		}
		for _, row := range rows {
			found, err := importFromRow(db.GetImportRow(row))
			if err != nil {
				return err
			}
			imports = append(imports, found)
		}
		return nil
	})
	return imports, total, err
}

// GetImport returns an import.
func (s *Store) GetImport(
	ctx context.Context, account contact.AccountID, id importing.ID,
) (found importing.Import, err error) {
	err = s.DB.Read(ctx, int32(account), func(q pgdb.Querier) error {
		row, err := queries.GetImport(ctx, q, db.GetImportParams{AccountID: int32(account), ID: id})
		if errors.Is(err, pgx.ErrNoRows) {
			return importing.ErrNotFound
		}
		if err != nil {
			return fmt.Errorf("get import: %w", err)
		}
		if found, err = importFromRow(row); err != nil {
			return err
		}
		reasons, err := queries.ListReasons(ctx, q, id)
		if err != nil {
			return fmt.Errorf("list reasons: %w", err)
		}
		for _, r := range reasons {
			found.Reasons = append(found.Reasons, importing.RefusedReason{
				Code: r.Reason, Count: int(r.Count), Line: int(r.FirstLine), Column: r.ColumnName, Value: r.Value,
			})
		}
		return nil
	})
	return found, err
}

// readOptions decodes the read options. The previous version stored keepConsent only.
func readOptions(kept []byte, keepConsent bool) (table.ReadOptions, error) {
	var o table.ReadOptions
	if err := json.Unmarshal(kept, &o); err != nil {
		return o, fmt.Errorf("read options: %w", err)
	}
	o.KeepConsent = o.KeepConsent || keepConsent
	return o, nil
}

func importFromRow(row db.GetImportRow) (importing.Import, error) {
	options, err := readOptions(row.Options, row.KeepConsent)
	if err != nil {
		return importing.Import{}, err
	}
	var values []table.ColumnValues
	if err := json.Unmarshal(row.ColumnValues, &values); err != nil {
		return importing.Import{}, fmt.Errorf("read values: %w", err)
	}
	return importing.Import{
		ID: row.ID, Account: contact.AccountID(row.AccountID), Kind: table.FileKind(row.Kind),
		Format:      table.Format(row.Format),
		Compression: row.Compression, Encoding: file.Encoding(row.Encoding), Options: options, FileName: row.FileName,
		State: importing.State(row.State), Timezone: row.Timezone, Size: row.Size, Folded: row.Folded, TextSize: row.TextSize,
		Delimiter: row.Delimiter, Names: row.ColumnNames, Position: row.Position, Lines: int(row.Lines),
		Pass: int(row.Pass), Read: int(row.Read), Kept: int(row.Kept), Refused: int(row.Refused), Attempts: int(row.Attempts),
		Effects: effectsFromRow(row), Values: values,
		First: firstRefused(row.FirstLines, row.FirstReasons, row.FirstColumns),
		Actor: contact.Actor{Who: row.Who, From: row.Source}, StartedAt: row.StartedAt, FinishedAt: row.FinishedAt,
		DraftUntil: row.DraftUntil, Check: importing.CheckState(row.CheckState), CheckedAt: row.CheckedAt,
		Steps: int(row.Steps), LeftOut: importing.LeftOut{Titles: int(row.Titles), Totals: int(row.Totals)},
	}, nil
}

func firstRefused(lines []int32, reasons, columns []string) []contact.RefusedRow {
	var first []contact.RefusedRow
	for i := range min(len(lines), len(reasons)) {
		row := contact.RefusedRow{Line: int(lines[i]), Defect: contact.DefectFrom(reasons[i])}
		if i < len(columns) {
			row.Name = columns[i]
		}
		first = append(first, row)
	}
	return first
}
