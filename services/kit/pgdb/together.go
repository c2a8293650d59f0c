package pgdb

import (
	"context"
	"errors"
	"slices"
	"sync"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgtype"
)

// Together runs parts concurrently on the connection of q: statements that parts wait for at the same time go to
// Postgres in one round trip. It is for queries that do not need each other's results. All rows are read into memory.
// It returns the first error in the order of parts.
func Together(ctx context.Context, q Querier, parts ...func(q Querier) error) error {
	t := &together{ctx: ctx, q: q, running: len(parts)}
	if len(parts) == 0 {
		return nil
	}
	errs, panics := make([]error, len(parts)), make([]any, len(parts))
	run := func(i int) {
		defer t.leave()
		defer func() { panics[i] = recover() }()
		errs[i] = parts[i](t)
	}
	var group sync.WaitGroup
	for i := 1; i < len(parts); i++ {
		group.Go(func() { run(i) })
	}
	run(0)
	group.Wait()
	if at := slices.IndexFunc(panics, func(p any) bool { return p != nil }); at >= 0 {
		panic(panics[at])
	}
	if at := slices.IndexFunc(errs, func(err error) bool { return err != nil }); at >= 0 {
		return errs[at]
	}
	return nil
}

// together sends the statements once all running parts wait.
type together struct {
	ctx context.Context //nolint:containedctx // of the parts, all of which end before Together does
	q   Querier

	// mu guards the fields below and the connection: scanning a row uses the connection's type map.
	mu sync.Mutex
	// running counts the parts that do not wait.
	running int
	asked   []*asked
}

// asked is a statement that a part waits for.
type asked struct {
	statement string
	args      []any
	rows      readRows
	answered  chan struct{}
}

func (t *together) ask(statement string, args []any) *readRows {
	a := &asked{statement: statement, args: args, rows: readRows{mu: &t.mu}, answered: make(chan struct{})}
	t.add(a)
	<-a.answered
	return &a.rows
}

func (t *together) add(a *asked) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.asked = append(t.asked, a)
	t.step()
}

func (t *together) leave() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.step()
}

// step records that a part waits or has ended, and sends the batch once no part runs.
func (t *together) step() {
	if t.running--; t.running > 0 || len(t.asked) == 0 {
		return
	}
	sent := t.asked
	t.asked, t.running = nil, len(sent)
	var batch pgx.Batch
	for _, a := range sent {
		batch.Queue(a.statement, a.args...)
	}
	results := t.q.SendBatch(t.ctx, &batch)
	for _, a := range sent {
		a.rows.read(results.Query())
	}
	err := results.Close()
	for _, a := range sent {
		a.rows.err = first(a.rows.err, err)
		close(a.answered)
	}
}

// Exec implements Querier.
func (t *together) Exec(_ context.Context, statement string, args ...any) (pgconn.CommandTag, error) {
	rows := t.ask(statement, args)
	return rows.tag, rows.err
}

// Query implements Querier.
func (t *together) Query(_ context.Context, statement string, args ...any) (pgx.Rows, error) {
	rows := t.ask(statement, args)
	return rows, rows.err
}

// QueryRow implements Querier.
func (t *together) QueryRow(_ context.Context, statement string, args ...any) pgx.Row {
	rows := t.ask(statement, args)
	return row(func(into ...any) error {
		if !rows.Next() {
			return first(rows.err, pgx.ErrNoRows)
		}
		return rows.Scan(into...)
	})
}

// SendBatch implements Querier.
func (t *together) SendBatch(context.Context, *pgx.Batch) pgx.BatchResults {
	return refusedBatch{errors.New("a part of Together cannot send a batch")}
}

type refusedBatch struct{ err error }

func (b refusedBatch) Exec() (pgconn.CommandTag, error) { return pgconn.CommandTag{}, b.err }
func (b refusedBatch) Query() (pgx.Rows, error)         { return nil, b.err }
func (b refusedBatch) QueryRow() pgx.Row                { return row(func(...any) error { return b.err }) }
func (b refusedBatch) Close() error                     { return b.err }
func (b refusedBatch) Tx() pgx.Tx                       { return nil }

// readRows are rows in memory.
type readRows struct {
	mu     *sync.Mutex
	types  *pgtype.Map
	fields []pgconn.FieldDescription
	values [][][]byte
	tag    pgconn.CommandTag
	err    error
	// at is the number of the current row, from 1.
	at int
}

func (r *readRows) read(rows pgx.Rows, err error) {
	if err != nil {
		r.err = err
		return
	}
	defer rows.Close()
	r.types, r.fields = rows.TypeMap(), slices.Clone(rows.FieldDescriptions())
	for rows.Next() {
		values := make([][]byte, len(r.fields))
		for i, value := range rows.RawValues() {
			values[i] = slices.Clone(value) // nil is null
		}
		r.values = append(r.values, values)
	}
	rows.Close()
	r.tag, r.err = rows.CommandTag(), rows.Err()
}

// These implement pgx.Rows.
func (r *readRows) Close()                                       { r.at = len(r.values) + 1 }
func (r *readRows) Err() error                                   { return r.err }
func (r *readRows) CommandTag() pgconn.CommandTag                { return r.tag }
func (r *readRows) FieldDescriptions() []pgconn.FieldDescription { return r.fields }
func (r *readRows) Conn() *pgx.Conn                              { return nil }
func (r *readRows) TypeMap() *pgtype.Map                         { return r.types }
func (r *readRows) RawValues() [][]byte                          { return r.values[r.at-1] }

// Next implements pgx.Rows.
func (r *readRows) Next() bool {
	r.at = min(r.at+1, len(r.values)+1)
	return r.at <= len(r.values)
}

// Scan implements pgx.Rows.
func (r *readRows) Scan(into ...any) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	return pgx.ScanRow(r.types, r.fields, r.RawValues(), into...)
}

// Values implements pgx.Rows.
func (r *readRows) Values() ([]any, error) {
	return nil, errors.New("rows of Together have no values of unknown types")
}
