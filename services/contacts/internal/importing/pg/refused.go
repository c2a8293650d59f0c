package pg

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"strings"

	"github.com/jackc/pgx/v5"

	"puls.app/services/contacts/internal/contact"
	"puls.app/services/contacts/internal/importing"
	"puls.app/services/contacts/internal/packed"
	"puls.app/services/contacts/internal/pg/db"
	"puls.app/services/kit/pgdb"
)

var errRefused = errors.New("refused rows are damaged")

// appendRefused writes rows one after the other: line, length and text of the defect, length and text of the row.
func appendRefused(to []byte, rows []contact.RefusedRow) []byte {
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

// appendColumns writes the column at fault of each row.
func appendColumns(to []byte, rows []contact.RefusedRow) []byte {
	for _, row := range rows {
		to = binary.AppendUvarint(to, uint64(row.Column))
	}
	return to
}

// nameOf returns the name of a column, counted from 1; empty for 0.
func nameOf(names []string, column int) string {
	if column < 1 || column > len(names) {
		return ""
	}
	return names[column-1]
}

// addRefused stores the refused rows of a step, and counts them by reason.
func addRefused(ctx context.Context, tx pgx.Tx, p importing.Progress) error {
	err := queries.AddRefused(ctx, tx, db.AddRefusedParams{
		ImportID: p.Import, Position: p.From, Body: packed.Pack(appendRefused(nil, p.Refused)),
		Columns: packed.Pack(appendColumns(nil, p.Refused)),
	})
	if err != nil {
		return fmt.Errorf("keep refused rows: %w", err)
	}
	reasons := db.AddReasonsParams{ImportID: p.Import}
	at := map[string]int{}
	for i := range p.Refused {
		r := &p.Refused[i]
		if n, known := at[r.Defect.Code]; known {
			reasons.Counts[n]++
			continue
		}
		at[r.Defect.Code] = len(reasons.Reasons)
		reasons.Reasons, reasons.Counts = append(reasons.Reasons, r.Defect.Code), append(reasons.Counts, 1)
		reasons.Lines = append(reasons.Lines, int32(r.Line))
		reasons.Names = append(reasons.Names, nameOf(p.Names, r.Column))
		reasons.Texts = append(reasons.Texts, strings.ReplaceAll(r.Value, "\x00", "\ufffd"))
	}
	if err := queries.AddReasons(ctx, tx, reasons); err != nil {
		return fmt.Errorf("count refused rows: %w", err)
	}
	return nil
}

func visitRefused(body, columns []byte, visit func(contact.RefusedRow) (bool, error)) (bool, error) {
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
		row := contact.RefusedRow{Line: int(line), Defect: contact.DefectFrom(string(defect)), Text: text}
		if column, n := binary.Uvarint(columns); n > 0 { // the previous version stored none
			row.Column, columns = int(column), columns[n:]
		}
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

// VisitRefused calls visit with refused rows, page by page, so that no transaction waits for a slow reader.
func (s *Store) VisitRefused(
	ctx context.Context, account contact.AccountID, id importing.ID, visit func(contact.RefusedRow) (bool, error),
) error {
	if _, err := s.GetImport(ctx, account, id); err != nil {
		return err
	}
	position := int64(-1)
	for {
		var row db.NextRefusedRow
		err := s.DB.Read(ctx, int32(account), func(q pgdb.Querier) (err error) {
			row, err = queries.NextRefused(ctx, q, db.NextRefusedParams{ImportID: id, Position: position})
			return err
		})
		if errors.Is(err, pgx.ErrNoRows) {
			return nil
		}
		if err != nil {
			return fmt.Errorf("read refused rows: %w", err)
		}
		body, err := packed.Unpack(row.Body, nil)
		if err != nil {
			return fmt.Errorf("unpack refused rows: %w", err)
		}
		columns, err := packed.Unpack(row.Columns, nil)
		if err != nil {
			return fmt.Errorf("unpack columns of refused rows: %w", err)
		}
		if more, err := visitRefused(body, columns, visit); !more || err != nil {
			return err
		}
		position = row.Position
	}
}
