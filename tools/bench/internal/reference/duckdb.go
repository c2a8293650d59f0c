package reference

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"time"

	duckdb "github.com/duckdb/duckdb-go/v2"

	"puls.app/tools/bench/internal/data"
)

// weekDays is how many days of sendings one file or partition holds.
const weekDays = 7

// DuckDB computes scores from Parquet files in one folder.
type DuckDB struct {
	dir string
	db  *sql.DB
}

// OpenDuckDB opens a database in memory with so many threads; memory is a limit such as 14GB.
func OpenDuckDB(ctx context.Context, dir string, threads int, memory string) (*DuckDB, error) {
	db, err := sql.Open("duckdb", "")
	if err != nil {
		return nil, fmt.Errorf("open DuckDB: %w", err)
	}
	db.SetMaxOpenConns(1) // temporary tables belong to a connection
	d := &DuckDB{dir: dir, db: db}
	for _, text := range []string{
		fmt.Sprintf("SET threads = %d", threads), fmt.Sprintf("SET memory_limit = '%s'", memory),
		"SET preserve_insertion_order = false",
		fmt.Sprintf("SET temp_directory = '%s'", filepath.Join(dir, "spill")),
	} {
		if _, err := db.ExecContext(ctx, text); err != nil {
			return nil, errors.Join(fmt.Errorf("%s: %w", text, err), db.Close())
		}
	}
	return d, nil
}

// Close ends the database.
func (d *DuckDB) Close() error { return d.db.Close() }

// Version returns the version of DuckDB.
func (d *DuckDB) Version(ctx context.Context) (version string, err error) {
	err = d.db.QueryRowContext(ctx, "SELECT version()").Scan(&version)
	return version, err
}

// Load writes the Parquet files: the contacts, and one file for each week of sendings; or whom a scoring of visitors
// leaves out, and one file for each week of events. Files that are there stay.
func (d *DuckDB) Load(ctx context.Context, set *data.Set) error {
	if err := os.MkdirAll(d.dir, 0o755); err != nil {
		return fmt.Errorf("make folder: %w", err)
	}
	if set.Shape == data.Leads {
		return d.loadLeads(ctx, set)
	}
	people := &source{
		columns: columns{
			names: []string{"contact", "consent", "excluded", "address"}, kinds: []duckdb.Type{duckdb.TYPE_INTEGER}, null: 4,
			written: "contact, consent = 1 AS consent, excluded = 1 AS excluded, address = 1 AS address",
		},
		parts: set.Chunks(),
		make: func(part int, rows []row) []row {
			for i := part * data.ChunkContacts; i < min((part+1)*data.ChunkContacts, set.Contacts); i++ {
				c := set.Contact(i)
				rows = append(rows, row{int32(i), number(c.Consent), number(c.Excluded), number(c.Address)})
			}
			return rows
		},
	}
	if err := d.write(ctx, "contacts", people); err != nil {
		return err
	}
	sendings := columns{
		names: []string{"contact", "message", "sent", "delivered", "opened", "clicked"},
		kinds: []duckdb.Type{duckdb.TYPE_INTEGER, duckdb.TYPE_INTEGER, duckdb.TYPE_SMALLINT}, null: 2, written: "*",
	}
	return d.writeWeeks(ctx, set, "engagement", sendings, func(day, chunk int, rows []row) []row {
		for _, s := range set.Chunk(nil, day, chunk) {
			rows = append(
				rows, row{s.Contact, s.Message, int32(s.Sent), int32(s.Delivered), int32(s.Opened), int32(s.Clicked)},
			)
		}
		return rows
	})
}

