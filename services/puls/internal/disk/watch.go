// Package disk watches the disk of a program that runs on one machine. A full disk would end Postgres and with it the
// program, so the package decides by the free space which writes are allowed:
//
//	free ≥ Reserve       all
//	free < Reserve       no more files; accepted work continues and finishes
//	free < Reserve / 4   none: changes are refused, background work waits
//	free < Reserve / 16  a ballast file is removed, so that Postgres can finish its writes
//
// Each limit ends automatically once there is room again.
package disk

import (
	"context"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/sys/unix"

	"puls.app/services/kit/loop"
	"puls.app/services/kit/telemetry"
)

const (
	// every is the interval of the checks: a fast disk can write some hundred megabytes in it.
	every = 100 * time.Millisecond
	// relief bounds the checkpoint that frees room in the database's log.
	relief = time.Minute
)

// Options configure a Watch.
type Options struct {
	// Dir is a folder on the disk.
	Dir string
	// Reserve is the estimated number of bytes that accepted work needs to finish.
	Reserve int64
	// Relieve frees room that the database can spare. It is called when the reserve is touched and again when it is nearly
	// used up. May be nil.
	Relieve func(ctx context.Context) error
	Log     *slog.Logger
	// Free returns the number of free bytes; nil asks the system.
	Free func(dir string) (int64, error)
}

// Watch tracks the free space of a disk.
type Watch struct {
	options Options
	free    atomic.Int64

	mu    sync.Mutex
	level level
	// loose is closed and replaced whenever the disk stops being tight.
	loose chan struct{}

	relieving sync.WaitGroup
}

type level int

const (
	roomy level = iota
	low
	tight
	empty
)

// New returns a Watch after one check of the disk.
func New(o Options) (*Watch, error) {
	if o.Free == nil {
		o.Free = free
	}
	w := &Watch{options: o, loose: make(chan struct{})}
	left, err := o.Free(o.Dir)
	if err != nil {
		return nil, fmt.Errorf("look at the disk of %s: %w", o.Dir, err)
	}
	w.free.Store(left)
	return w, nil
}

func free(dir string) (int64, error) {
	var stat unix.Statfs_t
	if err := unix.Statfs(dir, &stat); err != nil {
		return 0, err
	}
	return int64(stat.Bavail) * int64(stat.Bsize), nil
}

// Run watches until ctx ends.
func (w *Watch) Run(ctx context.Context) error {
	defer w.relieving.Wait()
	return loop.Every(every, w.options.Log, "the disk cannot be looked at", w.look)(ctx)
}

// Room reports whether that many more bytes leave the reserve untouched.
func (w *Watch) Room(bytes int64) bool { return w.free.Load()-max(bytes, 0) >= w.options.Reserve }

// Tight reports whether no changes are allowed at all.
func (w *Watch) Tight() bool { return w.free.Load() < w.options.Reserve/4 }

// Figures returns the free space.
func (w *Watch) Figures(context.Context) ([]telemetry.Figure, error) {
	return []telemetry.Figure{{
		Name: "disk.free", Unit: "By", Means: "room on the disk of the data folder", Value: float64(w.free.Load()),
	}}, nil
}

// Hold blocks while the disk is tight, or until ctx ends.
func (w *Watch) Hold(ctx context.Context) {
	for w.Tight() {
		w.mu.Lock()
		loose := w.loose
		w.mu.Unlock()
		// The disk may have stopped being tight before loose was read.
		if loop.PauseUntil(ctx, loose, time.Second) != nil {
			return
		}
	}
}

func (w *Watch) look(ctx context.Context) error {
	left, err := w.options.Free(w.options.Dir)
	if err != nil {
		return err
	}
	w.free.Store(left)
	now := w.levelOf(left)
	w.mu.Lock()
	before := w.level
	w.level = now
	if before >= tight && now < tight {
		close(w.loose)
		w.loose = make(chan struct{})
	}
	w.mu.Unlock()
	w.keep(ctx, now, left)
	if now != before {
		w.logLevel(ctx, now, left)
	}
	if now > before && now != empty {
		w.relieve(ctx)
	}
	return nil
}

func (w *Watch) levelOf(left int64) level {
	switch reserve := w.options.Reserve; {
	case left >= reserve:
		return roomy
	case left >= reserve/4:
		return low
	case left >= reserve/16:
		return tight
	default:
		return empty
	}
}

// ballast is the file that is removed last to free room.
func (w *Watch) ballast() string { return filepath.Join(w.options.Dir, "reserve") }

// keep removes the ballast when the disk is full, and recreates it when there is plenty.
func (w *Watch) keep(ctx context.Context, now level, left int64) {
	size := w.options.Reserve / 8
	switch {
	case now == empty:
		if err := os.Remove(w.ballast()); err == nil {
			w.options.Log.WarnContext(ctx, "the disk is full: the file that was kept for this is given up", "bytes", size)
		}
	case now == roomy && left > w.options.Reserve+size:
		if _, err := os.Stat(w.ballast()); err == nil {
			return
		}
		if err := allocate(w.ballast(), size); err != nil {
			w.options.Log.WarnContext(ctx, "no file can be kept for a full disk", "error", err)
		}
	}
}

func (w *Watch) logLevel(ctx context.Context, now level, left int64) {
	log := w.options.Log.With("free", left, "reserve", w.options.Reserve)
	switch now {
	case roomy:
		log.InfoContext(ctx, "the disk has room again")
	case low:
		log.WarnContext(ctx, "the disk is filling: no more files are taken")
	case tight, empty:
		log.ErrorContext(ctx, "the disk is nearly full: changes are refused, work in the background waits")
	}
}

// relieve runs concurrently with the checks, which must not wait for it.
func (w *Watch) relieve(ctx context.Context) {
	if w.options.Relieve == nil {
		return
	}
	w.relieving.Go(func() {
		ctx, cancel := context.WithTimeout(ctx, relief)
		defer cancel()
		if err := w.options.Relieve(ctx); err != nil && ctx.Err() == nil {
			w.options.Log.WarnContext(ctx, "the database could not spare anything", "error", err)
		}
	})
}
