package columnar

import (
	"bytes"
	"fmt"
	"reflect"
	"strconv"
	"strings"
	"time"

	"github.com/parquet-go/parquet-go"

	"puls.app/services/kit/sheet"
	"puls.app/services/reports/internal/core"
)

// Rows is a file of rows as it grows. The tags of R name its columns.
type Rows[R any] interface {
	// Append adds rows.
	Append(rows ...R) error
	// Len returns the number of buffered bytes.
	Len() int
	// Take returns the buffered bytes, which are valid until the next Append.
	Take() []byte
	// Close adds the end of the file.
	Close() error
}

// groups is a Parquet file. A row group stays in memory until it is complete.
type groups[R any] struct {
	file   bytes.Buffer
	writer *parquet.GenericWriter[R]
	// rows is the number of rows in the current row group.
	rows int
}

// NewParquet begins a Parquet file.
func NewParquet[R any]() Rows[R] { return newGroups[R]() }

func newGroups[R any]() *groups[R] {
	g := &groups[R]{}
	g.writer = parquet.NewGenericWriter[R](&g.file, parquet.Compression(&parquet.Zstd))
	return g
}

func (g *groups[R]) Append(rows ...R) error {
	if _, err := g.writer.Write(rows); err != nil {
		return fmt.Errorf("write Parquet: %w", err)
	}
	if g.rows += len(rows); g.rows < groupRows {
		return nil
	}
	return g.end()
}

// end ends a row group.
func (g *groups[R]) end() error {
	g.rows = 0
	if err := g.writer.Flush(); err != nil {
		return fmt.Errorf("end row group: %w", err)
	}
	return nil
}

func (g *groups[R]) Len() int { return g.file.Len() }

func (g *groups[R]) Take() []byte { return g.file.Next(g.file.Len()) }

func (g *groups[R]) Close() error {
	if err := g.writer.Close(); err != nil {
		return fmt.Errorf("end Parquet: %w", err)
	}
	return nil
}

// lines is a CSV file.
type lines[R any] struct {
	delimiter byte
	words     core.Words
	buf       []byte
}

// NewCSV begins a CSV file with the header, in the words of a language or, if that is empty, with the names of the API.
func NewCSV[R any](delimiter byte, language string) Rows[R] {
	l := &lines[R]{delimiter: delimiter, words: core.WordsOf(language)}
	var names []string
	for field := range reflect.TypeFor[R]().Fields() {
		name, _, _ := strings.Cut(field.Tag.Get("parquet"), ",")
		names = append(names, l.words.Column(name))
	}
	l.buf = sheet.Begin(delimiter, names...)
	return l
}

func (l *lines[R]) Append(rows ...R) error {
	for i := range rows {
		row := reflect.ValueOf(&rows[i]).Elem()
		for at := range row.NumField() {
			l.buf = sheet.AppendText(l.buf, l.delimiter, at == 0, l.text(row.Field(at)))
		}
		l.buf = append(l.buf, "\r\n"...)
	}
	return nil
}

// text returns a column's value as the text of a cell; null is empty.
func (l *lines[R]) text(value reflect.Value) string {
	if value.Kind() == reflect.Pointer {
		if value.IsNil() {
			return ""
		}
		value = value.Elem()
	}
	switch is := value.Interface().(type) {
	case Day:
		return time.Unix(int64(is)*secondsOfDay, 0).UTC().Format(time.DateOnly)
	case Name:
		return l.words.Value(string(is))
	case bool:
		return l.words.Value(strconv.FormatBool(is))
	case int32:
		return strconv.Itoa(int(is))
	default:
		return value.String()
	}
}

func (l *lines[R]) Len() int { return len(l.buf) }

func (l *lines[R]) Take() []byte {
	taken := l.buf
	l.buf = l.buf[:0]
	return taken
}

func (*lines[R]) Close() error { return nil }
