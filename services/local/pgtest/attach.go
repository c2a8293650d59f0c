package pgtest

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"sync"
	"syscall"
	"time"

	"puls.app/services/local/internal/flock"
)

const (
	serverVariable = "TEST_DATABASE_URL"
	// startLimit bounds how long a keeper may take: creating a cluster on a busy machine.
	startLimit = 2 * time.Minute
	startPoll  = 20 * time.Millisecond
)

// attach returns the address of the server, once per program. The lock that keeps the server running is held until the
// program ends, so it is never released.
var attach = sync.OnceValues(func() (string, error) {
	if address := os.Getenv(serverVariable); address != "" {
		return address, nil
	}
	shared, err := sharedFolder()
	if err != nil {
		return "", err
	}
	return shared.attach()
})

// folder is shared by the test programs of one user.
type folder struct {
	Path     string        `json:"path"`
	Packages string        `json:"packages"`
	Idle     time.Duration `json:"idle"` // how long an unused server keeps running
}

func (f folder) users() string   { return filepath.Join(f.Path, "users.lock") }
func (f folder) keeper() string  { return filepath.Join(f.Path, "keeper.lock") }
func (f folder) start() string   { return filepath.Join(f.Path, "start.lock") }
func (f folder) address() string { return filepath.Join(f.Path, "address") }
func (f folder) failure() string { return filepath.Join(f.Path, "failure") }
func (f folder) log() string     { return filepath.Join(f.Path, "log") }
func (f folder) data() string    { return filepath.Join(f.Path, "data") }

// sharedFolder makes the folder for this user and this version of the binaries.
func sharedFolder() (folder, error) {
	packages, lockfile, err := findPackages()
	if err != nil {
		return folder{}, err
	}
	path := filepath.Join(os.TempDir(), "pgtest-"+strconv.Itoa(os.Geteuid())+"-"+lockfile)
	// Postgres may run as another user, which must be able to enter.
	if err := os.Mkdir(path, 0o711); err != nil && !errors.Is(err, fs.ErrExist) {
		return folder{}, fmt.Errorf("make the folder of the test server: %w", err)
	}
	info, err := os.Lstat(path)
	if err != nil {
		return folder{}, fmt.Errorf("look at the folder of the test server: %w", err)
	}
	stat, ok := info.Sys().(*syscall.Stat_t)
	if !ok || !info.IsDir() || int(stat.Uid) != os.Geteuid() {
		return folder{}, fmt.Errorf("%s is not a folder of this user: remove it", path)
	}
	return folder{Path: path, Packages: packages, Idle: time.Minute}, nil
}

// attach joins the server's users, and starts a keeper if none is running.
func (f folder) attach() (string, error) {
	// From here on the keeper does not stop the server.
	if _, err := hold(flock.Share(f.users())); err != nil {
		return "", fmt.Errorf("join the users of the test server: %w", err)
	}
	starting, err := flock.Wait(f.start())
	if err != nil {
		return "", fmt.Errorf("wait for other test programs: %w", err)
	}
	address, err := f.findOrStart()
	return address, errors.Join(err, starting.Release())
}

var held []*flock.Lock // keeps locks from being closed by the garbage collector

func hold(lock *flock.Lock, err error) (*flock.Lock, error) {
	if err == nil {
		held = append(held, lock)
	}
	return lock, err
}

// findOrStart returns the address of the server that a keeper runs, or of a new one. A keeper without an address is
// starting, if the program that started it was killed, or stopping.
func (f folder) findOrStart() (string, error) {
	deadline := time.Now().Add(startLimit)
	for {
		running, err := f.keeperRuns()
		if err != nil {
			return "", err
		}
		if !running {
			return f.startKeeper()
		}
		text, err := os.ReadFile(f.address())
		if err == nil {
			return string(text), nil
		}
		if !errors.Is(err, fs.ErrNotExist) {
			return "", fmt.Errorf("read the address of the test server: %w", err)
		}
		if time.Now().After(deadline) {
			return "", fmt.Errorf("the test server has published no address: see %s", f.log())
		}
		time.Sleep(startPoll)
	}
}

// keeperRuns reports whether a keeper holds its lock.
func (f folder) keeperRuns() (bool, error) {
	lock, err := flock.Try(f.keeper())
	if errors.Is(err, flock.ErrHeld) {
		return true, nil
	}
	if err != nil {
		return false, fmt.Errorf("look for the keeper of the test server: %w", err)
	}
	return false, lock.Release()
}

// startKeeper runs this program again as the keeper and waits for the server.
func (f folder) startKeeper() (string, error) {
	for _, path := range []string{f.address(), f.failure()} {
		if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return "", fmt.Errorf("start the test server: %w", err)
		}
	}
	program, err := os.Executable()
	if err != nil {
		return "", fmt.Errorf("start the test server: %w", err)
	}
	order, err := json.Marshal(f)
	if err != nil {
		return "", fmt.Errorf("start the test server: %w", err)
	}
	log, err := os.OpenFile(f.log(), os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o600)
	if err != nil {
		return "", fmt.Errorf("start the test server: %w", err)
	}
	defer func() { _ = log.Close() }() // the keeper has its own
	cmd := exec.Command(program)
	cmd.Dir = f.Path
	cmd.Env = append(os.Environ(), keeperVariable+"="+string(order))
	// `go test` waits until no process has its output open, so the keeper gets its own output. It also gets its own
	// session, so that Ctrl-C in the terminal does not reach it.
	cmd.Stdout, cmd.Stderr = log, log
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	if err := cmd.Start(); err != nil {
		return "", fmt.Errorf("start the test server: %w", err)
	}
	ended := make(chan struct{})
	go func() {
		_ = cmd.Wait() // its failure is in a file
		close(ended)
	}()
	return f.await(ended)
}

func (f folder) await(ended <-chan struct{}) (string, error) {
	ctx, cancel := context.WithTimeout(context.Background(), startLimit)
	defer cancel()
	tick := time.NewTicker(startPoll)
	defer tick.Stop()
	for {
		if text, err := os.ReadFile(f.address()); err == nil {
			return string(text), nil
		}
		select {
		case <-tick.C:
		case <-ended:
			text, err := os.ReadFile(f.failure())
			if err != nil {
				return "", fmt.Errorf("the keeper of the test server ended: see %s", f.log())
			}
			return "", errors.New(string(text))
		case <-ctx.Done():
			return "", fmt.Errorf("the test server did not start in %s: see %s", startLimit, f.log())
		}
	}
}
