package pgtest

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"time"

	"puls.app/services/local/internal/flock"
	"puls.app/services/local/pgserver"
)

const (
	keeperVariable = "PGTEST_KEEPER"
	idlePoll       = 250 * time.Millisecond
)

// A test program cannot get another role by an argument: its main function belongs to the testing package. So the
// keeper branches off before main.
//
//nolint:gochecknoinits // see above
func init() {
	order := os.Getenv(keeperVariable)
	if order == "" {
		return
	}
	var f folder
	if err := json.Unmarshal([]byte(order), &f); err != nil {
		fmt.Fprintln(os.Stderr, "keeper of the test server:", err)
		os.Exit(1)
	}
	if err := f.keep(); err != nil {
		fmt.Fprintln(os.Stderr, "keeper of the test server:", err)
		_ = os.WriteFile(f.failure(), []byte(err.Error()), 0o600) // the log has it too
		os.Exit(1)
	}
	os.Exit(0)
}

// keep runs the server until no program has used it for a while.
func (f folder) keep() error {
	lock, err := flock.Wait(f.keeper()) // a keeper whose starter was killed may hold it
	if err != nil {
		return fmt.Errorf("become the only keeper: %w", err)
	}
	defer func() { _ = lock.Release() }() // the process ends
	if err := lock.Sign(); err != nil {
		return err
	}
	server, err := f.startServer()
	if err != nil {
		return err
	}
	fresh := f.address() + ".new"
	if err := os.WriteFile(fresh, []byte(server.URL("postgres")), 0o600); err != nil {
		return errors.Join(fmt.Errorf("publish the address: %w", err), server.Stop())
	}
	if err := os.Rename(fresh, f.address()); err != nil {
		return errors.Join(fmt.Errorf("publish the address: %w", err), server.Stop())
	}
	unused, err := f.awaitIdle(server.Done())
	if err != nil {
		return errors.Join(err, server.Stop())
	}
	// A program that starts now waits for the users' lock, then finds no keeper and starts one.
	err = errors.Join(
		os.Remove(f.address()), server.Stop(), pgserver.Discard(context.Background(), f.data()), lock.Release(),
	)
	if unused != nil {
		err = errors.Join(err, unused.Release())
	}
	return err
}

func (f folder) startServer() (*pgserver.Server, error) {
	ctx, cancel := context.WithTimeout(context.Background(), startLimit)
	defer cancel()
	if err := pgserver.Discard(ctx, f.data()); err != nil {
		return nil, err
	}
	return pgserver.Start(ctx, pgserver.Options{
		Packages: f.Packages,
		Data:     f.data(),
		Log:      os.Stderr,
		Settings: map[string]string{
			"fsync": "off", "synchronous_commit": "off", "full_page_writes": "off",
			"max_connections": "500", "shared_buffers": "256MB", "max_wal_size": "1GB",
			// Tests open thousands of connections, so a password is verified by one round of hashing instead of 4,096.
			"scram_iterations": "1",
		},
	})
}

// awaitIdle returns the users' lock when no program has used the server for the idle time, or nil when the server has
// ended by itself.
func (f folder) awaitIdle(ended <-chan struct{}) (*flock.Lock, error) {
	tick := time.NewTicker(idlePoll)
	defer tick.Stop()
	lastUse := time.Now()
	for {
		select {
		case <-ended:
			return nil, nil //nolint:nilnil // no lock and no error, as said above
		case <-tick.C:
		}
		lock, err := flock.Try(f.users())
		if errors.Is(err, flock.ErrHeld) {
			lastUse = time.Now()
			continue
		}
		if err != nil {
			return nil, fmt.Errorf("look for users: %w", err)
		}
		if time.Since(lastUse) > f.Idle {
			return lock, nil
		}
		if err := lock.Release(); err != nil {
			return nil, err
		}
	}
}