func (d *DuckDB) loadLeads(ctx context.Context, set *data.Set) error {
	excluded := &source{
		columns: columns{names: []string{"visitor"}, kinds: []duckdb.Type{duckdb.TYPE_INTEGER}, null: 1, written: "*"},
		parts:   set.Chunks(),
		make: func(part int, rows []row) []row {
			for i := part * data.ChunkContacts; i < min((part+1)*data.ChunkContacts, set.Visitors); i++ {
				if set.LeftOut(i) {
					rows = append(rows, row{int32(i)})
				}
			}
			return rows
		},
	}
	if err := d.write(ctx, "excluded", excluded); err != nil {
		return err
	}
	events := columns{
		names: []string{"visitor", "day", "kind", "place"},
		kinds: []duckdb.Type{duckdb.TYPE_INTEGER, duckdb.TYPE_SMALLINT, duckdb.TYPE_SMALLINT, duckdb.TYPE_INTEGER}, null: 4,
		written: "visitor, day, kind, hash(visitor, day, place) AS event",
	}
	return d.writeWeeks(ctx, set, "events", events, func(day, chunk int, rows []row) []row {
		for place, e := range set.Events(nil, day, chunk) {
			rows = append(rows, row{e.Visitor, int32(set.First + day), int32(e.Kind), int32(place)})
		}
		return rows
	})
}

// writeWeeks writes a file for each week of what a chunk did on a day.
func (d *DuckDB) writeWeeks(
	ctx context.Context, set *data.Set, name string, c columns, rowsOf func(day, chunk int, rows []row) []row,
) error {
	for from := 0; from < set.Days; from += weekDays {
		week := &source{
			columns: c, parts: min(weekDays, set.Days-from) * set.Chunks(),
			make: func(part int, rows []row) []row {
				return rowsOf(from+part/set.Chunks(), part%set.Chunks(), rows)
			},
		}
		if err := d.write(ctx, fmt.Sprintf("%s-%03d", name, from/weekDays), week); err != nil {
			return err
		}
	}
	return nil
}

func number(b bool) int32 {
	if b {
		return 1
	}
	return 0
}

// write copies what a source makes up into a file, which appears when it is whole.
func (d *DuckDB) write(ctx context.Context, name string, source *source) (err error) {
	path := filepath.Join(d.dir, name+".parquet")
	if _, err := os.Stat(path); err == nil {
		return nil
	}
	conn, err := d.db.Conn(ctx)
	if err != nil {
		return fmt.Errorf("connect: %w", err)
	}
	defer func() { err = errors.Join(err, conn.Close()) }()
	function := fmt.Sprintf("make_%d", time.Now().UnixNano()) // a function cannot be replaced
	err = duckdb.RegisterTableUDF(conn, function, duckdb.ParallelChunkTableFunction{
		BindArguments: func(map[string]any, ...any) (duckdb.ParallelChunkTableSource, error) { return source, nil },
	})
	if err != nil {
		return fmt.Errorf("register generator: %w", err)
	}
	text := fmt.Sprintf("COPY (SELECT %s FROM %s()) TO '%s.new' (FORMAT parquet, COMPRESSION zstd)", source.written, function, path) //nolint:gosec // names of our own
	if _, err := conn.ExecContext(ctx, text); err != nil {
		return fmt.Errorf("write %s: %w", name, err)
	}
	return os.Rename(path+".new", path)
}

// Run computes the scores of a window and puts them on the disk.
func (d *DuckDB) Run(ctx context.Context, w Window, r Rule) (time.Duration, error) {
	started := time.Now()
	file := duckdbSQL
	if r.leads() {
		file = duckdbLeadsSQL
	}
	for _, name := range []string{"count", "rank", "score"} {
		text, err := statement(file, name, values(w, r, "{dir}", d.dir)...)
		if err != nil {
			return 0, err
		}
		if _, err := d.db.ExecContext(ctx, text); err != nil {
			return 0, fmt.Errorf("%s: %w", name, err)
		}
	}
	if err := syncFile(filepath.Join(d.dir, "scores.parquet")); err != nil {
		return 0, err
	}
	return time.Since(started), nil
}

// syncFile puts a written file on the disk.
func syncFile(path string) error {
	file, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return fmt.Errorf("open scores: %w", err)
	}
	if err := errors.Join(file.Sync(), file.Close()); err != nil {
		return fmt.Errorf("sync scores: %w", err)
	}
	return nil
}

