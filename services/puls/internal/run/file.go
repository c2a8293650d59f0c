package run

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
)

// File describes a running `puls local` to other commands. It contains secrets, so only its owner can read it.
type File struct {
	PID         int    `json:"pid"`
	HTTP        string `json:"http"`
	Admin       string `json:"admin,omitempty"`
	DatabaseURL string `json:"databaseUrl"`
	NATSURL     string `json:"natsUrl"`
	Secret      string `json:"secret"`
}

func path(data string) string { return filepath.Join(data, "run.json") }

// Write writes the file to the data folder.
func (f File) Write(data string) error {
	content, err := json.MarshalIndent(f, "", "  ")
	if err != nil {
		return fmt.Errorf("write run file: %w", err)
	}
	if err := os.WriteFile(path(data), append(content, '\n'), 0o600); err != nil {
		return fmt.Errorf("write run file: %w", err)
	}
	return nil
}

// Remove removes the file when the program stops.
func Remove(data string) error {
	if err := os.Remove(path(data)); err != nil && !errors.Is(err, os.ErrNotExist) {
		return fmt.Errorf("remove run file: %w", err)
	}
	return nil
}

// Find reads the file of a running `puls local`; a missing file means that none runs there.
func Find(data string) (File, error) {
	var f File
	content, err := os.ReadFile(path(data))
	if errors.Is(err, os.ErrNotExist) {
		return f, fmt.Errorf("no program runs on %s: start `puls local`, or set DATABASE_URL, NATS_URL and PULS_SECRET", data)
	}
	if err != nil {
		return f, fmt.Errorf("read run file: %w", err)
	}
	if err := json.Unmarshal(content, &f); err != nil {
		return f, fmt.Errorf("read run file: %w", err)
	}
	return f, nil
}
