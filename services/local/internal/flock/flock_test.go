package flock

import (
	"path/filepath"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestALockIsHeldByOne(t *testing.T) {
	path := filepath.Join(t.TempDir(), "lock")
	first, err := Try(path)
	require.NoError(t, err)
	_, err = Try(path)
	require.ErrorIs(t, err, ErrHeld)
	require.NoError(t, first.Release())
	second, err := Try(path)
	require.NoError(t, err)
	require.NoError(t, second.Release())
}

func TestAReleasedLockIsFreeWhileAStartingProgramHasACopyOfIt(t *testing.T) {
	path := filepath.Join(t.TempDir(), "lock")
	lock, err := Try(path)
	require.NoError(t, err)
	dup, err := syscall.Dup(int(lock.file.Fd())) // like a fork before its exec
	require.NoError(t, err)
	defer func() { require.NoError(t, syscall.Close(dup)) }()
	require.NoError(t, lock.Release())
	again, err := Try(path)
	require.NoError(t, err)
	require.NoError(t, again.Release())
}