// CSV writes the rows of a query as a file, from Parquet that it makes first, and returns how long the writing took.
func (d *DuckDB) CSV(ctx context.Context, rows, file string) (time.Duration, error) {
	parquet := filepath.Join(d.dir, "rows.parquet")
	if _, err := os.Stat(parquet); err != nil {
		text := fmt.Sprintf("COPY (%s) TO '%s' (FORMAT parquet, COMPRESSION zstd)", rows, parquet)
		if _, err := d.db.ExecContext(ctx, text); err != nil {
			return 0, fmt.Errorf("write rows: %w", err)
		}
	}
	if _, err := d.db.ExecContext(ctx, "SET preserve_insertion_order = true"); err != nil {
		return 0, err
	}
	started := time.Now()
	_, err := d.db.ExecContext(ctx, fmt.Sprintf("COPY (SELECT * FROM '%s') TO '%s' (HEADER)", parquet, file))
	return time.Since(started), err
}

// Codes returns the score or reason of each contact, as the last run left it in its file.
func (d *DuckDB) Codes(ctx context.Context, contacts int) (_ []byte, err error) {
	rows, err := d.db.QueryContext(ctx, fmt.Sprintf("SELECT contact, code FROM read_parquet('%s/scores.parquet')", d.dir))
	if err != nil {
		return nil, fmt.Errorf("read scores: %w", err)
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	codes := newCodes(contacts)
	var contact int
	var code int
	for rows.Next() {
		if err := rows.Scan(&contact, &code); err != nil {
			return nil, fmt.Errorf("read score: %w", err)
		}
		if err := codes.set(contact, code); err != nil {
			return nil, err
		}
	}
	return codes, rows.Err()
}

// codes has a byte for each contact.
type codes []byte

func newCodes(contacts int) codes {
	c := make(codes, contacts)
	for i := range c {
		c[i] = Missing
	}
	return c
}

func (c codes) set(contact, code int) error {
	if contact < 0 || contact >= len(c) || code < 0 || code >= Missing || c[contact] != Missing {
		return fmt.Errorf("contact %d has code %d besides what it has", contact, code)
	}
	c[contact] = byte(code)
	return nil
}

// source feeds DuckDB with made-up rows, a part at a time for each thread.
type source struct {
	columns
	parts int
	make  func(part int, rows []row) []row

	mu   sync.Mutex
	next int
}

type row [6]int32

type columns struct {
	names []string
	// kinds are the columns' types; the last is that of all further columns.
	kinds []duckdb.Type
	// null is the first column in which 0 stands for null.
	null int
	// written is what of them the file has.
	written string
}

func (s *source) take() (part int, ok bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.next++
	return s.next - 1, s.next <= s.parts
}

func (s *source) ColumnInfos() []duckdb.ColumnInfo {
	infos := make([]duckdb.ColumnInfo, len(s.names))
	for i, name := range s.names {
		kind, err := duckdb.NewTypeInfo(s.kinds[min(i, len(s.kinds)-1)])
		if err != nil {
			panic(err) // the types are constant
		}
		infos[i] = duckdb.ColumnInfo{Name: name, T: kind}
	}
	return infos
}

func (s *source) Cardinality() *duckdb.CardinalityInfo { return nil }
func (s *source) Init() duckdb.ParallelTableSourceInfo { return duckdb.ParallelTableSourceInfo{} }
func (s *source) NewLocalState() any                   { return &state{} }

type state struct {
	rows []row
	at   int
}

// FillChunk gives DuckDB the next rows of the thread.
func (s *source) FillChunk(local any, chunk duckdb.DataChunk) error {
	from, _ := local.(*state)
	for from.at == len(from.rows) {
		part, ok := s.take()
		if !ok {
			return chunk.SetSize(0)
		}
		from.rows, from.at = s.make(part, from.rows[:0]), 0
	}
	n := min(duckdb.GetDataChunkCapacity(), len(from.rows)-from.at)
	for i, values := range from.rows[from.at : from.at+n] {
		for column := range s.names {
			var err error
			if value := values[column]; column >= s.null && value == 0 {
				err = chunk.SetValue(column, i, nil)
			} else {
				err = duckdb.SetChunkValue(chunk, column, i, value)
			}
			if err != nil {
				return err
			}
		}
	}
	from.at += n
	return chunk.SetSize(n)
}
