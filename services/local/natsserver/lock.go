package natsserver

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"puls.app/services/local/internal/flock"
)

// ErrInUse means that another program holds the folder.
var ErrInUse = errors.New("the NATS data are in use")

// lockFolder locks a folder for this process.
func lockFolder(dir string) (*flock.Lock, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, fmt.Errorf("make the NATS data folder: %w", err)
	}
	path := filepath.Join(dir, "lock")
	lock, err := flock.Try(path)
	if errors.Is(err, flock.ErrHeld) {
		return nil, fmt.Errorf(
			"%w by process %d, which runs on %s: stop it or choose another folder", ErrInUse, flock.Holder(path), dir,
		)
	}
	if err != nil {
		return nil, fmt.Errorf("lock the NATS data folder: %w", err)
	}
	if err := lock.Sign(); err != nil {
		return nil, errors.Join(fmt.Errorf("lock the NATS data folder: %w", err), lock.Release())
	}
	return lock, nil
}
