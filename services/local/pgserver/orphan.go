package pgserver

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"

	"puls.app/services/kit/loop"
)

// How long a remaining Postgres may take to shut down, and then to end immediately.
const (
	orphanPatience = 20 * time.Second
	orphanLimit    = 35 * time.Second
	orphanPoll     = 20 * time.Millisecond
)

// stopOrphan ends the Postgres that a killed program left running on the cluster, and removes the pid file of a process
// that no longer exists. No other program can be starting one, since we hold the lock.
func stopOrphan(ctx context.Context, cluster string) error {
	note, err := readPidFile(cluster)
	if err != nil || note.pid == 0 {
		return err
	}
	running, err := serves(note.pid, cluster)
	if err != nil {
		return err
	}
	if !running {
		return forgetStranger(note.pid, cluster)
	}
	begin := time.Now()
	sent := syscall.Signal(0)
	for running {
		signal := syscall.SIGINT
		if time.Since(begin) > orphanPatience {
			signal = syscall.SIGQUIT
		}
		if signal != sent {
			if err := syscall.Kill(note.pid, signal); err != nil && !errors.Is(err, syscall.ESRCH) {
				return fmt.Errorf("stop the Postgres left running on %s (process %d): %w", cluster, note.pid, err)
			}
			sent = signal
		}
		if time.Since(begin) > orphanLimit {
			return fmt.Errorf(
				"a Postgres left running on %s (process %d) does not end: stop it and start again", cluster, note.pid,
			)
		}
		if err := loop.Pause(ctx, orphanPoll); err != nil {
			return fmt.Errorf("wait for the Postgres left running on %s: %w", cluster, err)
		}
		if running, err = serves(note.pid, cluster); err != nil {
			return err
		}
	}
	return forgetStranger(note.pid, cluster)
}

// forgetStranger removes the pid file of a server that is gone while another process has its number now: Postgres would
// take that process for a server and refuse to start. If no process has the number, the file stays, because Postgres
// uses it to find sessions that are still ending.
func forgetStranger(pid int, cluster string) error {
	if errors.Is(syscall.Kill(pid, 0), syscall.ESRCH) {
		return nil
	}
	if err := os.Remove(pidFile(cluster)); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("remove the note of a Postgres that is gone: %w", err)
	}
	return nil
}

// pidNote is the part of postmaster.pid that we need.
type pidNote struct {
	pid    int
	status string // "ready" once it takes connections
}

func pidFile(cluster string) string { return filepath.Join(cluster, "postmaster.pid") }

// readPidFile reads postmaster.pid. It returns the zero value if the file is missing or incomplete.
func readPidFile(cluster string) (pidNote, error) {
	text, err := os.ReadFile(pidFile(cluster))
	if errors.Is(err, fs.ErrNotExist) {
		return pidNote{}, nil
	}
	if err != nil {
		return pidNote{}, fmt.Errorf("read postmaster.pid: %w", err)
	}
	lines := strings.Split(string(text), "\n")
	var note pidNote
	pid, err := strconv.Atoi(strings.TrimSpace(lines[0]))
	if err != nil || pid <= 1 {
		return pidNote{}, nil
	}
	note.pid = pid
	const statusLine = 7
	if len(lines) > statusLine {
		note.status = strings.TrimSpace(lines[statusLine])
	}
	return note, nil
}
