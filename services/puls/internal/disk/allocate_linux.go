package disk

import (
	"errors"
	"fmt"
	"os"

	"golang.org/x/sys/unix"
)

// allocate makes a file with its bytes allocated on the disk, or none.
func allocate(name string, size int64) error {
	file, err := os.OpenFile(name, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return fmt.Errorf("make file: %w", err)
	}
	if err := errors.Join(unix.Fallocate(int(file.Fd()), 0, 0, size), file.Close()); err != nil {
		return errors.Join(fmt.Errorf("allocate file: %w", err), os.Remove(name))
	}
	return nil
}
