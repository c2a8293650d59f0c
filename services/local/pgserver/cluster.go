package pgserver

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// layout names the contents of the data folder.
type layout struct{ data string }

func (l layout) lock() string     { return filepath.Join(l.data, "lock") }
func (l layout) password() string { return filepath.Join(l.data, "password") }
func (l layout) cluster() string  { return filepath.Join(l.data, "cluster") }
func (l layout) sockets() string  { return filepath.Join(l.data, "run") }

// checkMajor refuses data that another major version of Postgres wrote.
func (l layout) checkMajor(d distribution) error {
	text, err := os.ReadFile(filepath.Join(l.cluster(), "PG_VERSION"))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("look up the version of the Postgres data: %w", err)
	}
	if made := strings.TrimSpace(string(text)); made != d.major() {
		return fmt.Errorf("the data in %s are from Postgres %s and the installed Postgres is %s: install the npm package of version %s, or export the data with it and start in an empty folder",
			l.cluster(), made, d.version, made)
	}
	return nil
}

// createCluster creates the cluster if there is none. It is created under another name and renamed once complete, so an
// existing cluster is never incomplete.
func (l layout) createCluster(ctx context.Context, a account, binaries string, settings map[string]string) error {
	if _, err := os.Stat(filepath.Join(l.cluster(), "PG_VERSION")); err == nil {
		return nil
	}
	fresh := l.cluster() + ".new"
	if err := os.RemoveAll(fresh); err != nil {
		return fmt.Errorf("remove half a Postgres cluster: %w", err)
	}
	if err := l.createPassword(a); err != nil {
		return err
	}
	if err := a.makePrivate(fresh); err != nil {
		return fmt.Errorf("create Postgres cluster: %w", err)
	}
	args := []string{
		"-D", fresh, "-U", superuser, "--pwfile=" + l.password(), "--auth=scram-sha-256", "--data-checksums",
		"--encoding=UTF8", "--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8", "--no-instructions",
	}
	if settings["fsync"] == "off" {
		args = append(args, "--no-sync")
	}
	if iterations := settings["scram_iterations"]; iterations != "" { // the password is hashed here
		args = append(args, "--set=scram_iterations="+iterations)
	}
	output := &tail{}
	p, err := start(a.command(l.data, filepath.Join(binaries, "bin", "initdb"), args...), output)
	if err != nil {
		return fmt.Errorf("create Postgres cluster: %w", err)
	}
	select {
	case <-p.done:
	case <-ctx.Done():
		p.stop(0)
		return fmt.Errorf("create Postgres cluster: %w", context.Cause(ctx))
	}
	if p.err != nil {
		return fmt.Errorf("create Postgres cluster in %s: %s", l.data, reason(output.String()))
	}
	if err := os.Rename(fresh, l.cluster()); err != nil {
		return fmt.Errorf("create Postgres cluster: %w", err)
	}
	return syncFolder(l.data)
}

// createPassword writes a random password for the superuser, readable by the server's user, since
// initdb runs as that user.
func (l layout) createPassword(a account) error {
	if err := writeFile(l.password(), []byte(rand.Text()+"\n"), 0o600); err != nil {
		return fmt.Errorf("write the Postgres password: %w", err)
	}
	if err := a.own(l.password()); err != nil {
		return fmt.Errorf("write the Postgres password: %w", err)
	}
	return nil
}

func (l layout) readPassword() (string, error) {
	text, err := os.ReadFile(l.password())
	if err != nil {
		return "", fmt.Errorf("read the Postgres password: %w", err)
	}
	return strings.TrimSpace(string(text)), nil
}

// emptySockets recreates the folder of the socket: a killed server leaves its socket behind.
func (l layout) emptySockets(a account) error {
	if err := os.RemoveAll(l.sockets()); err != nil {
		return fmt.Errorf("empty the Postgres socket folder: %w", err)
	}
	if err := a.makePrivate(l.sockets()); err != nil {
		return fmt.Errorf("make the Postgres socket folder: %w", err)
	}
	return nil
}

// makePrivate makes a folder that only the account can enter.
func (a account) makePrivate(path string) error {
	if err := makeFolder(path, 0o700); err != nil {
		return err
	}
	return a.own(path)
}

// syncFolder syncs a rename to the disk.
func syncFolder(path string) error {
	folder, err := os.Open(path)
	if err != nil {
		return fmt.Errorf("sync %s: %w", path, err)
	}
	if err := errors.Join(folder.Sync(), folder.Close()); err != nil {
		return fmt.Errorf("sync %s: %w", path, err)
	}
	return nil
}
