package pgdb

import (
	"context"
	"fmt"
	"sync"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
)

// lockLimit bounds acquiring and releasing a lock, also when the program stops.
const lockLimit = 5 * time.Second

// locks are the locks that this process holds. All are held by one connection, so that work that holds a lock and waits
// for a connection never waits for other such work.
type locks struct {
	mu sync.Mutex
	// session is nil while no lock is held.
	session *session
}

// session is a connection and the locks that end with it.
type session struct {
	conn *pgxpool.Conn
	held map[lockKey]struct{}
}

type lockKey struct{ class, key int32 }

// TryLock acquires a lock on a key, such as an account; unlock is nil if it is held already. A lock ends with its
// connection at the latest, so a dead process holds none. The class separates kinds of locks in the same server.
func (d *DB) TryLock(ctx context.Context, class, key int32) (unlock func(), err error) {
	d.locks.mu.Lock()
	defer d.locks.mu.Unlock()
	wanted := lockKey{class, key}
	s := d.locks.session
	if s == nil {
		conn, err := d.acquire(ctx)
		if err != nil {
			return nil, fmt.Errorf("acquire connection: %w", err)
		}
		s = &session{conn: conn, held: map[lockKey]struct{}{}}
		d.locks.session = s
	}
	if _, held := s.held[wanted]; held { // Postgres would grant it to the same connection again
		return nil, nil
	}
	var locked bool
	// Cancelling a query would close the connection, and release the locks of others with it.
	asking, cancel := context.WithTimeout(context.WithoutCancel(ctx), lockLimit)
	defer cancel()
	err = s.conn.QueryRow(asking, "SELECT pg_try_advisory_lock($1, $2)", class, key).Scan(&locked)
	if err != nil || !locked {
		d.locks.leave(s)
		return nil, err
	}
	s.held[wanted] = struct{}{}
	return func() { d.locks.unlock(context.WithoutCancel(ctx), s, wanted) }, nil
}

func (l *locks) unlock(ctx context.Context, s *session, done lockKey) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if s != l.session {
		return // it was released with its connection
	}
	ctx, cancel := context.WithTimeout(ctx, lockLimit)
	defer cancel()
	if _, err := s.conn.Exec(ctx, "SELECT pg_advisory_unlock($1, $2)", done.class, done.key); err != nil {
		_ = s.conn.Conn().Close(ctx) // which releases it
	}
	delete(s.held, done)
	l.leave(s)
}

// leave returns the connection to the pool if it is closed or holds no lock.
func (l *locks) leave(s *session) {
	if s.conn.Conn().IsClosed() || len(s.held) == 0 {
		s.conn.Release()
		l.session = nil
	}
}
