// Package outbox publishes messages exactly when their transaction commits: a service writes them in the transaction
// that changes its rows, and a relay publishes them to the bus. Published rows are stored for a while, so that a lost
// JetStream store can be refilled from them. Each service's first migration creates the two tables:
//
//	CREATE TABLE outbox (
//	    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, subject text NOT NULL, payload bytea NOT NULL,
//	    created_at timestamptz NOT NULL DEFAULT now(), published_at timestamptz, sequence bigint, trace text);
//	CREATE INDEX outbox_waiting ON outbox (id) WHERE published_at IS NULL;
//	CREATE TABLE outbox_epoch (subject text PRIMARY KEY, epoch timestamptz NOT NULL);
package outbox

import (
	"context"
	"fmt"
	"log/slog"
	"strconv"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/nats-io/nats.go/jetstream"

	"puls.app/services/kit/loop"
	"puls.app/services/kit/telemetry"
)

const (
	// keep is the retention of published rows: longer than any consumer is expected to be down.
	keep = 72 * time.Hour
	// page bounds the rows that the relay holds in memory; a row is up to 512 KiB.
	page = 32
	// idle is how often the relay polls without being woken.
	idle = time.Second
	// cleanEvery is how often old rows are removed, cleanAtOnce the number of rows per statement.
	cleanEvery  = time.Hour
	cleanAtOnce = 1000
	// lookLost is how often the relay checks for a lost store while it has nothing to publish.
	lookLost = time.Minute
	channel  = "puls_outbox"
)

// Fact is a message for other services, with its subject.
type Fact struct {
	Subject string
	Payload []byte
}

// Put adds one message to the transaction; it is published after the commit, with the trace of ctx.
func Put(ctx context.Context, tx pgx.Tx, subject string, payload []byte) error {
	return PutAll(ctx, tx, []Fact{{Subject: subject, Payload: payload}})
}

// PutAll is Put for several messages, in their order and in one round trip.
func PutAll(ctx context.Context, tx pgx.Tx, facts []Fact) error {
	if len(facts) == 0 {
		return nil
	}
	batch := &pgx.Batch{}
	for _, fact := range facts {
		batch.Queue("INSERT INTO outbox (subject, payload, trace) VALUES ($1, $2, nullif($3, ''))", fact.Subject,
			fact.Payload, telemetry.Parent(ctx))
	}
	batch.Queue("SELECT pg_notify($1, current_schema())", channel)
	if err := tx.SendBatch(ctx, batch).Close(); err != nil {
		return fmt.Errorf("put %s into outbox: %w", facts[0].Subject, err)
	}
	return nil
}

// Bus is the part of the bus that a relay needs.
type Bus interface {
	PublishAsync(subject, id, parent string, payload []byte) (jetstream.PubAckFuture, error)
	Epoch(ctx context.Context, subject string) (time.Time, error)
	// Hold blocks while nothing may be written.
	Hold(ctx context.Context)
}

// Relay publishes the outbox of one service. Any number of replicas may run it.
type Relay struct {
	pool    *pgxpool.Pool
	bus     Bus
	service string
	log     *slog.Logger
}

// NewRelay makes the relay of the service whose schema pool is connected to.
func NewRelay(pool *pgxpool.Pool, bus Bus, service string, log *slog.Logger) *Relay {
	return &Relay{pool: pool, bus: bus, service: service, log: log}
}

// Run publishes until ctx ends. Failures are logged and retried.
func (r *Relay) Run(ctx context.Context) error {
	wake := make(chan struct{}, 1)
	var checked time.Time
	publish := func(ctx context.Context) (more bool) {
		r.bus.Hold(ctx)
		if time.Since(checked) > lookLost && r.checkLost(ctx) == nil {
			checked = time.Now()
		}
		sent, err := r.publishPage(ctx)
		if err != nil && ctx.Err() == nil {
			r.log.WarnContext(ctx, "outbox waits for the bus", "error", err)
		}
		return err == nil && sent == page
	}
	return loop.All(
		loop.Work(wake, idle, publish),
		loop.Every(idle, r.log, "outbox lost its notifications for a moment", func(ctx context.Context) error {
			return r.listen(ctx, wake)
		}),
		loop.Every(cleanEvery, r.log, "old outbox rows could not be removed", r.clean),
	)(ctx)
}

type row struct {
	id      int64
	subject string
	payload []byte
	trace   string
}

// publishPage publishes some rows and marks them. After a crash in between they are published again with the same ids.
func (r *Relay) publishPage(ctx context.Context) (int, error) {
	var sent int
	err := pgx.BeginFunc(ctx, r.pool, func(tx pgx.Tx) error {
		// Without this, a frozen process would withhold its rows from the other relays.
		if _, err := tx.Exec(ctx, "SET LOCAL idle_in_transaction_session_timeout = '60s'"); err != nil {
			return fmt.Errorf("read outbox: %w", err)
		}
		rows, err := tx.Query(ctx, `SELECT id, subject, payload, coalesce(trace, '') FROM outbox WHERE published_at IS NULL
			ORDER BY id LIMIT $1 FOR UPDATE SKIP LOCKED`, page)
		if err != nil {
			return fmt.Errorf("read outbox: %w", err)
		}
		waiting, err := pgx.CollectRows(rows, func(rows pgx.CollectableRow) (row, error) {
			var w row
			err := rows.Scan(&w.id, &w.subject, &w.payload, &w.trace)
			return w, err
		})
		if err != nil {
			return fmt.Errorf("read outbox: %w", err)
		}
		sequences, err := r.publish(ctx, tx, waiting)
		if err != nil {
			return err
		}
		ids := make([]int64, len(waiting))
		for i, w := range waiting {
			ids[i] = w.id
		}
		_, err = tx.Exec(ctx, `UPDATE outbox SET published_at = now(), sequence = p.sequence
			FROM unnest($1::bigint[], $2::bigint[]) AS p (id, sequence) WHERE outbox.id = p.id`, ids, sequences)
		if err != nil {
			return fmt.Errorf("mark outbox: %w", err)
		}
		sent = len(waiting)
		return nil
	})
	return sent, err
}

