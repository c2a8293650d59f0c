package pgserver

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// Recovery is the recovery target of a cluster from a base backup.
type Recovery struct {
	// Archive is the folder of the write-ahead log since the backup; empty for none.
	Archive string
	// Until is the moment whose state is restored; the zero time restores everything available.
	Until time.Time
}

// Recover recovers a cluster that was unpacked from a base backup into a data folder. Afterwards it belongs to the user
// that runs Postgres, has all commits until the requested moment, and begins a timeline of its own. Postgres is started
// on it and stopped again.
func Recover(ctx context.Context, o Options, r Recovery) error {
	data, err := filepath.Abs(o.Data)
	if err != nil {
		return fmt.Errorf("recover Postgres: %w", err)
	}
	l := layout{data}
	a, err := chooseAccount(o.User, filepath.Join(data, "none"))
	if err != nil {
		return err
	}
	signal := filepath.Join(l.cluster(), "recovery.signal")
	if err := writeFile(signal, nil, 0o600); err != nil {
		return fmt.Errorf("recover Postgres: %w", err)
	}
	err = filepath.WalkDir(l.cluster(), func(path string, _ fs.DirEntry, err error) error {
		return errors.Join(err, a.own(path))
	})
	if err = errors.Join(err, a.own(l.password())); err != nil {
		return fmt.Errorf("give the cluster to user %s: %w", a.name, err)
	}
	o.Settings = r.settings()
	s, err := Start(ctx, o)
	if err != nil {
		return err
	}
	if err := s.Stop(); err != nil {
		return err
	}
	if _, err := os.Stat(signal); err == nil {
		return errors.New("recover Postgres: it has not finished")
	}
	return nil
}

func (r Recovery) settings() map[string]string {
	// Postgres requires a command even without an archive; a failing one means that the file does not exist.
	settings := map[string]string{"restore_command": "false", "hot_standby": "off", "recovery_target_action": "promote"}
	if r.Archive != "" {
		quoted := "'" + strings.ReplaceAll(strings.ReplaceAll(r.Archive, "'", `'\''`), "%", "%%") + "'"
		settings["restore_command"] = "cp " + quoted + `/%f "%p"`
	}
	if !r.Until.IsZero() {
		settings["recovery_target_time"] = r.Until.UTC().Format("2006-01-02 15:04:05.000000-07")
	}
	return settings
}

// archiveEvery is how long a partly filled segment of the log waits at most before it is archived.
const archiveEvery = "5min"

// archiving returns the settings with those that archive the log. It creates the archive for the account.
func (a account) archiving(o Options) (map[string]string, error) {
	if o.Archive == "" {
		return o.Settings, nil
	}
	dir, err := filepath.Abs(o.Archive)
	if err != nil {
		return nil, fmt.Errorf("find the archive: %w", err)
	}
	if _, err := os.Stat(dir); errors.Is(err, fs.ErrNotExist) {
		if err := a.makePrivate(dir); err != nil {
			return nil, fmt.Errorf("make the archive: %w", err)
		}
	}
	settings := map[string]string{
		"archive_mode": "on", "archive_library": "basic_archive", "basic_archive.archive_directory": dir,
		"archive_timeout": archiveEvery,
	}
	maps.Copy(settings, o.Settings)
	return settings, nil
}
