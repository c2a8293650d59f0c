package reference

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"golang.org/x/sync/errgroup"

	"puls.app/tools/bench/internal/data"
)

// SQL computes scores in one schema of a Postgres.
type SQL struct {
	pool   *pgxpool.Pool
	schema string
}

// NewSQL makes the reference of one set in a schema of its own.
func NewSQL(pool *pgxpool.Pool, schema string) *SQL { return &SQL{pool: pool, schema: schema} }

// Load fills the tables: contacts, and a partition for each week of sendings. What is there stays.
func (s *SQL) Load(ctx context.Context, set *data.Set) error {
	if err := s.prepare(ctx); err != nil {
		return err
	}
	if err := s.copyContacts(ctx, set); err != nil {
		return err
	}
	group, loading := errgroup.WithContext(ctx)
	group.SetLimit(2)
	for from := 0; from < set.Days; from += weekDays {
		group.Go(func() error { return s.copyWeek(loading, set, from) })
	}
	if err := group.Wait(); err != nil {
		return err
	}
	if err := s.copyUnsent(ctx, set); err != nil {
		return err
	}
	return s.exec(ctx, "VACUUM (ANALYZE) "+s.schema+".contacts", "VACUUM (ANALYZE) "+s.schema+".engagement", "CHECKPOINT")
}

func (s *SQL) exec(ctx context.Context, statements ...string) error {
	for _, text := range statements {
		if _, err := s.pool.Exec(ctx, text); err != nil {
			return fmt.Errorf("%.60s: %w", text, err)
		}
	}
	return nil
}

func (s *SQL) exists(ctx context.Context, table string) (exists bool, err error) {
	err = s.pool.QueryRow(ctx, "SELECT to_regclass($1) IS NOT NULL", s.schema+"."+table).Scan(&exists)
	return exists, err
}

func (s *SQL) prepare(ctx context.Context) error {
	exists, err := s.exists(ctx, "scores")
	if err != nil || exists {
		return err
	}
	text, err := statement(postgresSQL, "prepare", "{schema}", s.schema)
	if err != nil {
		return err
	}
	return s.exec(ctx, "CREATE SCHEMA IF NOT EXISTS "+s.schema, text) // several statements are one transaction
}

// copyContacts fills the empty table.
func (s *SQL) copyContacts(ctx context.Context, set *data.Set) error {
	var filled bool
	if err := s.pool.QueryRow(ctx, "SELECT EXISTS (SELECT FROM "+s.schema+".contacts)").Scan(&filled); err != nil ||
		filled {
		return err
	}
	parts := func(part int, to []byte) ([]byte, bool) {
		for i := part * data.ChunkContacts; i < min((part+1)*data.ChunkContacts, set.Contacts); i++ {
			c := set.Contact(i)
			to = appendInt32(binary.BigEndian.AppendUint16(to, 4), int32(i))
			for _, flag := range [...]bool{c.Consent, c.Excluded, c.Address} {
				to = append(binary.BigEndian.AppendUint32(to, 1), byte(number(flag)))
			}
		}
		return to, part < set.Chunks()
	}
	return s.copy(ctx, s.schema+".contacts", "TRUNCATE "+s.schema+".contacts", parts)
}

// copyWeek makes and fills a partition; both happen or neither.
func (s *SQL) copyWeek(ctx context.Context, set *data.Set, from int) error {
	table := fmt.Sprintf("engagement_%03d", from/weekDays)
	if exists, err := s.exists(ctx, table); err != nil || exists {
		return err
	}
	days := min(weekDays, set.Days-from)
	var sendings []data.Sending
	parts := func(part int, to []byte) ([]byte, bool) {
		if part >= days*set.Chunks() {
			return to, false
		}
		sendings = set.Chunk(sendings[:0], from+part/set.Chunks(), part%set.Chunks())
		for i := range sendings {
			if sendings[i].Sent != 0 {
				to = appendSending(to, &sendings[i])
			}
		}
		return to, true
	}
	make := fmt.Sprintf("CREATE TABLE %s.%s PARTITION OF %s.engagement FOR VALUES FROM (%d) TO (%d)",
		s.schema, table, s.schema, set.First+from, set.First+from+weekDays)
	return s.copy(ctx, s.schema+"."+table, make, parts)
}

// copyUnsent fills the partition of outcomes without a sending.
func (s *SQL) copyUnsent(ctx context.Context, set *data.Set) error {
	if exists, err := s.exists(ctx, "engagement_unsent"); err != nil || exists {
		return err
	}
	var sendings []data.Sending
	parts := func(part int, to []byte) ([]byte, bool) {
		if part >= set.Days*set.Chunks() {
			return to, false
		}
		sendings = set.Chunk(sendings[:0], part/set.Chunks(), part%set.Chunks())
		for i := range sendings {
			if sendings[i].Sent == 0 {
				to = appendSending(to, &sendings[i])
			}
		}
		return to, true
	}
	make := fmt.Sprintf("CREATE TABLE %[1]s.engagement_unsent PARTITION OF %[1]s.engagement DEFAULT", s.schema)
	return s.copy(ctx, s.schema+".engagement_unsent", make, parts)
}

