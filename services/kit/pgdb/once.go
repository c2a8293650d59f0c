package pgdb

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"puls.app/services/kit/fault"
	"puls.app/services/reason"
)

// keepAnswers is the minimum retention of a key's response, as an SQL interval.
const keepAnswers = "48 hours"

var (
	errKeyReused = fault.New(
		fault.Mismatch, reason.IdempotencyKeyReused, "this idempotency key was used with another request",
	)
	errKeyRunning = fault.New(
		fault.Precondition, reason.IdempotencyKeyRunning, "the request with this idempotency key is still running",
	).After(time.Second)
)

// Once executes work at most once for a client's key in an account, and returns the first call's answer to later calls.
// The key, the answer and every row that work writes through InAccount are committed in one transaction: either all of
// it happened or none, and after a failure the key is free. digest distinguishes requests. A key whose request is still
// running, and one used for another request, are faults (409 and 422). Answers are stored for two days.
//
// The schema needs this table, with the policies of every other table:
//
//	CREATE TABLE idempotency_keys (
//	    account_id int NOT NULL, key text NOT NULL, digest bytea NOT NULL, answer bytea NOT NULL,
//	    created_at timestamptz NOT NULL DEFAULT now(), PRIMARY KEY (account_id, key));
//	CREATE INDEX idempotency_keys_created ON idempotency_keys (account_id, created_at);
func (d *DB) Once(
	ctx context.Context, account int32, key string, digest []byte, work func(context.Context) (answer []byte, err error),
) (answer []byte, err error) {
	err = d.InAccount(ctx, account, func(tx pgx.Tx) error {
		var free, known bool
		var before []byte
		var asked pgx.Batch
		asked.Queue("SELECT pg_try_advisory_xact_lock($1, hashtext(current_schema() || $2))", account, key).QueryRow(
			func(row pgx.Row) error { return row.Scan(&free) },
		)
		asked.Queue("SELECT digest, answer FROM idempotency_keys WHERE account_id = $1 AND key = $2", account, key).QueryRow(
			func(row pgx.Row) error {
				err := row.Scan(&before, &answer)
				if known = err == nil; errors.Is(err, pgx.ErrNoRows) {
					return nil // an error of the batch would make pgx prepare its statements anew
				}
				return err
			},
		)
		if err := tx.SendBatch(ctx, &asked).Close(); err != nil {
			return fmt.Errorf("read idempotency key: %w", err)
		}
		switch {
		case !free:
			return errKeyRunning
		case known && !bytes.Equal(before, digest):
			return errKeyReused
		case known:
			return nil
		}
		var err error
		if answer, err = work(context.WithValue(ctx, joinedKey{d, account}, tx)); err != nil {
			return err
		}
		var kept pgx.Batch
		kept.Queue(
			"INSERT INTO idempotency_keys (account_id, key, digest, answer) VALUES ($1, $2, $3, $4)", account, key, digest, answer,
		)
		kept.Queue(
			"DELETE FROM idempotency_keys WHERE account_id = $1 AND key IN (SELECT key FROM idempotency_keys "+
				"WHERE account_id = $1 AND created_at < now() - interval '"+keepAnswers+"' "+
				"ORDER BY created_at LIMIT 100 FOR UPDATE SKIP LOCKED)", account,
		)
		if err := tx.SendBatch(ctx, &kept).Close(); err != nil {
			return fmt.Errorf("keep idempotency key: %w", err)
		}
		return nil
	})
	return answer, err
}

// joinedKey is the context key of the transaction that InAccount joins.
type joinedKey struct {
	db      *DB
	account int32
}

// joined returns the transaction of Once that ctx is in, or nil.
func (d *DB) joined(ctx context.Context, account int32) pgx.Tx {
	tx, _ := ctx.Value(joinedKey{d, account}).(pgx.Tx)
	return tx
}
