package natsserver

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
)

// ErrInUse says that another program holds the folder.
var ErrInUse = errors.New("the NATS data are in use")

// lock is a folder taken for this process; the kernel gives it back however the process ends.
type lock struct{ file *os.File }

func lockFolder(dir string) (*lock, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, fmt.Errorf("make the NATS data folder: %w", err)
	}
	file, err := os.OpenFile(filepath.Join(dir, "lock"), os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, fmt.Errorf("lock the NATS data folder: %w", err)
	}
	l := &lock{file}
	if err := syscall.Flock(int(file.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err != nil {
		if errors.Is(err, syscall.EWOULDBLOCK) {
			holder, _ := os.ReadFile(file.Name()) // for the message only
			err = fmt.Errorf("%w by process %s, which runs on %s: stop it or choose another folder", ErrInUse, strings.TrimSpace(string(holder)), dir)
		}
		return nil, errors.Join(err, l.release())
	}
	err = file.Truncate(0)
	if err == nil {
		_, err = fmt.Fprintln(file, os.Getpid())
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("lock the NATS data folder: %w", err), l.release())
	}
	return l, nil
}

func (l *lock) release() error {
	if err := l.file.Close(); err != nil {
		return fmt.Errorf("release the NATS data folder: %w", err)
	}
	return nil
}
