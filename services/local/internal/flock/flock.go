// Package flock locks files between processes. The kernel drops a lock when its holder dies,
// however it dies, so no lock is ever stale.
package flock

import (
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"
	"syscall"
)

// ErrHeld is returned by Try when another process holds the lock.
var ErrHeld = errors.New("held by another process")

// Lock is a locked file.
type Lock struct{ file *os.File }

// Try takes the lock on path for this process alone, or returns ErrHeld.
func Try(path string) (*Lock, error) {
	return take(path, syscall.LOCK_EX|syscall.LOCK_NB)
}

// Wait takes the lock on path for this process alone, waiting for other holders.
func Wait(path string) (*Lock, error) {
	return take(path, syscall.LOCK_EX)
}

// Share takes the lock on path together with others that share it.
func Share(path string) (*Lock, error) {
	return take(path, syscall.LOCK_SH)
}

func take(path string, how int) (*Lock, error) {
	file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, fmt.Errorf("open lock: %w", err)
	}
	for {
		err = syscall.Flock(int(file.Fd()), how)
		if !errors.Is(err, syscall.EINTR) {
			break
		}
	}
	if errors.Is(err, syscall.EWOULDBLOCK) {
		err = ErrHeld
	}
	if err != nil {
		_ = file.Close()
		return nil, fmt.Errorf("lock %s: %w", path, err)
	}
	return &Lock{file: file}, nil
}

// Sign writes this process's number into the file, for the message another process shows.
func (l *Lock) Sign() error {
	if err := l.file.Truncate(0); err != nil {
		return fmt.Errorf("sign lock: %w", err)
	}
	if _, err := l.file.WriteAt([]byte(strconv.Itoa(os.Getpid())+"\n"), 0); err != nil {
		return fmt.Errorf("sign lock: %w", err)
	}
	return nil
}

// Holder returns the process number signed into path, or 0 if there is none.
func Holder(path string) int {
	text, err := os.ReadFile(path)
	if err != nil {
		return 0
	}
	pid, err := strconv.Atoi(strings.TrimSpace(string(text)))
	if err != nil {
		return 0
	}
	return pid
}

// Release unlocks before it closes: a program that another goroutine starts at this moment has a copy of the descriptor
// until it runs, which would keep the lock held.
func (l *Lock) Release() error {
	err := syscall.Flock(int(l.file.Fd()), syscall.LOCK_UN)
	if err := errors.Join(err, l.file.Close()); err != nil {
		return fmt.Errorf("release lock: %w", err)
	}
	return nil
}
