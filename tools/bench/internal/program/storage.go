package program

import (
	"context"
	"fmt"
	"time"
)

// Settled waits for the end of compaction, then runs VACUUM and a checkpoint, which Postgres would run later by itself.
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

// Stored is the size of the engagement of an account, in segments and in folds; bytes.
type Stored struct{ Compacted, Fresh, Planes, LateAndNames int64 }

// Stored returns the size of the engagement of an account.
func (p *Program) Stored(ctx context.Context, account int32) (h Stored, err error) {
	const own = "database_id IN (SELECT id FROM contacts.databases WHERE account_id = $1)"
	for text, to := range map[string]*int64{
		"sum(size) FROM scoring_engine.segments WHERE level = 1 AND " + own:                       &h.Compacted,
		"sum(size) FROM scoring_engine.segments WHERE level = 0 AND " + own:                       &h.Fresh,
		"sum(length(planes)) FROM scoring_engine.cohorts WHERE " + own:                            &h.Planes,
		"sum(coalesce(length(late), 0) + length(names)) FROM scoring_engine.cohorts WHERE " + own: &h.LateAndNames,
	} {
		if err := p.database.QueryRow(ctx, "SELECT coalesce((SELECT "+text+"), 0)::bigint", account).Scan(to); err != nil {
			return h, fmt.Errorf("look at segments: %w", err)
		}
	}
	return h, nil
}

// Log returns the number of bytes that Postgres has written to its log.
func (p *Program) Log(ctx context.Context) (bytes int64, err error) {
	err = p.database.QueryRow(ctx, "SELECT (pg_current_wal_lsn() - '0/0')::bigint").Scan(&bytes)
	return bytes, err
}

// Size returns the size of the program's database on the disk.
func (p *Program) Size(ctx context.Context) (bytes int64, err error) {
	err = p.database.QueryRow(ctx, "SELECT pg_database_size(current_database())").Scan(&bytes)
	return bytes, err
}
