package importing

import (
	"bytes"
	"cmp"
	"context"
	"encoding/csv"
	"fmt"
	"io"
	"strconv"
	"strings"

	"puls.app/services/contacts/internal/contact"
	"puls.app/services/contacts/internal/engine/file"
	"puls.app/services/contacts/internal/table"
	"puls.app/services/kit/sheet"
)

// RefusedForm is the format in which refused rows are written.
type RefusedForm struct {
	Delimiter byte
	// Language of the headings and reasons, as in wordsByLanguage; empty for the names of the API.
	Language string
}

// WriteRefused writes the refused rows of an import as CSV: line, reason, and the columns of the file under their own
// names, so that they can be corrected and sent again. With semicolons, as spreadsheets of many countries expect them,
// the file begins with a byte order mark. WriteRefused calls open with the name of the file. It fails with
// ErrImportNotFound before it writes anything.
func (a *App) WriteRefused(
	ctx context.Context, account contact.AccountID, id ID, form RefusedForm, open func(name string) io.Writer,
) error {
	i, err := a.ImportStore.GetImport(ctx, account, id)
	if err != nil {
		return err
	}
	words, delimiter := wordsByLanguage[form.Language], form.Delimiter
	to := open(words.fileName(&i))
	names := refusedColumns(&i)
	header := []string{cmp.Or(words.line, table.RefusedLine), cmp.Or(words.reason, table.RefusedReason)}
	for _, name := range names {
		header = append(header, sheet.Harmless(name))
	}
	row := sheet.Begin(delimiter, header...)
	if _, err := to.Write(row); err != nil {
		return err
	}
	return a.ImportStore.VisitRefused(ctx, account, id, func(r contact.RefusedRow) (bool, error) {
		cells := []string{strconv.Itoa(r.Line), words.why(&i, r)}
		row = row[:0]
		for at, cell := range append(cells, cellsOf(&i, r.Text, len(names))...) {
			row = sheet.AppendText(row, delimiter, at == 0, cell)
		}
		row = append(row, "\r\n"...)
		_, err := to.Write(row)
		return true, err
	})
}

// fileName returns the name of the file of refused rows.
func (w refusedWords) fileName(i *Import) string {
	if w.file == "" {
		return "refused-" + i.ID.String() + ".csv"
	}
	name := i.FileName
	for _, end := range []string{".gz", ".zip", ".csv", ".txt", ".ndjson", ".jsonl", ".xlsx", ".xlsm"} {
		if cut := len(name) - len(end); cut > 0 && strings.EqualFold(name[cut:], end) {
			name = name[:cut]
		}
	}
	return fmt.Sprintf("%s – %s %d.csv", cmp.Or(name, w.unnamed), w.file, i.Refused)
}

// why returns the reason why a row is refused, prefixed with the name of the column at fault.
func (w refusedWords) why(i *Import, r contact.RefusedRow) string {
	text, known := w.defects[r.Defect.Code]
	if !known {
		return r.Defect.String()
	}
	if r.Column > 0 && r.Column <= len(i.Names) && i.Names[r.Column-1] != "" {
		return i.Names[r.Column-1] + ": " + text
	}
	return text
}

// refusedColumns names the columns of the refused rows: as in the file, or by its fields if it has no header. Corrected
// rows that are refused again have one line and one reason, the new ones.
func refusedColumns(i *Import) []string {
	if i.Format == table.FormatNDJSON {
		return table.EngagementColumns()
	}
	names := append([]string(nil), i.Names[i.repeated():]...)
	for at, name := range names {
		if name == "" && i.Options.NoHeader && at < len(i.Options.Mapping) {
			names[at] = i.Options.Mapping[at]
		}
	}
	if len(names) == 0 {
		return []string{"row"} // of the previous version
	}
	return names
}

// repeated returns how many leading columns of a file are the line and reason of refused rows: two or none.
func (i *Import) repeated() int {
	if len(i.Names) > 2 && table.AreRefused(i.Names) {
		return 2
	}
	return 0
}

// cellsOf returns the cells of a refused row, as many as the file has columns. A row that is not valid CSV is split at
// its delimiters; the last cell has the surplus.
func cellsOf(i *Import, text []byte, columns int) []string {
	if i.Format == table.FormatNDJSON {
		return cellsOfObject(text)
	}
	if i.Delimiter == "" {
		return []string{string(text)}
	}
	delimiter := i.Delimiter[0]
	reader := csv.NewReader(bytes.NewReader(text))
	reader.Comma, reader.FieldsPerRecord = rune(delimiter), -1
	cells, err := reader.Read()
	if err != nil {
		cells = strings.Split(string(text), i.Delimiter)
	}
	cells = cells[min(i.repeated(), len(cells)):]
	if len(cells) > columns {
		cells = append(cells[:columns-1:columns-1], strings.Join(cells[columns-1:], i.Delimiter))
	}
	for len(cells) < columns {
		cells = append(cells, "")
	}
	for at, cell := range cells {
		cells[at] = sheet.Original(cell) // it is escaped again when written
	}
	return cells
}

// cellsOfObject returns the values of a line of NDJSON; a line that is not an object goes into the first cell.
func cellsOfObject(text []byte) []string {
	index := make(map[string]int, table.EngagementFields)
	for field, name := range table.EngagementColumns() {
		index[name] = field
	}
	cells := make([]string, table.EngagementFields)
	scanner := file.NewNDJSON(table.NewSample(text), file.Start{}, index, table.EngagementFields)
	if scanner.Fill() && scanner.Next() && scanner.Row().Defect == nil {
		for at, cell := range scanner.Row().Fields {
			cells[at] = string(cell)
		}
		return cells
	}
	cells[0] = string(text)
	return cells
}
