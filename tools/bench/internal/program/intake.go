package program

import (
	"context"
	"fmt"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

const engagementSubject = "engagement.batch"

// mostWaiting is how many batches may wait in the stream: more would only fill the disk.
const mostWaiting = 2000

// Publisher sends batches to the program, as contacts does.
type Publisher struct {
	program *Program
	acks    []jetstream.PubAckFuture
	Batches int
	Bytes   int64
}

// NewPublisher makes a publisher.
func (p *Program) NewPublisher() *Publisher { return &Publisher{program: p} }

// inFlight is how many batches may wait for their acknowledgement.
const inFlight = 16

// Publish sends a batch; Flush waits until all are stored.
func (b *Publisher) Publish(ctx context.Context, id string, payload []byte) error {
	ack, err := b.program.stream.PublishAsync(engagementSubject, payload, jetstream.WithMsgID(id))
	if err != nil {
		return fmt.Errorf("publish batch: %w", err)
	}
	b.acks = append(b.acks, ack)
	b.Batches++
	b.Bytes += int64(len(payload))
	if err := b.wait(ctx, inFlight); err != nil || b.Batches%64 != 0 {
		return err
	}
	return b.program.poll(ctx, 50*time.Millisecond, func() (bool, error) {
		waiting, err := b.program.waiting(ctx)
		return waiting < mostWaiting, err
	})
}

// Flush waits until all batches are stored.
func (b *Publisher) Flush(ctx context.Context) error { return b.wait(ctx, 0) }

// wait waits until so many batches at most are not acknowledged.
func (b *Publisher) wait(ctx context.Context, most int) error {
	for len(b.acks) > most {
		select {
		case <-b.acks[0].Ok():
		case err := <-b.acks[0].Err():
			return fmt.Errorf("publish batch: %w", err)
		case <-ctx.Done():
			return ctx.Err()
		}
		b.acks = b.acks[1:]
	}
	return nil
}

func (p *Program) waiting(ctx context.Context) (uint64, error) {
	stream, err := p.stream.Stream(ctx, "ENGAGEMENT")
	if err != nil {
		return 0, fmt.Errorf("look at the work queue: %w", err)
	}
	return stream.CachedInfo().State.Msgs, nil
}

// Drained waits until every batch has left the outbox and the work queue, so that the engine has committed it.
func (p *Program) Drained(ctx context.Context) error {
	return p.poll(ctx, 10*time.Millisecond, func() (bool, error) {
		var unsent bool
		err := p.database.QueryRow(
			ctx, "SELECT EXISTS (SELECT FROM contacts.outbox WHERE published_at IS NULL)",
		).Scan(&unsent)
		if err != nil || unsent {
			return false, err
		}
		waiting, err := p.waiting(ctx)
		return waiting == 0, err
	})
}

// Settled waits until nothing is compacted any more, then lets Postgres tidy up, as it does by itself in time.
func (p *Program) Settled(ctx context.Context) error {
	var last [2]int64
	since := time.Now()
	err := p.poll(ctx, 500*time.Millisecond, func() (bool, error) {
		var now [2]int64
		err := p.database.QueryRow(
			ctx, "SELECT count(*), coalesce(max(id), 0) FROM scoring_engine.segments",
		).Scan(&now[0], &now[1])
		if err != nil {
			return false, fmt.Errorf("look at segments: %w", err)
		}
		if now != last {
			last, since = now, time.Now()
		}
		return time.Since(since) > p.options.Quiet, nil
	})
	if err != nil {
		return err
	}
	for _, text := range []string{"VACUUM (ANALYZE)", "CHECKPOINT"} {
		if _, err := p.database.Exec(ctx, text); err != nil {
			return fmt.Errorf("tidy up: %w", err)
		}
	}
	return nil
}

// Segments is what an account's engagement takes.
type Segments struct {
	Base, Fresh           int
	BaseBytes, FreshBytes int64
}

// Segments returns what the engagement of a database takes.
func (p *Program) Segments(ctx context.Context, database int32) (s Segments, err error) {
	err = p.database.QueryRow(ctx, `SELECT count(*) FILTER (WHERE level = 1), count(*) FILTER (WHERE level = 0),
		coalesce(sum(size) FILTER (WHERE level = 1), 0)::bigint, coalesce(sum(size) FILTER (WHERE level = 0), 0)::bigint
		FROM scoring_engine.segments WHERE database_id = $1`, database).Scan(&s.Base, &s.Fresh, &s.BaseBytes, &s.FreshBytes)
	return s, err
}

// Database returns the number of an account's own recipient database, which batches name.
func (p *Program) Database(ctx context.Context, account int32, uid string) (id int32, err error) {
	err = p.database.QueryRow(
		ctx, "SELECT id FROM contacts.databases WHERE account_id = $1 AND uid = $2", account, uid,
	).Scan(&id)
	return id, err
}

// Log returns how many bytes Postgres has written to its log.
func (p *Program) Log(ctx context.Context) (bytes int64, err error) {
	err = p.database.QueryRow(ctx, "SELECT (pg_current_wal_lsn() - '0/0')::bigint").Scan(&bytes)
	return bytes, err
}

// Size returns what the program's database takes on the disk.
func (p *Program) Size(ctx context.Context) (bytes int64, err error) {
	err = p.database.QueryRow(ctx, "SELECT pg_database_size(current_database())").Scan(&bytes)
	return bytes, err
}