func appendInt32(to []byte, v int32) []byte {
	return binary.BigEndian.AppendUint32(binary.BigEndian.AppendUint32(to, 4), uint32(v))
}

func appendSending(to []byte, s *data.Sending) []byte {
	to = appendInt32(appendInt32(binary.BigEndian.AppendUint16(to, 6), s.Contact), s.Message)
	for _, day := range [...]int16{s.Sent, s.Delivered, s.Opened, s.Clicked} {
		if day == 0 {
			to = binary.BigEndian.AppendUint32(to, 0xffffffff)
		} else {
			to = binary.BigEndian.AppendUint16(binary.BigEndian.AppendUint32(to, 2), uint16(day))
		}
	}
	return to
}

// copy runs one statement that makes or empties a table and fills it, in one transaction, so that its rows need no log
// and are frozen from the start.
func (s *SQL) copy(
	ctx context.Context, table, first string, parts func(part int, to []byte) (rows []byte, more bool),
) error {
	return pgx.BeginFunc(ctx, s.pool, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, first); err != nil {
			return fmt.Errorf("%.60s: %w", first, err)
		}
		text := "COPY " + table + " FROM STDIN (FORMAT binary, FREEZE)"
		if _, err := tx.Conn().PgConn().CopyFrom(ctx, &copyReader{parts: parts}, text); err != nil {
			return fmt.Errorf("copy into %s: %w", table, err)
		}
		return nil
	})
}

// copyReader is a COPY in binary, made part by part.
type copyReader struct {
	parts func(part int, to []byte) ([]byte, bool)
	part  int
	buf   []byte
	at    int
	ended bool
}

func (r *copyReader) Read(p []byte) (int, error) {
	for r.at == len(r.buf) {
		if r.ended {
			return 0, io.EOF
		}
		r.buf, r.at = r.buf[:0], 0
		if r.part == 0 {
			r.buf = append(r.buf, "PGCOPY\n\xff\r\n\x00\x00\x00\x00\x00\x00\x00\x00\x00"...)
		}
		var more bool
		if r.buf, more = r.parts(r.part, r.buf); !more {
			r.buf, r.ended = append(r.buf, 0xff, 0xff), true
		}
		r.part++
	}
	n := copy(p, r.buf[r.at:])
	r.at += n
	return n, nil
}

// Run computes the scores of a window and commits them.
func (s *SQL) Run(ctx context.Context, w Window, r Rule) (took time.Duration, err error) {
	conn, err := s.pool.Acquire(ctx)
	if err != nil {
		return 0, fmt.Errorf("connect: %w", err)
	}
	defer conn.Release()
	clean := fmt.Sprintf("DROP TABLE IF EXISTS %[1]s.counts, %[1]s.refs", s.schema)
	if _, err := conn.Exec(ctx, clean); err != nil {
		return 0, fmt.Errorf("clean up: %w", err)
	}
	defer func() {
		_, dropErr := conn.Exec(context.WithoutCancel(ctx), clean)
		err = errors.Join(err, dropErr)
	}()
	started := time.Now()
	for _, name := range []string{"count", "rank"} {
		if err := s.run(ctx, conn, name, w, r); err != nil {
			return 0, err
		}
	}
	// A table emptied in the transaction needs no log of what is put into it.
	err = pgx.BeginFunc(ctx, conn, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, "TRUNCATE "+s.schema+".scores"); err != nil {
			return fmt.Errorf("empty scores: %w", err)
		}
		return s.run(ctx, tx, "score", w, r)
	})
	return time.Since(started), err
}

func (s *SQL) run(ctx context.Context, on interface {
	Query(ctx context.Context, sql string, args ...any) (pgx.Rows, error)
}, name string, w Window, r Rule,
) error {
	text, err := statement(postgresSQL, name, values(w, r, "{schema}", s.schema)...)
	if err != nil {
		return err
	}
	rows, err := on.Query(ctx, text, pgx.QueryExecModeSimpleProtocol)
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	rows.Close()
	if err := rows.Err(); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	return nil
}

// Codes returns the score or reason of each contact, as the last run committed it.
func (s *SQL) Codes(ctx context.Context, contacts int) ([]byte, error) {
	rows, err := s.pool.Query(ctx, "SELECT contact, code FROM "+s.schema+".scores")
	if err != nil {
		return nil, fmt.Errorf("read scores: %w", err)
	}
	codes := newCodes(contacts)
	var contact int32
	var code int16
	if _, err := pgx.ForEachRow(
		rows, []any{&contact, &code}, func() error { return codes.set(int(contact), int(code)) },
	); err != nil {
		return nil, fmt.Errorf("read scores: %w", err)
	}
	return codes, nil
}

// Bytes is what the engagement takes on the disk.
func (s *SQL) Bytes(ctx context.Context) (bytes int64, err error) {
	err = s.pool.QueryRow(ctx, `SELECT sum(pg_total_relation_size(inhrelid))::bigint FROM pg_inherits
		WHERE inhparent = ($1 || '.engagement')::regclass`, s.schema).Scan(&bytes)
	return bytes, err
}

// Drop removes the set.
func (s *SQL) Drop(ctx context.Context) error {
	return s.exec(ctx, "DROP SCHEMA IF EXISTS "+s.schema+" CASCADE")
}
