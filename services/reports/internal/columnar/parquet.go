// Package columnar writes files of rows: as Parquet for data warehouses, and others than exports as CSV too.
package columnar

import "puls.app/services/reports/internal/core"

// A row group stays in memory until it is complete. Readers process groups of about 100,000 rows in parallel.
const (
	groupRows  = 1 << 17
	groupBytes = 16 << 20 // of texts
	// batchRows is how many rows are passed at once to the library, which converts them to columns.
	batchRows = 512
)

// Parquet is a format with the columns of CSV, named as in the API, and always with the columns of an earlier result.
// An absent text, score or known flag is null. Reasons are named as in the API.
func Parquet() core.Format {
	return core.Format{Extension: "parquet", NewTable: func(bool) core.Table { return newTable() }}
}

// row has pointers, since the library writes some empty texts of optional columns as texts and some as null
// (github.com/parquet-go/parquet-go/issues/154).
type row struct {
	UID          string  `parquet:"uid,dict"`
	ExternalID   *string `parquet:"external_id,optional"`
	Email        *string `parquet:"email,optional"`
	GSM          *string `parquet:"gsm,optional"`
	VisitorID    *string `parquet:"visitor_id,optional"`
	Known        *bool   `parquet:"known,optional"`
	Score        *int32  `parquet:"score,optional"`
	Reason       *string `parquet:"excluded_reason,optional,dict"`
	ScoreBefore  *int32  `parquet:"score_before,optional"`
	ReasonBefore *string `parquet:"excluded_reason_before,optional,dict"`
}

type table struct {
	*groups[row]
	// batch points into lines.
	batch []row
	lines []core.Line
	// texts is the number of bytes of texts in the current row group.
	texts int
}

func newTable() *table {
	return &table{
		groups: newGroups[row](), batch: make([]row, 0, batchRows), lines: make([]core.Line, 0, batchRows),
	}
}

func (t *table) Append(line *core.Line) error {
	t.lines = append(t.lines, *line)
	l := &t.lines[len(t.lines)-1]
	t.batch = append(t.batch, row{
		UID: string(l.UID), ExternalID: text(&l.ExternalID), Email: text(&l.Email), GSM: text(&l.GSM),
		VisitorID: text(&l.VisitorID), Known: l.Known, Score: score(l.Score), Reason: text(&l.Reason),
		ScoreBefore: score(l.Before.Score), ReasonBefore: text(&l.Before.Reason),
	})
	t.texts += len(l.ExternalID) + len(l.Email) + len(l.GSM) + len(l.VisitorID)
	if len(t.batch) < batchRows {
		return nil
	}
	return t.write()
}

func (t *table) write() error {
	if err := t.groups.Append(t.batch...); err != nil {
		return err
	}
	t.batch, t.lines = t.batch[:0], t.lines[:0]
	if t.rows > 0 && t.texts >= groupBytes {
		if err := t.end(); err != nil {
			return err
		}
	}
	if t.rows == 0 {
		t.texts = 0
	}
	return nil
}

func (t *table) Close() error {
	if err := t.write(); err != nil {
		return err
	}
	return t.groups.Close()
}

// scores holds every score, so that rows can point to them.
var scores = func() (all [101]int32) {
	for i := range all {
		all[i] = int32(i)
	}
	return all
}()

// score returns the column's value for a score; -1 means none.
func score(n int) *int32 {
	if n < 0 {
		return nil
	}
	return &scores[n]
}

// text returns the column's value for a text; an empty text means none.
func text(s *string) *string {
	if *s == "" {
		return nil
	}
	return s
}
