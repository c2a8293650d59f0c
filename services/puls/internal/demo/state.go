package demo

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"
)

// version of the made-up company. A new one has idempotency keys of its own, so that an account half loaded by an
// older program is completed and not refused.
const version = 1

// state is what a data folder remembers of loading: without it a load could not be completed after a restart, since
// the files depend on the day.
type state struct {
	// Day that the company was made up for, YYYY-MM-DD.
	Day      string `json:"day"`
	Finished bool   `json:"finished"`

	file string
}

// readState returns what is known, a new state for today when nothing is.
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

// write replaces the file in one step.
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

// today returns the day that the company was made up for.
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
