package pg

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"

	"puls.app/services/contacts/internal/core"
	"puls.app/services/contacts/internal/pg/db"
)

var errRefused = errors.New("refused rows are damaged")

// appendRefused writes rows one after the other: line, length and text of the defect, length and text of the row.
func appendRefused(to []byte, rows []core.RefusedRow) []byte {
	for _, row := range rows {
		to = binary.AppendUvarint(to, uint64(row.Line))
		defect := row.Defect.String()
		to = binary.AppendUvarint(to, uint64(len(defect)))
		to = append(to, defect...)
		to = binary.AppendUvarint(to, uint64(len(row.Text)))
		to = append(to, row.Text...)
	}
	return to
}

func visitRefused(body []byte, visit func(core.RefusedRow) (bool, error)) (bool, error) {
	for len(body) > 0 {
		line, n := binary.Uvarint(body)
		if n <= 0 {
			return false, errRefused
		}
		defect, rest, ok := cutText(body[n:])
		if !ok {
			return false, errRefused
		}
		text, rest, ok := cutText(rest)
		if !ok {
			return false, errRefused
		}
		body = rest
		row := core.RefusedRow{Line: int(line), Defect: core.DefectFrom(string(defect)), Text: text}
		if more, err := visit(row); !more || err != nil {
			return false, err
		}
	}
	return true, nil
}

func cutText(body []byte) (text, rest []byte, ok bool) {
	length, n := binary.Uvarint(body)
	if n <= 0 || length > uint64(len(body)-n) {
		return nil, nil, false
	}
	return body[n : n+int(length)], body[n+int(length):], true
}

// VisitRefused hands refused rows to visit, page by page, so that no transaction waits for a slow reader.
func (s *Store) VisitRefused(
	ctx context.Context, account core.AccountID, id core.ImportID, visit func(core.RefusedRow) (bool, error),
) error {
	if _, err := s.GetImport(ctx, account, id); err != nil {
		return err
	}
	position := int64(-1)
	for {
		var row db.NextRefusedRow
		err := s.db.InAccount(ctx, int32(account), func(tx pgx.Tx) (err error) {
			row, err = s.q.NextRefused(ctx, tx, db.NextRefusedParams{ImportID: id, Position: position})
			return err
		})
		if errors.Is(err, pgx.ErrNoRows) {
			return nil
		}
		if err != nil {
			return fmt.Errorf("read refused rows: %w", err)
		}
		body, err := s.unpack.DecodeAll(row.Body, nil)
		if err != nil {
			return fmt.Errorf("unpack refused rows: %w", err)
		}
		if more, err := visitRefused(body, visit); !more || err != nil {
			return err
		}
		position = row.Position
	}
}