// publish returns the sequence of each row in its stream.
func (r *Relay) publish(ctx context.Context, tx pgx.Tx, waiting []row) ([]int64, error) {
	epochs := map[string]string{}
	acks := make([]jetstream.PubAckFuture, 0, len(waiting))
	for _, w := range waiting {
		epoch, known := epochs[w.subject]
		if !known {
			at, err := r.checkEpoch(ctx, tx, w.subject)
			if err != nil {
				return nil, err
			}
			epoch = strconv.FormatInt(at.UnixMicro(), 36)
			epochs[w.subject] = epoch
		}
		id := r.service + "-" + epoch + "-" + strconv.FormatInt(w.id, 10)
		ack, err := r.bus.PublishAsync(w.subject, id, w.trace, w.payload)
		if err != nil {
			return nil, err
		}
		acks = append(acks, ack)
	}
	sequences := make([]int64, 0, len(acks))
	for _, ack := range acks {
		select {
		case stored := <-ack.Ok():
			sequences = append(sequences, int64(stored.Sequence))
		case err := <-ack.Err():
			return nil, fmt.Errorf("publish outbox: %w", err)
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
	return sequences, nil
}

// checkEpoch compares the creation time of the stream with that of the last publication. A new stream means that the
// store was lost: all rows still stored are published again. Until the commit no other relay can record the new stream,
// so rows that others publish to the old one meanwhile are also published again.
func (r *Relay) checkEpoch(ctx context.Context, tx pgx.Tx, subject string) (time.Time, error) {
	epoch, err := r.bus.Epoch(ctx, subject)
	if err != nil {
		return epoch, err
	}
	epoch = epoch.Truncate(time.Microsecond)
	known, err := tx.Exec(ctx, "SELECT FROM outbox_epoch WHERE subject = $1 AND epoch = $2 FOR SHARE", subject, epoch)
	if err != nil {
		return epoch, fmt.Errorf("read epoch of %s: %w", subject, err)
	}
	if known.RowsAffected() == 1 {
		return epoch, nil
	}
	tag, err := tx.Exec(ctx, `INSERT INTO outbox_epoch (subject, epoch) VALUES ($1, $2)
		ON CONFLICT (subject) DO UPDATE SET epoch = excluded.epoch WHERE outbox_epoch.epoch <> excluded.epoch`,
		subject, epoch)
	if err != nil {
		return epoch, fmt.Errorf("keep epoch of %s: %w", subject, err)
	}
	if tag.RowsAffected() == 0 {
		return epoch, nil
	}
	tag, err = tx.Exec(
		ctx, "UPDATE outbox SET published_at = NULL WHERE subject = $1 AND published_at IS NOT NULL", subject,
	)
	if err != nil {
		return epoch, fmt.Errorf("publish %s again: %w", subject, err)
	}
	if tag.RowsAffected() > 0 {
		r.log.WarnContext(ctx, "the stream is new; kept messages are published again",
			"subject", subject, "messages", tag.RowsAffected())
	}
	return epoch, nil
}

// clean removes rows that were published long ago.
func (r *Relay) clean(ctx context.Context) error {
	return loop.Share(ctx, func(ctx context.Context) (more bool, err error) {
		r.bus.Hold(ctx)
		tag, err := r.pool.Exec(ctx, `DELETE FROM outbox WHERE id IN (SELECT id FROM outbox
			WHERE published_at < now() - $1::interval ORDER BY id LIMIT $2 FOR UPDATE SKIP LOCKED)`, keep, cleanAtOnce)
		return tag.RowsAffected() == cleanAtOnce, err
	})
}

// checkLost checks every subject that was ever published, so that a lost store is noticed at the start although no row
// waits. It fails until the owner of a lost stream has created it again.
func (r *Relay) checkLost(ctx context.Context) error {
	return pgx.BeginFunc(ctx, r.pool, func(tx pgx.Tx) error {
		rows, err := tx.Query(ctx, "SELECT subject FROM outbox_epoch")
		if err != nil {
			return fmt.Errorf("read outbox epochs: %w", err)
		}
		subjects, err := pgx.CollectRows(rows, pgx.RowTo[string])
		if err != nil {
			return fmt.Errorf("read outbox epochs: %w", err)
		}
		for _, subject := range subjects {
			if _, err := r.checkEpoch(ctx, tx, subject); err != nil {
				return err
			}
		}
		return nil
	})
}

// listen wakes the relay when this schema's outbox has a new row; without it the relay polls every second.
func (r *Relay) listen(ctx context.Context, wake chan<- struct{}) error {
	conn, err := r.pool.Acquire(ctx)
	if err != nil {
		return fmt.Errorf("acquire connection: %w", err)
	}
	// A listening connection must not go back to the pool.
	own := conn.Hijack()
	defer func() { _ = own.Close(context.WithoutCancel(ctx)) }()
	if _, err := own.Exec(ctx, "LISTEN "+channel); err != nil {
		return fmt.Errorf("listen: %w", err)
	}
	for {
		note, err := own.WaitForNotification(ctx)
		if err != nil {
			return fmt.Errorf("wait for notification: %w", err)
		}
		if note.Payload == own.Config().RuntimeParams["search_path"] {
			loop.Wake(wake)
		}
	}
}
