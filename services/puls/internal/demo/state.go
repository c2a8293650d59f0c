package demo

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"
)

// version is the version of the fictitious company. A new one has its own idempotency keys, so that an account half
// loaded by an older program is completed and not refused.
const version = 1

// state is the progress of loading, stored in the data folder. A load could not be completed after a restart without
// it, since the files depend on the day.
type state struct {
	// Day is the day that the company was generated for, YYYY-MM-DD.
	Day      string `json:"day"`
	Finished bool   `json:"finished"`

	file string
}

// readState returns the stored state, or a new state for today.
func readState(dir string, today time.Time) (s state, begun bool, err error) {
	s = state{Day: today.Format(time.DateOnly), file: filepath.Join(dir, "demo.json")}
	data, err := os.ReadFile(s.file)
	if errors.Is(err, os.ErrNotExist) {
		return s, false, nil
	}
	if err != nil {
		return s, false, fmt.Errorf("read state: %w", err)
	}
	if err := json.Unmarshal(data, &s); err != nil {
		return s, false, fmt.Errorf("read state %s: %w", s.file, err)
	}
	return s, true, nil
}

// write replaces the file atomically.
func (s state) write() error {
	data, err := json.Marshal(s)
	if err != nil {
		return fmt.Errorf("write state: %w", err)
	}
	if err := os.WriteFile(s.file+".new", append(data, '\n'), 0o600); err != nil {
		return fmt.Errorf("write state: %w", err)
	}
	if err := os.Rename(s.file+".new", s.file); err != nil {
		return fmt.Errorf("write state: %w", err)
	}
	return nil
}

// today returns the day that the company was generated for.
func (s state) today() (time.Time, error) {
	today, err := time.Parse(time.DateOnly, s.Day)
	if err != nil {
		return today, fmt.Errorf("read day of %s: %w", s.file, err)
	}
	return today, nil
}

// key names one step of this load, for Idempotency-Key headers.
func (s state) key(step string, attempt int) string {
	return fmt.Sprintf("demo-%d-%s-%s-%d", version, s.Day, step, attempt)
}
