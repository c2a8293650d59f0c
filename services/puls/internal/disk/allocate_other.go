//go:build !linux

package disk

import (
	"errors"
	"fmt"
	"io"
	"os"
)

// allocate makes a file with its bytes allocated on the disk, or none.
func allocate(name string, size int64) error {
	file, err := os.OpenFile(name, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return fmt.Errorf("make file: %w", err)
	}
	_, err = io.CopyN(file, zeros{}, size)
	if err := errors.Join(err, file.Sync(), file.Close()); err != nil {
		return errors.Join(fmt.Errorf("allocate file: %w", err), os.Remove(name))
	}
	return nil
}

type zeros struct{}

func (zeros) Read(b []byte) (int, error) {
	clear(b)
	return len(b), nil
}
