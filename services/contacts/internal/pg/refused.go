package pg

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"puls.app/services/contacts/internal/core"
	"puls.app/services/contacts/internal/engine"
	"puls.app/services/contacts/internal/pg/db"
)

var errRefused = errors.New("refused rows are damaged")

// appendRefused writes rows one after the other: line, length and text of the reason, length and text of the row.
func appendRefused(to []byte, rows []engine.Refusal) []byte {
	for _, row := range rows {
		to = binary.AppendUvarint(to, uint64(row.Line))
		to = binary.AppendUvarint(to, uint64(len(row.Reason)))
		to = append(to, row.Reason...)
		to = binary.AppendUvarint(to, uint64(len(row.Text)))
		to = append(to, row.Text...)
	}
	return to
}

func visitRefused(body []byte, visit func(line int, reason string, text []byte) (bool, error)) (bool, error) {
	for len(body) > 0 {
		line, n := binary.Uvarint(body)
		if n <= 0 {
			return false, errRefused
		}
		reason, rest, ok := cutText(body[n:])
		if !ok {
			return false, errRefused
		}
		text, rest, ok := cutText(rest)
		if !ok {
			return false, errRefused
		}
		body = rest
		if more, err := visit(int(line), string(reason), text); !more || err != nil {
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

// Refused hands refused rows to visit, page by page, so that no transaction waits for a slow reader.
func (s *Store) Refused(
	ctx context.Context, account int32, id core.ImportID, visit func(line int, reason string, text []byte) (bool, error),
) error {
	if _, err := s.Get(ctx, account, id); err != nil {
		return err
	}
	position := int64(-1)
	for {
		var row db.NextRefusedRow
		err := s.db.InAccount(ctx, account, func(tx pgx.Tx) (err error) {
			row, err = s.q.NextRefused(ctx, tx, db.NextRefusedParams{ImportID: uuid.UUID(id), Position: position})
			return err //nolint:wrapcheck // wrapped below
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
