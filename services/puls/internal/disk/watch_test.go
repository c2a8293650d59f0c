package disk_test

import (
	"context"
	"log/slog"
	"os"
	"path/filepath"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"puls.app/services/puls/internal/disk"
)

const reserve = 1 << 20

// watched is a watch over a disk whose free bytes the test sets.
type watched struct {
	*disk.Watch
	free    atomic.Int64
	relief  atomic.Int32
	ballast string
}

func start(t *testing.T) *watched {
	t.Helper()
	dir := t.TempDir()
	w := &watched{ballast: filepath.Join(dir, "reserve")}
	w.free.Store(10 * reserve)
	var err error
	w.Watch, err = disk.New(disk.Options{
		Dir: dir, Reserve: reserve, Log: slog.New(slog.DiscardHandler),
		Free:    func(string) (int64, error) { return w.free.Load(), nil },
		Relieve: func(context.Context) error { w.relief.Add(1); return nil },
	})
	require.NoError(t, err)
	ctx, stop := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- w.Run(ctx) }()
	t.Cleanup(func() { stop(); require.NoError(t, <-done) })
	return w
}

func (w *watched) set(t *testing.T, free int64, holds func() bool) {
	t.Helper()
	w.free.Store(free)
	require.Eventually(t, holds, time.Minute, 5*time.Millisecond)
}

func (w *watched) kept() bool {
	info, err := os.Stat(w.ballast)
	return err == nil && info.Size() == reserve/8
}

func TestFilesAreRefusedBeforeChangesAndChangesBeforeTheLastReserveGoes(t *testing.T) {
	w := start(t)
	require.Eventually(t, w.kept, time.Minute, 5*time.Millisecond)
	require.True(t, w.Room(9*reserve))
	require.False(t, w.Room(9*reserve+1), "a file must leave the reserve alone")
	require.False(t, w.Tight())

	w.set(t, reserve-1, func() bool { return !w.Room(0) && w.relief.Load() == 1 })
	require.False(t, w.Tight(), "accepted files go on")
	w.set(t, reserve/4-1, func() bool { return w.Tight() && w.relief.Load() == 2 })
	require.True(t, w.kept())
	w.set(t, reserve/16-1, func() bool { return !w.kept() })
	require.True(t, w.Tight())

	w.set(t, reserve, func() bool { return w.Room(0) && !w.Tight() })
	require.False(t, w.kept(), "it would be given up again at once")
	w.set(t, 2*reserve, w.kept)
}

func TestWorkWaitsWhileTheDiskIsTight(t *testing.T) {
	w := start(t)
	w.Hold(t.Context())
	w.set(t, 0, w.Tight)
	held := make(chan struct{})
	go func() { defer close(held); w.Hold(t.Context()) }()
	ended, end := context.WithCancel(t.Context())
	stopped := make(chan struct{})
	go func() { defer close(stopped); w.Hold(ended) }()
	end()
	<-stopped
	select {
	case <-held:
		require.Fail(t, "it went on on a tight disk")
	case <-time.After(200 * time.Millisecond):
	}
	w.free.Store(2 * reserve)
	<-held
}

func TestAFolderThatIsNotThereIsToldAtOnce(t *testing.T) {
	_, err := disk.New(disk.Options{Dir: filepath.Join(t.TempDir(), "none")})
	require.ErrorIs(t, err, os.ErrNotExist)
}
